import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { FACTS, isFact } from '../../core/fields/financeiro/fatos'
import { TITLE, TITLE_EVENTS, type TitleEvent } from '../../core/fields/financeiro/titulos'
import { decimal } from '../../core/money/decimal'
import { lancamento, type Lancamento } from '../documents/lancamento'
import type { Undoing } from '../documents/ledger'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { announce, loadWhere, updateMany, updateRows } from '../platform/engine/write'
import { type Row, resourceNamed } from '../platform/resource'
import { releaseSlips } from './dda/release'
import { KINDS, type Move, type Moved, type Moving, type TitleKind, type TitleRef } from './title-kinds'

/** Opening and value are cancelled; whatever else a fact did is mirrored under its own name. */
const mirrored = (evento: TitleEvent): TitleEvent =>
  evento === 'abertura' || evento === 'ajuste' ? 'cancelamento' : evento
const isEvent = (text: string): text is TitleEvent => Object.hasOwn(TITLE_EVENTS, text)

/**
 * Undoes what a step did to titles: every row is mirrored under the step's number, and the titles that it opened are cancelled. Throws 400 where one
 * of these has moved since, by another fact: `paid` of a document's title, `credit_used` of its credit, `moved` of what a fact opened,
 * or of what stood before and would turn, each by name.
 */
export async function undoTitles({ ctx, entry, how, move }: Work): Promise<void> {
  const opened = await openedBy(ctx, entry)
  for (const one of await adjustments(ctx, opened, entry)) await mirror({ ctx, entry: one, how, move })
  await assertUnmoved(ctx, entry, opened)
  assertNoneTurns(await mirror({ ctx, entry, how, move }))
  await cancel(ctx, opened)
}

interface Work {
  readonly ctx: Ctx
  readonly entry: Lancamento
  readonly how: Undoing
  /** How rows are added to titles. */
  readonly move: Moving
}

/** What people call a step of whatever wrote rows: a fact of a title by its name, a document's by the document. */
function stepName({ passo, documento, documento_id }: Row): string {
  const name = `${resourceNamed(String(documento)).title} nº ${Number(documento_id)}`
  const fact = String(passo)
  return isFact(fact) ? `${FACTS[fact]} na ${name}` : name
}

/** The titles that a step opened and that stand. */
async function openedBy(ctx: Ctx, entry: Lancamento): Promise<readonly TitleRef[]> {
  const refs: TitleRef[] = []
  for (const kind of ['receber', 'pagar'] as const) {
    const found = await loadWhere(ctx, KINDS[kind].resource, 'origem_id', [entry.id])
    refs.push(...found.filter((one) => one.dhCancelamento === null).map(({ id }) => ({ kind, id })))
  }
  return refs
}

/** Rows, by step, that other steps wrote for titles and that stand. */
async function othersOn(ctx: Ctx, refs: readonly TitleRef[], entry: Lancamento): Promise<Row[]> {
  const idsOf = (kind: TitleKind) => intArray(refs.filter((one) => one.kind === kind).map((one) => one.id))
  return rowsOf(
    ctx,
    sql`select n.id, n.passo, n.documento, n.documento_id, m.contas_receber_id, m.contas_pagar_id, sum(m.valor)::text as valor
        from movimento_financeiro m join lancamento n on n.id = m.lancamento_id
        where (m.contas_receber_id = any (${idsOf('receber')}::int[]) or m.contas_pagar_id = any (${idsOf('pagar')}::int[]))
          and n."dhDesfeito" is null and n.id <> ${entry.id} group by 1, 2, 3, 4, 5, 6 order by 1`,
  )
}

/** What changed the value of titles goes with them: it is marked undone here, as whoever undoes the step marked that. */
async function adjustments(ctx: Ctx, opened: readonly TitleRef[], entry: Lancamento): Promise<readonly Lancamento[]> {
  if (opened.length === 0) return []
  const others = await othersOn(ctx, opened, entry)
  const ids = others.filter((row) => row.passo === 'ajusta').map((row) => Number(row.id))
  const dhDesfeito = ctx.clock.now()
  return updateRows(
    ctx,
    lancamento,
    [...new Set(ids)].map((id) => ({ id, dhDesfeito, desfeito_por_id: ctx.actor.id || null })),
  )
}

