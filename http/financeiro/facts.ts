import { sql } from 'drizzle-orm'
import { isFact } from '../../core/fields/financeiro/fatos'
import type { Lancamento } from '../documents/lancamento'
import { named, stepsWhere, undoPostings } from '../documents/undo'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { loadWhere } from '../platform/engine/write'
import { badRequest, notFound } from '../platform/errors'
import { allResources, resourceNamed, type Row } from '../platform/resource'
import { assertMay } from '../platform/rights'
import { holdReturnOf, reopenReturnOf } from './boleto/hold-return'
import { caixaLancamento } from './caixa'
import { holdDepositOf, reopenDepositOf } from './conciliacao/hold'
import { holdLinesOf } from './extrato/links'
import { assertNotAtBank, holdPaymentOf, reopenPaymentOf } from './pagamentos/hold'
import { KINDS, type TitleKind, type TitleRef } from './title-kinds'

/** Facts that stand: steps that wrote rows of a title and have not been undone, the first first. */
export async function factsOn(ctx: Ctx, { kind, id }: TitleRef): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select distinct n.id, n.passo, n.documento, n.documento_id, n.dados from movimento_financeiro m join lancamento n on n.id = m.lancamento_id
        where ${sql.raw(`m.${KINDS[kind].column}`)} = ${id} and n."dhDesfeito" is null order by n.id`,
  )
}

/** The titles that a step moved or opened, in the order in which they are held. */
async function titlesOf(ctx: Ctx, lancamento_id: number): Promise<readonly TitleRef[]> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct contas_receber_id, contas_pagar_id from movimento_financeiro where lancamento_id = ${lancamento_id}`,
  )
  return rows.map((row): TitleRef => {
    const kind: TitleKind = typeof row.contas_receber_id === 'number' ? 'receber' : 'pagar'
    return { kind, id: Number(row[KINDS[kind].column]) }
  })
}

/** Holds titles in order: receivables first, by number. */
async function hold(ctx: Ctx, refs: readonly TitleRef[]): Promise<void> {
  for (const kind of ['receber', 'pagar'] as const)
    await loadWhere(
      ctx,
      KINDS[kind].resource,
      'id',
      refs.filter((one) => one.kind === kind).map((one) => one.id),
      { lock: true },
    )
}

/** A step, locked, and after the titles that it moved: whoever moves a title holds it first. Throws 404. */
async function lockedStep(ctx: Ctx, lancamento_id: number): Promise<Lancamento> {
  await hold(ctx, await titlesOf(ctx, lancamento_id))
  const [entry] = await stepsWhere(ctx, sql`t.id = ${lancamento_id}`)
  if (!entry || !ctx.actor.empresas.includes(entry.empresa_id)) throw notFound()
  return entry
}

/** May the caller undo it: whoever edits the titles that it moved, or the cash flow where it moved none. */
async function assertMayUndo(ctx: Ctx, lancamento_id: number): Promise<void> {
  const kinds = new Set((await titlesOf(ctx, lancamento_id)).map((one) => one.kind))
  if (kinds.size === 0) assertMay(ctx, caixaLancamento, 'edit')
  for (const kind of kinds) assertMay(ctx, KINDS[kind].resource, 'edit')
}

/**
 * Reverses a fact whole: every row of every ledger mirrored under its number, once, on a day that is open. Throws 400 `reversed`, `not_reversible`
 * (an opening, a cancelling, a document's step: these are cancelled), `moved` naming what used what it opened, `period_closed`; 403, 404.
 */
export async function reverse(ctx: Ctx, lancamento_id: number, dMovimento: string | undefined): Promise<void> {
  await assertMayUndo(ctx, lancamento_id)
  await holdDepositOf(ctx, lancamento_id)
  await holdReturnOf(ctx, lancamento_id)
  await holdPaymentOf(ctx, lancamento_id)
  await holdLinesOf(ctx, lancamento_id)
  const entry = await lockedStep(ctx, lancamento_id)
  const { passo, documento, documento_id } = entry
  if (!isFact(passo) || !['contas_receber', 'contas_pagar', 'banco'].includes(documento)) {
    const maker = allResources().find((one) => one.name === documento)
    const what = maker ? `cancele ${named(maker, documento_id).toLowerCase()}` : 'cancele a origem'
    throw badRequest(`Isto não se estorna: ${what}.`, 'not_reversible')
  }
  if (entry.dhDesfeito !== null) throw badRequest('Este lançamento já foi estornado.', 'reversed')
  await undoPostings(ctx, entry, { allowNegative: false, dMovimento })
  await reopenDepositOf(ctx, lancamento_id)
  await reopenReturnOf(ctx, lancamento_id)
  await reopenPaymentOf(ctx, lancamento_id)
}

