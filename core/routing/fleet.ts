import type { Search } from './search'

/** Shares of the budget after which fewer vehicles are tried, how long one try may take, and how long its fruit may ripen. */
const TRIES: readonly number[] = [0.4, 0.55, 0.7]
const TRY = 0.03
const RIPE = 0.1
/** Least share of the vehicles in use that the loads alone need: with more room than that, fewer vehicles come by themselves. */
const TIGHT = 0.95
/** Room that must be left in these, in mean tasks: tasks do not pack without any. */
const SLACK = 0.5

/**
 * Loads that nearly fill the vehicles keep the search from closing a route: no single stop finds room elsewhere. So now and then the emptiest routes
 * are taken out and no vehicle is added until all their stops are served; when that saves nothing in the end, the search goes back to its best. What
 * could not be done once is not tried again.
 */
export class Fleet {
  private tries = 0
  private until = 0
  private state: 'free' | 'trying' | 'ripening' = 'free'
  private bestBefore = Infinity

  constructor(private readonly search: Search) {}

  /** Looks at what is to be done at this share of the budget. */
  step(done: number): void {
    if (this.state === 'free') this.begin(done)
    else if (this.state === 'trying') {
      const complete = this.search.leftOut === 0 && this.search.state.overload === 0
      if (complete || done > this.until) this.settle(done, complete)
    } else if (done > this.until) {
      this.state = 'free'
      if (this.search.best >= this.bestBefore) this.search.adopt(this.search.bestRoutes())
    }
  }

  private begin(done: number): void {
    const next = TRIES[this.tries]
    if (next === undefined || done < next) return
    this.tries++
    const { search } = this
    const { used } = search.state
    const { vehicles, slack } = search.fewest
    const full = vehicles < used && vehicles >= TIGHT * used && slack >= SLACK
    if (search.leftOut > 0 || !full || !search.closeRoutes(vehicles)) return
    this.state = 'trying'
    this.until = done + TRY
    this.bestBefore = search.best
  }

  private settle(done: number, complete: boolean): void {
    const { search } = this
    search.openRoutes()
    this.state = complete ? 'ripening' : 'free'
    this.until = done + RIPE
    if (complete) return
    this.tries = TRIES.length
    search.adopt(search.bestRoutes())
  }
}