const MOST_NAMED = 5

async function assertUnmoved(ctx: Ctx, entry: Lancamento, opened: readonly TitleRef[]): Promise<void> {
  if (opened.length === 0) return
  const others = await othersOn(ctx, opened, entry)
  const [first] = others
  if (!first) return
  const kind: TitleKind = typeof first.contas_receber_id === 'number' ? 'receber' : 'pagar'
  const id = Number(first[KINDS[kind].column])
  const [title] = await loadWhere(ctx, KINDS[kind].resource, 'id', [id])
  const own = others.filter((row) => row[KINDS[kind].column] === id).slice(0, MOST_NAMED)
  const names = own.map((row) => `${stepName(row)} (${formatCurrency(decimal(String(row.valor)).abs().toFixed(2))})`)
  const isCredit = title?.tpConta === TITLE.CREDITO
  const byFact = entry.documento === 'contas_receber' || entry.documento === 'contas_pagar'
  if (!byFact && !isCredit)
    throw new ApiError(400, 'paid', 'Há parcelas com baixa: estorne as baixas antes de cancelar.')
  const what = isCredit ? `O crédito nº ${id} já foi usado` : hasMoved({ kind, id })
  throw new ApiError(400, byFact ? 'moved' : 'credit_used', `${what}: ${names.join('; ')}. Desfaça o uso antes.`)
}

/** What a title got by a step may have been used since: a credit is not above zero then, nor any other title below. Throws 400 `moved`. */
function assertNoneTurns(moved: readonly Moved[]): void {
  const turned = moved.find(({ record: { tpConta, vSaldo } }) => {
    const sign = decimal(vSaldo).sign()
    return tpConta === TITLE.CREDITO ? sign > 0 : sign < 0
  })
  if (turned) throw new ApiError(400, 'moved', `${hasMoved(turned)}: desfaça-o antes.`)
}

const hasMoved = ({ kind, id }: TitleRef): string =>
  `A ${KINDS[kind].resource.title.toLowerCase()} nº ${id} já teve movimento`

/** Adds the opposite of every row of a step that has none yet. Answers the titles as they are then. */
async function mirror({ ctx, entry, how: { dMovimento }, move }: Work): Promise<readonly Moved[]> {
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m.contas_receber_id, m.contas_pagar_id, m.evento, (-m.valor)::text as valor from movimento_financeiro m
        where m.lancamento_id = ${entry.id} and m.estorno_de is null
          and not exists (select 1 from movimento_financeiro e where e.estorno_de = m.id) order by m.id`,
  )
  if (rows.length === 0) return []
  const moves = rows.map((row): Move => {
    const kind: TitleKind = typeof row.contas_receber_id === 'number' ? 'receber' : 'pagar'
    const evento = String(row.evento)
    if (!isEvent(evento)) throw new Error(`The ledger of titles knows no ${evento}.`)
    return {
      kind,
      id: Number(row[KINDS[kind].column]),
      evento: mirrored(evento),
      valor: String(row.valor),
      estorno_de: Number(row.id),
      dMovimento,
    }
  })
  return move(moves, 'estorno', () => moves)(ctx, entry)
}

/** Titles that are cancelled with the step that opened them. */
async function cancel(ctx: Ctx, opened: readonly TitleRef[]): Promise<void> {
  const dhCancelamento = ctx.clock.now()
  for (const kind of ['receber', 'pagar'] as const) {
    const { resource } = KINDS[kind]
    const ids = opened.filter((one) => one.kind === kind).map((one) => one.id)
    const held = await loadWhere(ctx, resource, 'id', ids, { lock: true })
    const edits = held.map(({ id }) => ({ id, dhCancelamento, dhBaixa: null }))
    const changed = await updateMany(ctx, resource, held, edits, 'cancela')
    if (changed[0]) await announce(ctx, resource, changed[0].id)
    if (kind === 'pagar') await releaseSlips(ctx, ids)
  }
}
