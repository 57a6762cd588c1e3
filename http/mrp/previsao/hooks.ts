import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import {
  type Cell,
  type CellEdit,
  editCells,
  emptyCells,
  holdsQuantities,
  readCells,
  totalsOf,
  withGrowth,
} from '../../../core/forecast/cells'
import { PERIODS, type Period } from '../../../core/forecast/periods'
import { horizonDates, keptForecastFault } from '../../../core/forecast/spans'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, conflict, invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { announce, loadWhere, updateMany } from '../../platform/engine/write'
import { countInput, dateInput, flag, identifier } from '../../platform/inputs'
import { type Draft, type Hooks, resourceNamed, type Row } from '../../platform/resource'

/** Products in one forecast (inventory C3-010: a page of 999 items holds them all). */
export const ITEM_LIMIT = 999
export const CONFIRM_WIPE = 'Mudar a visão ou o horizonte apaga as quantidades desta previsão.'
const VIEW = ['periodo', 'dPrevisaoIni', 'dPrevisaoFim'] as const
const day = (value: unknown) => String(value ?? '').slice(0, 10)

/** The view of a stored forecast. */
export function periodOf(head: Row): Period {
  return PERIODS.find((one) => one === head.periodo) ?? 'month'
}

/** The days on which the cells of a forecast begin. */
export function datesOf(head: Row): string[] {
  return horizonDates({ from: day(head.dPrevisaoIni), to: day(head.dPrevisaoFim) }, periodOf(head))
}

/** Rules of the head: its dates, and what a change of them does to the quantities. */
export const previsaoHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) {
      const head = { ...draft.before, ...draft.values }
      const fault = keptForecastFault(
        {
          dPrevisaoIni: day(head.dPrevisaoIni),
          dPrevisaoFim: day(head.dPrevisaoFim),
          dHistoricoIni: day(head.dHistoricoIni),
          dHistoricoFim: day(head.dHistoricoFim),
        },
        periodOf(head),
      )
      if (fault) throw invalid({ [fault.field]: [fault.message] })
      if (draft.before) await changeCells(ctx, draft, draft.before)
    }
  },
}

/** Rules of a product of a forecast: it begins with an empty cell a period, and what is written over cells is checked. */
export const itemHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    if (!parent) throw invalid({ previsao_id: ['Selecione um registro válido.'] })
    await assertRoom(ctx, parent, drafts.filter((draft) => !draft.before).length)
    const decimals = await decimalsOf(
      ctx,
      drafts.map(({ before, values }) => Number(values.mercadoria_id ?? before?.mercadoria_id)),
    )
    for (const { before, values } of drafts) {
      if (before && values.mercadoria_id !== undefined && values.mercadoria_id !== before.mercadoria_id)
        throw invalid({ mercadoria_id: ['O produto de um item não muda: inclua outro.'] })
      const cells = before ? readCells(before.previsao) : emptyCells(datesOf(parent))
      const edits = values.previsao === undefined || values.previsao === null ? [] : readEdits(values.previsao)
      const places = decimals.get(Number(values.mercadoria_id ?? before?.mercadoria_id)) ?? 0
      Object.assign(values, stored(editCells(cells, edits, places)))
    }
  },
}

/** The columns that a row of cells is stored in. */
export function stored(cells: readonly Cell[]): Row {
  return { previsao: cells, ...totalsOf(cells) }
}

