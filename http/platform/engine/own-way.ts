import type { Ctx } from '../context'
import type { Resource, Row } from '../resource'

/** How records of a resource are written, where a row in its table is not all that they are: what a ledger holds the value of. */
export interface OwnWay {
  /** Makes a record of checked values, with what it means; answers its number. */
  readonly create: (ctx: Ctx, values: Row) => Promise<number>
  /** What a change of its row means beside it, which has been written. */
  readonly change?: (ctx: Ctx, before: Row, record: Row) => Promise<void>
}

const ways = new Map<string, OwnWay>()

/** Says that records of a resource are made and changed in a way of their own; one a resource. The ledger that it needs knows the definition, so it stands beside it. */
export function writtenBy(resource: Resource, way: OwnWay): void {
  if (ways.has(resource.name)) throw new Error(`How ${resource.name} is written is told twice.`)
  ways.set(resource.name, way)
}

export const ownWay = ({ name }: Resource): OwnWay | undefined => ways.get(name)
