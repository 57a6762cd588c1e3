import type { Model } from './model'

/** Shares of what the first solution left of the budget in which that solution settles and, at most, in which it is warmed up. */
const SETTLING = 0.03
const WARMING = 0.06
/**
 * The search is hot enough when its routes cost this share more than the best: with windows of all that they cost, without of what is more than the
 * loads alone need, as going out and back again for full loads is most of the cost of some problems, and no heat moves it.
 */
const EXCESS_TIMED = { least: 0.04, most: 0.1 } as const
const EXCESS = { least: 0.25, most: 0.8 } as const
/** The more iterations there will be for each task the more heat pays, from and up to so many. */
const DEPTH_TIMED = { least: 8000, most: 12_000 } as const
const DEPTH = { least: 600, most: 1000 } as const
/** The least that is taken for more than the loads need, as a share of all. */
const LEAST_LOOSE = 0.05
/** How fast the mean of what the routes cost more than the best follows, a slice of the search. */
const FOLLOWS = 0.1
/** Temperatures in mean legs of the first solution: where it settles, and the most it is warmed to. */
const COLDEST = 0.02
const HOTTEST = 1
/** What is left of the heat when an anneal ends. */
const COOLED = 0.05
/** A given solution is only warmed, so that what needs no change keeps its place. */
const LUKEWARM = 0.05

/** Rounds of annealing pay where each has this many iterations for every task; how many there are, and how hot the last is that joins their fruit. */
const ROUND = 300
const LEAST_ROUNDS = 3
const MOST_ROUNDS = 16
/** How much hotter the hottest round is than the first, so that they come to different routes. */
const ROUND_HEAT = 2
const LAST_SHARE = 0.4
const LAST_HEAT = 0.25

interface Span {
  readonly least: number
  readonly most: number
}

/** The share of the heat at a depth: the least up to where the span of depths begins, the most from where it ends, in proportion between. */
function shareAt(depth: number, depths: Span, shares: Span): number {
  const deep = Math.min(1, Math.max(0, (depth - depths.least) / (depths.most - depths.least)))
  return shares.least + (shares.most - shares.least) * deep
}

/** What a search begins with: the mean leg of its first solution, what the loads alone need of its cost, and whether the request brought it. */
export interface Beginning {
  readonly leg: number
  readonly needed: number
  readonly given: boolean
}

/**
 * The temperature of the search. How much heat moves the routes of a problem, and no more, differs tenfold between problems of the same mean leg, so it
 * is found by trial: the first solution settles, then is warmed until its routes cost clearly more. From there the search cools exponentially: once, or
 * where there is time for several rounds, each from more heat than the one before, and at last from less to join the best of all.
 */
export class Schedule {
  /** Rounds ended so far. */
  round = 0
  /** How far the present anneal has come, from 0 to 1. */
  progress = 0
  /** How many iterations the whole budget allows for each task: known when cooling begins. */
  depth = 0
  private phase: 'settling' | 'warming' | 'cooling' = 'settling'
  private rounds = 1
  /** At which share of the budget the phase began: none before the first question, as the first solution takes its time too. */
  private began = -1
  /** What was left of the budget then. */
  private left = 1
  private hot = 0
  /** What the routes cost more than the best, on average of late. */
  private above = 0

  private readonly tasks: number
  private readonly timed: boolean
  private readonly leg: number
  private readonly needed: number

  constructor({ tasks, timed }: Pick<Model, 'tasks' | 'timed'>, { leg, needed, given }: Beginning) {
    this.tasks = tasks
    this.timed = timed
    this.leg = leg
    this.needed = needed
    if (!given) return
    this.phase = 'cooling'
    this.began = 0
    this.hot = leg * LUKEWARM
  }

  /** True in the last anneal of several, which joins what the rounds before it found. */
  get joining(): boolean {
    return this.rounds > 1 && this.round === this.rounds
  }

  /** The temperature at a share of the budget, after that many iterations; `price` is what the routes cost now, `best` what the best do. */
  at(done: number, iterations: number, price: number, best: number): number {
    if (this.phase === 'settling') {
      if (this.began < 0) {
        this.began = done
        this.left = 1 - done
      }
      if (done < this.began + SETTLING * this.left) return this.leg * COLDEST
      this.phase = 'warming'
      this.began = done
    }
    if (this.phase === 'warming') {
      this.above += FOLLOWS * (price - best - this.above)
      const share = Math.min(1, (done - this.began) / (WARMING * this.left))
      this.hot = this.leg * COLDEST * (HOTTEST / COLDEST) ** share
      const depth = iterations / done / this.tasks
      if (share < 1 && this.above < this.excess(best, depth)) return this.hot
      this.phase = 'cooling'
      this.began = done
      this.depth = depth
      const rounds = Math.floor(this.depth / ROUND)
      this.rounds = rounds < LEAST_ROUNDS ? 1 : Math.min(MOST_ROUNDS, rounds)
    }
    return this.cool(done)
  }

  private excess(best: number, depth: number): number {
    if (this.timed) return shareAt(depth, DEPTH_TIMED, EXCESS_TIMED) * best
    return shareAt(depth, DEPTH, EXCESS) * Math.max(best - this.needed, LEAST_LOOSE * best)
  }

  private cool(done: number): number {
    const { rounds } = this
    const spent = (done - this.began) / (1 - this.began)
    const last = rounds > 1 ? LAST_SHARE : 0
    const place = (spent * rounds) / (1 - last)
    this.round = rounds > 1 ? Math.min(rounds, Math.floor(place)) : 0
    this.progress = Math.min(1, this.joining ? (spent - 1 + last) / last : place - this.round)
    const heat = this.joining ? LAST_HEAT : 1 + (ROUND_HEAT * this.round) / Math.max(1, rounds - 1)
    return this.hot * heat * (COOLED / heat) ** this.progress
  }
}
