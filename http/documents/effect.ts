import type { Ctx } from '../platform/context'
import { createRecord, type NewRecord } from '../platform/engine/create'
import { insertRows, patchRows } from '../platform/engine/write'
import type { RecordOf, Resource, Row } from '../platform/resource'
import { assertMay } from '../platform/rights'
import { lancamento, type Lancamento } from './lancamento'
import type { Posting } from './ledger'
import { stepOf } from './steps'
import type { DocumentRecord } from './undo'

/** What a step does, as it does it: everything bears the step's number. */
export interface Did {
  readonly entry: Lancamento
  /** Writes in a ledger. */
  readonly post: <T>(posting: Posting<T>) => Promise<T>
  /** Makes another document, which knows this step as its origin. Throws 403 where the caller may not create one. */
  readonly make: <R extends Resource>(resource: R, made: NewRecord) => Promise<RecordOf<R>>
  /** Writes down more of what was so when the step was done. */
  readonly note: (dados: Row) => Promise<void>
  /** What documents get that are inserted many at a time. Throws 403 as `make` does. */
  readonly origin: (resource: Resource) => { readonly origem_id: number }
}

/** A document of a company, and the step that is done to it. */
interface Doing {
  readonly documento: string
  readonly documento_id: number
  readonly empresa_id: number
  readonly passo: string
  /** What the operation says now: the books judge the step by it, whatever the register says later. */
  readonly dados?: Row
}

/** Begins a step of a document, in the caller's transaction, the record locked: `did.post` and `did.make` are what it does. */
export function effect(
  ctx: Ctx,
  resource: Resource,
  record: DocumentRecord,
  { passo, dados = {} }: Pick<Doing, 'passo' | 'dados'>,
): Promise<Did> {
  stepOf(resource, passo)
  const { id: documento_id, empresa_id } = record
  return begin(ctx, { documento: resource.name, documento_id, empresa_id, passo, dados })
}

/** As `effect`, for what is no document of its own, such as the stock that a company begins with. */
export async function begin(ctx: Ctx, { dados = {}, ...doing }: Doing): Promise<Did> {
  const now = { dh: ctx.clock.now(), user_id: ctx.actor.id || null }
  const [entry] = await insertRows(ctx, lancamento, [{ ...doing, ...now, dados }])
  if (!entry) throw new Error('The step was not written down.')
  const origin: Did['origin'] = (resource) => {
    assertMay(ctx, resource, 'create')
    return { origem_id: entry.id }
  }
  return {
    entry,
    post: (posting) => posting(ctx, entry),
    make: async (resource, made) =>
      createRecord(ctx, resource, { ...made, values: { ...made.values, ...origin(resource) } }),
    note: async (more) => void (await patchRows(ctx, lancamento, [{ id: entry.id, dados: { ...dados, ...more } }])),
    origin,
  }
}
