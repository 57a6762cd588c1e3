import { sql } from 'drizzle-orm'
import { shortNumber } from '../../../core/fields/show'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { type Draft, type Hooks, refuseRows, resourceNamed, type Row } from '../../platform/resource'
import { assertOwnLots } from '../output'
import { keepProducts } from '../product-lines'
import { pickIn, type Shelves, shelvesOf } from '../shelves'
import { assertWhole } from '../whole'

/** Said of a place that goods are in already (document 2, section 5). */
export const SAME_PLACE = 'Não é possível transferir para o mesmo local'

const NO_NOTE = 'As notas fiscais ainda não são emitidas por aqui: emita a de transferência no seu emissor.'

export const headHooks: Hooks = {
  typed: (_, drafts) =>
    refuseRows(drafts, ({ values }) => (values.emitir_nfe === true ? { emitir_nfe: NO_NOTE } : undefined)),
}

/** Lines name two places, those of the warehouses that the transfer names, and no more than lies in the first. */
export const lineHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    await keepProducts(ctx, drafts)
    await assertOwnLots(ctx, drafts)
    // What a dialog asks, beside the form of a transfer, is typed too: half a piece stays where it is.
    await assertWhole(ctx, resourceNamed('transf_armaz_mercadoria'), drafts)
    const lines = drafts.map((draft) => ({ draft, line: { ...draft.before, ...draft.values } }))
    const places = await warehousesOf(ctx, lines)
    const shelves = await shelvesOf(
      ctx,
      Number(parent?.empresa_id),
      lines.map(({ line }) => Number(line.mercadoria_id)),
    )
    const faults = new Map<Draft, Faults>()
    for (const { draft, line } of lines) faults.set(draft, faultsOf(line, { parent, places, shelves }))
    refuseRows(drafts, (draft) => faults.get(draft))
  },
}

type Faults = Readonly<Record<string, string>>

interface Known {
  readonly parent: Row | undefined
  /** The warehouse of a place. */
  readonly places: ReadonlyMap<number, number | null>
  readonly shelves: Shelves
}

function faultsOf(line: Row, { parent, places, shelves }: Known): Faults {
  const [from, to] = [Number(line.armazenamento_orig_id), Number(line.armazenamento_dest_id)]
  if (from === to) return { armazenamento_dest_id: SAME_PLACE }
  const outside = (place: number, warehouse: unknown) =>
    typeof warehouse === 'number' && places.get(place) !== warehouse
  if (outside(from, parent?.armazem_orig_id)) return { armazenamento_orig_id: 'Este local não é do armazém de origem.' }
  if (outside(to, parent?.armazem_dest_id)) return { armazenamento_dest_id: 'Este local não é do armazém de destino.' }
  const lote_id = typeof line.lote_id === 'number' ? line.lote_id : undefined
  const mercadoria_id = Number(line.mercadoria_id)
  const quantity = String(line.qTrib ?? '0')
  const { missing } = pickIn(shelves, {
    mercadoria_id,
    armazenamento_id: from,
    quantity,
    ...(lote_id === undefined ? {} : { lote_id }),
  })
  if (missing.sign() <= 0) return {}
  return { qTrib: `Há só ${shortNumber(decimal(quantity).minus(missing), 4)} neste local.` }
}

interface Written {
  readonly line: Row
}

const idsOf = (lines: readonly Written[], names: readonly string[]) =>
  intArray([...new Set(lines.flatMap(({ line }) => names.map((name) => Number(line[name] ?? 0))))])

async function warehousesOf(ctx: Ctx, lines: readonly Written[]): Promise<Map<number, number | null>> {
  const ids = idsOf(lines, ['armazenamento_orig_id', 'armazenamento_dest_id'])
  const rows = await rowsOf(ctx, sql`select id, armazem_id from armazenamento where id = any (${ids}::int[])`)
  return new Map(rows.map((row) => [Number(row.id), row.armazem_id === null ? null : Number(row.armazem_id)]))
}
