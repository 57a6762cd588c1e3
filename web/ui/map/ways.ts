import { decodePolyline } from '../../../core/routing/polyline'
import { legKey, placeKey, WAY_LIMITS } from '../../../core/routing/ways'
import { post } from '../../app/api'
import { isRecord, textOf } from '../row'
import type { LonLat } from './map-model'

type Routes = readonly (readonly LonLat[])[]
type Ask = (routes: Routes) => Promise<unknown>

const askServer: Ask = (rotas) => post('mapa/caminhos', { rotas })

const legsOf = (places: readonly LonLat[]): string[] => {
  const keys = places.map(placeKey)
  return keys.slice(1).map((to, at) => legKey(keys[at] ?? to, to))
}

/** How the roads run between the places that maps show, as far as the server has told. Each leg is asked for once. */
export class Ways {
  private readonly lines = new Map<string, readonly LonLat[]>()
  private readonly asked = new Set<string>()

  constructor(private readonly ask: Ask = askServer) {}

  /** How many legs of a route go by a road that is known. */
  known(places: readonly LonLat[]): number {
    return this.lines.size === 0 ? 0 : legsOf(places).filter((name) => this.lines.has(name)).length
  }

  /** A route by its roads; straight from place to place where none is known. */
  along(places: readonly LonLat[]): readonly LonLat[] {
    const names = legsOf(places)
    return places.flatMap((to, at) => [...(this.lines.get(names[at - 1] ?? '') ?? []), to])
  }

  /**
   * Asks for the roads along routes that were not asked for before, in as many calls as the server wants; true when there are some. Where it fails,
   * lines stay straight.
   */
  async learn(routes: Routes): Promise<boolean> {
    let told = false
    for (let wanted = this.unasked(routes); wanted.length > 0; wanted = this.unasked(routes)) {
      for (const name of wanted.flatMap(legsOf)) this.asked.add(name)
      const lines = await this.linesAlong(wanted)
      for (const [name, line] of lines) this.lines.set(name, line)
      told ||= lines.length > 0
    }
    return told
  }

  private async linesAlong(routes: Routes): Promise<readonly (readonly [string, readonly LonLat[]])[]> {
    try {
      const answer = await this.ask(routes)
      const told = isRecord(answer) && isRecord(answer.caminhos) ? Object.entries(answer.caminhos) : []
      return told.map(([name, line]) => [name, decodePolyline(textOf(line))])
    } catch {
      return []
    }
  }

  /** Routes with a leg that was never asked for, as many as go into one call. */
  private unasked(routes: Routes): Routes {
    let room: number = WAY_LIMITS.placesInAll
    return routes
      .filter((one) => one.length <= WAY_LIMITS.places && legsOf(one).some((name) => !this.asked.has(name)))
      .slice(0, WAY_LIMITS.routes)
      .filter(({ length }) => (room -= length) >= 0)
  }
}