/** Facts of a title by what they are to whoever cancels it. */
const OFFSETS: ReadonlySet<unknown> = new Set(['compensa', 'consolida', 'renegocia', 'perda', 'devolve'])

/**
 * Cancels a title: what it owes is taken off, by undoing its opening and what changed its value; payments of it alone go with it where that is wanted.
 * Throws 400 `cancelled`, `made` (its document is cancelled instead), `batch`, `offset` and `paid`, each naming what stands.
 */
export async function cancelTitle(
  ctx: Ctx,
  { kind, id }: TitleRef,
  how: { readonly withPayments: boolean },
): Promise<void> {
  const { resource } = KINDS[kind]
  const [title] = await loadWhere(ctx, resource, 'id', [id], { lock: true })
  if (!title) throw notFound()
  if (title.dhCancelamento !== null) throw badRequest('Esta conta já está cancelada.', 'cancelled')
  if (kind === 'pagar') await assertNotAtBank(ctx, id)
  const facts = await factsOn(ctx, { kind, id })
  const opening = facts.find((one) => one.id === title.origem_id)
  if (title.documento !== null && title.documento_id !== null)
    throw badRequest(
      `Esta conta veio de ${named(resourceNamed(title.documento), title.documento_id)}: cancele a origem.`,
      'made',
    )
  const openedByFact = opening !== undefined && isFact(String(opening.passo))
  if (facts.some((one) => one.passo === 'baixaLote'))
    throw badRequest('Esta conta foi baixada com outras: estorne a baixa em lote antes.', 'batch')
  if (openedByFact || facts.some((one) => OFFSETS.has(one.passo)))
    throw badRequest(
      'Há compensação, consolidação, renegociação, perda ou devolução nesta conta: estorne antes.',
      'offset',
    )
  const payments = facts.filter((one) => one.passo === 'baixa')
  if (payments.length > 0 && !how.withPayments)
    throw badRequest(
      `Há ${payments.length === 1 ? 'uma baixa' : `${payments.length} baixas`} nesta conta: estorne antes, ou cancele com as baixas.`,
      'paid',
    )
  for (const { id: payment } of payments.toReversed()) await reverse(ctx, Number(payment), undefined)
  const steps = await stepsWhere(ctx, sql`t.id = ${title.origem_id} and t."dhDesfeito" is null`)
  for (const step of steps) await undoPostings(ctx, step, { allowNegative: false })
}

/** Titles by number and kind, as they stand, unlocked: what a verb looks at before it posts. Throws 404 where one is missing. */
export async function titlesNamed(ctx: Ctx, kind: TitleKind, ids: readonly number[]) {
  const found = await loadWhere(ctx, KINDS[kind].resource, 'id', ids)
  if (found.length < new Set(ids).size) throw notFound()
  return found
}

/** People by title: numbers of their registers, and the tax ids that say who they are. */
async function personsOf(ctx: Ctx, refs: readonly TitleRef[]): Promise<readonly Row[]> {
  const idsOf = (kind: TitleKind) => intArray(refs.filter((one) => one.kind === kind).map((one) => one.id))
  return rowsOf(
    ctx,
    sql`select distinct coalesce(c."CNPJ_CPF", 'cliente ' || c.id) as quem from contas_receber t join cliente c on c.id = t.cliente_id where t.id = any (${idsOf('receber')}::int[])
        union select distinct coalesce(p."CNPJ_CPF", 'fornecedor ' || p.id) from contas_pagar t join fornecedor p on p.id = t.fornecedor_id where t.id = any (${idsOf('pagar')}::int[])`,
  )
}

const ROOT = 8

/** The titles are of one person; head office and branches by confirmation. Throws 400 `other_person`, `confirm`. */
export async function assertOnePerson(ctx: Ctx, refs: readonly TitleRef[], confirma: boolean): Promise<void> {
  const persons = (await personsOf(ctx, refs)).map((row) => String(row.quem))
  if (persons.length <= 1) return
  const roots = new Set(persons.map((one) => (one.length === 14 ? one.slice(0, ROOT) : one)))
  if (roots.size > 1) throw badRequest('As contas são de pessoas diferentes.', 'other_person')
  if (!confirma) throw badRequest('As contas são da matriz e de filiais: deseja continuar assim mesmo?', 'confirm')
}
