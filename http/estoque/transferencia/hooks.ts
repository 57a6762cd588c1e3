import { sql } from 'drizzle-orm'
import { shortNumber } from '../../../core/fields/show'
import { decimal } from '../../../core/money/decimal'
import { empresa } from '../../cadastros/empresa'
import { assertWay } from '../../cadastros/tipo-entrada-saida'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { invalid } from '../../platform/errors'
import { find, load } from '../../platform/engine/write'
import { MESSAGES } from '../../platform/parse'
import { type Draft, type Hooks, refuseRows, resourceNamed, type Row } from '../../platform/resource'
import { assertOwnLots } from '../output'
import { keepProducts } from '../product-lines'
import { pickIn, type Shelves, shelvesOf } from '../shelves'
import { assertWhole } from '../whole'

/** Said of a place that goods are in already (document 2, section 5). */
export const SAME_PLACE = 'Não é possível transferir para o mesmo local'

export const headHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) {
      await takeDestination(ctx, draft)
      await assertWay(ctx, draft, 1)
    }
    refuseRows(drafts, noOperation)
  },
}

/** The company that goods go to, one that the caller works in: none where it is their own; with a note where it is somebody else to the tax offices. Throws 422. */
async function takeDestination(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const now: Row = { ...before, ...values }
  if ((now.empresa_destino_id ?? null) === null) return
  if (now.empresa_destino_id === now.empresa_id) values.empresa_destino_id = null
  else {
    const to = await find(ctx, empresa, Number(now.empresa_destino_id))
    if (!to) throw invalid({ empresa_destino_id: [MESSAGES.ref] })
    const from = await load(ctx, empresa, Number(now.empresa_id))
    if (from.CNPJ_CPF !== to.CNPJ_CPF) values.emitir_nfe = true
  }
}

/** A note is by an operation. */
function noOperation({ before, values }: Draft): Faults | undefined {
  const { emitir_nfe, tipo_entrada_saida_id = null }: Row = { ...before, ...values }
  return emitir_nfe === true && tipo_entrada_saida_id === null
    ? { tipo_entrada_saida_id: 'Escolha a operação da nota.' }
    : undefined
}

/** Lines name two places, those of the warehouses and of the company that the transfer names, and no more than lies in the first. */
export const lineHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    await keepProducts(ctx, drafts)
    await assertOwnLots(ctx, drafts)
    // What a dialog asks, beside the form of a transfer, is typed too: half a piece stays where it is.
    await assertWhole(ctx, resourceNamed('transf_armaz_mercadoria'), drafts)
    const lines = drafts.map((draft) => ({ draft, line: { ...draft.before, ...draft.values } }))
    const places = await placesOf(ctx, lines)
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
  readonly places: ReadonlyMap<number, Place>
  readonly shelves: Shelves
}

function faultsOf(line: Row, { parent, places, shelves }: Known): Faults {
  const from = Number(line.armazenamento_orig_id)
  const wrong = destinationFault(line, { parent, places })
  if (wrong !== undefined) return { armazenamento_dest_id: wrong }
  if (isOutside(places.get(from), parent?.armazem_orig_id))
    return { armazenamento_orig_id: 'Este local não é do armazém de origem.' }
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

const isOutside = (place: Place | undefined, warehouse: unknown): boolean =>
  typeof warehouse === 'number' && place?.armazem_id !== warehouse

/** What is wrong with where a line goes: the place may stay untold where it is another company's. */
function destinationFault(line: Row, { parent, places }: Omit<Known, 'shelves'>): string | undefined {
  const to = line.armazenamento_dest_id ?? null
  const company = parent?.empresa_destino_id ?? null
  if (to === null) return company === null ? MESSAGES.required : undefined
  if (to === line.armazenamento_orig_id) return SAME_PLACE
  const place = places.get(Number(to))
  if (place?.empresa_id !== (company ?? parent?.empresa_id)) return 'Este local não é da empresa de destino.'
  return isOutside(place, parent?.armazem_dest_id) ? 'Este local não é do armazém de destino.' : undefined
}

interface Written {
  readonly line: Row
}

const idsOf = (lines: readonly Written[], names: readonly string[]) =>
  intArray([...new Set(lines.flatMap(({ line }) => names.map((name) => Number(line[name] ?? 0))))])

/** The company and the warehouse of a place. */
interface Place {
  readonly empresa_id: number
  readonly armazem_id: number | null
}

async function placesOf(ctx: Ctx, lines: readonly Written[]): Promise<Map<number, Place>> {
  const ids = idsOf(lines, ['armazenamento_orig_id', 'armazenamento_dest_id'])
  const rows = await rowsOf(
    ctx,
    sql`select id, empresa_id, armazem_id from armazenamento where id = any (${ids}::int[])`,
  )
  return new Map(
    rows.map(({ id, empresa_id, armazem_id }) => [
      Number(id),
      { empresa_id: Number(empresa_id), armazem_id: armazem_id === null ? null : Number(armazem_id) },
    ]),
  )
}
