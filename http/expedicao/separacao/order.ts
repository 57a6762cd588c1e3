import { sql } from 'drizzle-orm'
import type { PickedFor } from '../../../core/fields/expedicao/separacao'
import { decimal, type Decimal } from '../../../core/money/decimal'
import type { Lancamento } from '../../documents/lancamento'
import { stepsWhere } from '../../documents/undo'
import { type Ctx, rowsOf } from '../../platform/context'
import { columnList } from '../../platform/engine/columns'
import { guardAction } from '../../platform/engine/guard'
import { intArray } from '../../platform/engine/query'
import { announce, insertRows, load, patchRows, typed } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import { DOCUMENT_ID, type Linha, type Separacao, separacao, separacaoMercadoria } from './separacao'

/** An order as people pick it: held, so that what two of them read counts one after the other. */

/** A line with the document that it is for. */
export interface Task extends Linha {
  readonly documento: PickedFor
  readonly documento_id: number
  readonly lancamento_id: number
  readonly xNome: string | null
  readonly posicao: number
  readonly cancelled: boolean
  readonly nOrdem: number | null
  readonly codigo_local: string
  /** Decimals that its unit is counted in; null where the product has no unit. */
  readonly decimals: number | null
  readonly nLote: string | null
  readonly dVal: string | null
}

/** An order that is being picked, locked. Throws 404, and what its life refuses where it is checked or cancelled. */
export async function orderToPick(ctx: Ctx, id: number): Promise<Separacao> {
  const order = await load(ctx, separacao, id, { lock: true })
  await guardAction(ctx, separacao, order, { writes: 'separacao_mercadoria' })
  return order
}

/** Which lines of an order are asked for: all live ones where nothing is said. */
interface Which {
  /** Those of cancelled documents too. */
  readonly cancelled?: boolean
  /** Of these products alone: a scan looks at no others, however long the walk. */
  readonly products?: readonly number[]
  readonly lines?: readonly number[]
}

/** Lines of an order in the order of the walk. */
export const tasksOf = (ctx: Ctx, id: number, which: Which = {}): Promise<Task[]> => tasksOfAll(ctx, [id], which)

/** Lines of several orders, all in the order of one walk. */
export async function tasksOfAll(
  ctx: Ctx,
  ids: readonly number[],
  { cancelled = false, products, lines }: Which = {},
): Promise<Task[]> {
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(separacaoMercadoria, 't')}, d.documento, ${DOCUMENT_ID} as documento_id, d.lancamento_id, d."xNome", d.posicao,
          d."dhCancelamento" is not null as cancelled, a."nOrdem", a.codigo as codigo_local, u.decimal as decimals, o."nLote", o."dVal"::text as "dVal"
        from separacao_mercadoria t join separacao_venda d on d.id = t.separacao_venda_id join armazenamento a on a.id = t.armazenamento_id
        join mercadoria m on m.id = t.mercadoria_id left join unidade u on u.id = m.unidade_id left join mercadoria_lote o on o.id = t.lote_id
        where t.separacao_id = any (${intArray(ids)}::int[]) and (d."dhCancelamento" is null or ${cancelled})
          ${products === undefined ? sql`` : sql`and t.mercadoria_id = any (${intArray(products)}::int[])`}
          ${lines === undefined ? sql`` : sql`and t.id = any (${intArray(lines)}::int[])`}
        order by a."nOrdem" nulls last, a.codigo, t."xProd", t.mercadoria_id, o."dVal" nulls last, d.posicao, t.id`,
  )
  return rows.map(taskOf)
}

const taskOf = (row: Row): Task => ({
  ...typed(separacaoMercadoria, row),
  // One of the kinds that documents are made of.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  documento: String(row.documento) as PickedFor,
  documento_id: Number(row.documento_id),
  lancamento_id: Number(row.lancamento_id),
  xNome: row.xNome === null ? null : String(row.xNome),
  posicao: Number(row.posicao),
  cancelled: row.cancelled === true,
  nOrdem: row.nOrdem === null ? null : Number(row.nOrdem),
  codigo_local: String(row.codigo_local),
  decimals: row.decimals === null ? null : Number(row.decimals),
  nLote: row.nLote === null ? null : String(row.nLote),
  dVal: row.dVal === null ? null : String(row.dVal),
})

/** What is still to be fetched of a line. */
export const restOf = ({ qTrib, qSeparada }: Pick<Linha, 'qTrib' | 'qSeparada'>): Decimal =>
  decimal(qTrib).minus(qSeparada)

/** The step that took a line's goods out or reserved them: where they are put elsewhere, that is written under it, and undone with it. */
export async function stepOfLine(ctx: Ctx, { lancamento_id }: Pick<Task, 'lancamento_id'>): Promise<Lancamento> {
  const [entry] = await stepsWhere(ctx, sql`t.id = ${lancamento_id}`)
  if (!entry || entry.dhDesfeito !== null) throw badRequest('O documento desta separação foi desfeito.', 'undone')
  return entry
}

/** Writes lines, and adds those that they were split into. Answers the numbers of these. */
export async function writeLines(
  ctx: Ctx,
  edits: readonly (Row & { readonly id: number })[],
  added: readonly Row[] = [],
): Promise<number[]> {
  const byColumns = Map.groupBy(edits, (edit) => Object.keys(edit).sort().join())
  for (const some of byColumns.values()) await patchRows(ctx, separacaoMercadoria, some)
  return (await insertRows(ctx, separacaoMercadoria, added)).map(({ id }) => id)
}

/** A new line for a part of another. */
export function partOf(line: Task, values: Row): Row {
  const { separacao_id, separacao_venda_id, empresa_id, item_id, mercadoria_id, xProd, un } = line
  const { armazenamento_id, lote_id } = line
  const own = { separacao_id, separacao_venda_id, empresa_id, item_id, mercadoria_id, xProd, un }
  return { ...own, armazenamento_id, lote_id, ...values }
}

/** How many lines of an order are still to be fetched. */
export async function openLines(ctx: Ctx, id: number): Promise<number> {
  return Number((await standing(ctx, id)).open)
}

/** Moves the head on as its lines stand: it is begun by whoever picks first, and picked when nothing is left to fetch. Answers how many lines are. */
export async function settleOrder(ctx: Ctx, order: Separacao): Promise<number> {
  const row = await standing(ctx, order.id)
  const isDone = Number(row.open) === 0 && Number(row.lines) > 0
  let now = order
  if (row.begun === true && now.dhInicio === null) {
    await advance(ctx, separacao, now, 'inicia', { user_id: ctx.actor.id })
    now = await load(ctx, separacao, order.id)
  }
  if (isDone !== (now.dhSeparacao !== null)) await advance(ctx, separacao, now, isDone ? 'termina' : 'continua')
  else await announce(ctx, separacao, order.id)
  return Number(row.open)
}

async function standing(ctx: Ctx, id: number): Promise<Row> {
  const [row = {}] = await rowsOf(
    ctx,
    sql`select count(*) filter (where l."dhConferencia" is null)::int as open, count(*)::int as lines, coalesce(bool_or(l."qSeparada" > 0 or l.motivo is not null), false) as begun
        from separacao_mercadoria l join separacao_venda d on d.id = l.separacao_venda_id and d."dhCancelamento" is null where l.separacao_id = ${id}`,
  )
  return row
}

/** A live line of an order, by number. Throws 404. */
export async function taskNamed(ctx: Ctx, order: Pick<Separacao, 'id'>, id: number): Promise<Task> {
  const [task] = await tasksOf(ctx, order.id, { cancelled: true, lines: [id] })
  if (!task) throw notFound()
  return task
}
