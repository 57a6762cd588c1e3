import type { Life } from '../../core/lifecycle/life'
import { numbersOf } from '../../core/lifecycle/standing'
import type { Ctx } from '../platform/context'
import type { Resource } from '../platform/resource'

/** The part of a list's query that picks the records of a queue. */
export interface QueueFilter {
  readonly where?: Readonly<Record<string, unknown>>
  readonly between?: Readonly<Record<string, { readonly ini?: string; readonly fim?: string }>>
  readonly custom?: Readonly<Record<string, unknown>>
}

/** Records that wait for somebody, on the page of the area that their list belongs to. */
export interface Queue {
  /** `vendas_bloqueadas`: its name in the API. */
  readonly name: string
  readonly label: string
  readonly of: Resource
  /** The view of the list that shows the same records: the queue leads there. */
  readonly view: string
  readonly filter: (ctx: Ctx) => QueueFilter
  /** Something is wrong while it is not empty. */
  readonly bad?: true
}

/** A queue of a document: those that stand in these states of its life. */
export const inQueue = <S extends string>(
  life: Life<string, S>,
  states: readonly S[],
  queue: Omit<Queue, 'filter'>,
): Queue => ({ ...queue, filter: () => ({ where: { status: numbersOf(life, states) } }) })