/** Throws when a forecast would hold more products than it may. */
export async function assertRoom(ctx: Ctx, head: Row, more: number): Promise<void> {
  if (more === 0) return
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from previsao_item where previsao_id = ${Number(head.id)}`,
  )
  const free = ITEM_LIMIT - Number(row?.n ?? 0)
  if (more > free)
    throw badRequest(
      `Uma previsão tem até ${ITEM_LIMIT} produtos: cabem mais ${Math.max(0, free)}, e são ${more}.`,
      'too_many_items',
    )
}

/** Decimals of the units of products; 0 for those that have no unit. */
export async function decimalsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const known = ids.filter(Number.isInteger)
  if (known.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select m.id, coalesce(u.decimal, 0) as decimals from mercadoria m left join unidade u on u.id = m.unidade_id
        where m.id = any (${intArray(known)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), Number(row.decimals)]))
}

const edit = v.object({
  dPrevisao: dateInput,
  qPrevista: v.nullable(v.union([v.number(), v.pipe(v.string(), v.maxLength(30))], 'Informe um número.')),
})
const edits = v.pipe(v.array(edit, 'Informe a lista de períodos.'), v.maxLength(400, 'No máximo 400 períodos.'))
const rows = v.pipe(
  v.array(v.object({ id: identifier, versao: v.optional(countInput), previsao: edits }), 'Informe a lista de itens.'),
  v.maxLength(ITEM_LIMIT, `No máximo ${ITEM_LIMIT} itens.`),
)

function readEdits(value: unknown): CellEdit[] {
  const parsed = v.safeParse(edits, value)
  if (!parsed.success) throw invalid({ previsao: [parsed.issues[0].message] })
  return parsed.output
}

type RowEdits = v.InferOutput<typeof rows>

/** `celulas` of a request: what was written over the cells of some rows, saved with the head. */
function readRowEdits(input: Row | undefined): RowEdits {
  if (input?.celulas === undefined || input.celulas === null) return []
  const parsed = v.safeParse(rows, input.celulas)
  if (!parsed.success) throw invalid({ celulas: [parsed.issues[0].message] })
  return parsed.output
}

/**
 * A change of view or horizon wipes the quantities, once it is confirmed (R3-044); a new growth factor is applied to what nobody wrote
 * over; then come the cells that were written with it.
 */
async function changeCells(ctx: Ctx, { values, input }: Draft, before: Row): Promise<void> {
  const head = { ...before, ...values }
  const wipes = VIEW.some((name) => String(head[name]) !== String(before[name]))
  const grows = !decimal(String(head.growth_factor)).eq(String(before.growth_factor))
  const written = readRowEdits(input)
  if (!wipes && !grows && written.length === 0) return
  const items = await loadWhere(ctx, resourceNamed('previsao_item'), 'previsao_id', [Number(before.id)], { lock: true })
  if (wipes) {
    const loses = items.some((item) => holdsQuantities(readCells(item.previsao)))
    if (loses && !v.parse(flag, input?.confirma_limpeza ?? false))
      throw badRequest(CONFIRM_WIPE, 'confirmation_required')
    values.dhGeracao = null
  }
  const byId = new Map(written.map((one) => [one.id, one]))
  const unknown = written.find((one) => !items.some((item) => item.id === one.id))
  if (unknown) throw invalid({ celulas: ['Este item não é desta previsão.'] })
  const decimals = await decimalsOf(
    ctx,
    items.map((item) => Number(item.mercadoria_id)),
  )
  const touched = wipes || grows ? items : items.filter((item) => byId.has(item.id))
  const changed = touched.map((item) => {
    const places = decimals.get(Number(item.mercadoria_id)) ?? 0
    const own = byId.get(item.id)
    if (own?.versao !== undefined && own.versao !== item.versao)
      throw conflict('Este registro foi alterado por outro usuário.')
    const cells = wipes ? emptyCells(datesOf(head)) : readCells(item.previsao)
    const grown = grows && !wipes ? withGrowth(cells, String(head.growth_factor), places) : cells
    return { id: item.id, ...(wipes ? NOT_GENERATED : {}), ...stored(editCells(grown, own?.previsao ?? [], places)) }
  })
  await writeItems(ctx, touched, changed)
}

const NOT_GENERATED: Row = {
  metodo: null,
  classe: null,
  xMotivo: null,
  xAviso: null,
  sigma_diario: null,
  analise: null,
}

/** Writes items and audits them, what they were beside what they are. Every change names the same columns. */
export async function writeItems(
  ctx: Ctx,
  before: readonly (Row & { id: number })[],
  changes: readonly (Row & { id: number })[],
  acao = 'update',
): Promise<void> {
  const item = resourceNamed('previsao_item')
  const earlier = new Map(before.map((one) => [one.id, one]))
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE)
    const were = some.flatMap(({ id }) => earlier.get(id) ?? [])
    await updateMany(ctx, item, were, some, acao)
  }
  const [first] = changes
  if (first) await announce(ctx, item, first.id)
}

/** Rows a statement: a row of 400 days with its analysis may have 60 kB. */
const AT_ONCE = 250
