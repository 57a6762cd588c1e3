import { sql } from 'drizzle-orm'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { matchCards } from '../../../core/cards/match'
import { type Decimal, decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere, updateMany } from '../../platform/engine/write'
import { contasReceber } from '../registers'
import { type CardRowRecord, conciliacaoVenda } from './conciliacao'

/** Which receivables rows are of: found by themselves as a file comes, or again when somebody asks. */

/** No more than this is looked at for one file: those of its days and numbers. */
const MOST = 20_000

/** Receivables that rows may be of: open, of cards, of no row yet. Instalments are counted within their receipt. */
async function candidates(ctx: Ctx, empresa_id: number, rows: readonly CardRowRecord[]) {
  const numbers = [...new Set(rows.map((one) => one.nsu?.replace(/^0+/, '') ?? '').filter((one) => one !== ''))]
  const days = [...new Set(rows.flatMap((one) => (one.sale_date === null ? [] : [one.sale_date])))]
  const found = await rowsOf(
    ctx,
    sql`select t.id, t.nsu, t."cAut", t."dEmissao"::text as "dEmissao", t."vSaldo"::text as "vSaldo",
          case when t.nsu is null or t.documento is null then t.parcela else (select count(*)::int from contas_receber o
            where o.documento = t.documento and o.documento_id = t.documento_id and o.nsu = t.nsu and o.parcela <= t.parcela) end as parcela
        from contas_receber t where t.empresa_id = ${empresa_id} and t."tpConta" = ${TITLE.CARTAO} and t."vSaldo" > 0 and t."dhCancelamento" is null
          and (ltrim(upper(t.nsu), '0') in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb)) or (t.nsu is null and t."dEmissao"::text in (select jsonb_array_elements_text(${JSON.stringify(days)}::jsonb))))
          and not exists (select 1 from conciliacao_venda v where v.conta_receber_id = t.id and v.kind = 'venda')
        order by t.id limit ${MOST}`,
  )
  return found.map((row) => ({
    id: Number(row.id),
    nsu: typeof row.nsu === 'string' ? row.nsu : null,
    authorization_code: typeof row.cAut === 'string' ? row.cAut : null,
    parcela: Number(row.parcela),
    dEmissao: String(row.dEmissao),
    vSaldo: String(row.vSaldo),
  }))
}

/** Links the rows of a reconciliation that are of a receivable for sure. Answers how many. The reconciliation is held. */
export async function linkRows(ctx: Ctx, conciliacao_id: number, empresa_id: number): Promise<number> {
  const all = await loadWhere(ctx, conciliacaoVenda, 'conciliacao_id', [conciliacao_id], { lock: true })
  const open = all.filter((one) => one.status === 1)
  const sales = open.filter((one) => one.kind === 'venda')
  const matches = matchCards(sales.map(matchable), await candidates(ctx, empresa_id, sales))
  const held = new Map(
    (
      await loadWhere(
        ctx,
        contasReceber,
        'id',
        matches.map((one) => one.title),
        { lock: true },
      )
    ).map((one) => [one.id, one]),
  )
  // Another file may have taken a receivable while this one waited for it.
  const taken = await takenAmong(ctx, [...held.keys()])
  const byId = new Map(sales.map((one) => [one.id, one]))
  const sure = matches.flatMap(({ row, title, by }) => {
    const [sale, found] = [byId.get(row), held.get(title)]
    if (!sale || !found || taken.has(title) || found.dhCancelamento !== null) return []
    const off = decimal(found.vSaldo).minus(sale.batch_gross_amount)
    if (!off.isZero() && !isSplit(sale, off)) return []
    return [{ id: row, conta_receber_id: title, linked_by: by, accepted: !off.isZero() }]
  })
  const back = await returnsOf(ctx, open)
  const links = [
    ...sure,
    ...back.map(({ row, title }) => ({ id: row, conta_receber_id: title, linked_by: 'nsu' as const, accepted: false })),
  ]
  await write(ctx, all, links)
  return links.length
}

/** Acquirers and we put the cents of a sale in instalments in different ones: so much is no difference of the sale. */
export const SPLIT_CENTS = '0.05'
export const isSplit = (row: Pick<CardRowRecord, 'installments'>, off: Decimal): boolean =>
  row.installments > 1 && off.abs().lte(SPLIT_CENTS)

const matchable = (one: CardRowRecord) => ({
  id: one.id,
  nsu: one.nsu ?? '',
  authorization_code: one.authorization_code ?? '',
  installment: one.installment,
  sale_date: one.sale_date,
  batch_gross_amount: one.batch_gross_amount,
})

/** Receivables that a sale's row has by now. */
export async function takenAmong(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await rowsOf(
    ctx,
    sql`select v.conta_receber_id as id from conciliacao_venda v where v.conta_receber_id = any (${intArray(ids)}::int[]) and v.kind = 'venda'`,
  )
  return new Set(rows.map((row) => Number(row.id)))
}

/** What was cancelled or charged back is of the receivable of the sale with its number. */
async function returnsOf(ctx: Ctx, open: readonly CardRowRecord[]) {
  const back = open.filter((one) => one.kind !== 'venda' && one.nsu !== null && one.nsu !== '')
  if (back.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select distinct on (r.id) r.id as row, v.conta_receber_id as title from conciliacao_venda r
        join conciliacao_venda v on v.empresa_id = r.empresa_id and v.kind = 'venda' and v.nsu = r.nsu and v.conta_receber_id is not null
        join conciliacao a on a.id = r.conciliacao_id join conciliacao b on b.id = v.conciliacao_id and b.acquirer = a.acquirer
        where r.id = any (${intArray(back.map((one) => one.id))}::int[]) order by r.id, v.installment = r.installment desc, v.id`,
  )
  return rows.map((row) => ({ row: Number(row.row), title: Number(row.title) }))
}

type Linked = Pick<CardRowRecord, 'id' | 'linked_by' | 'accepted'> & { readonly conta_receber_id: number }

async function write(ctx: Ctx, all: readonly CardRowRecord[], links: readonly Linked[]): Promise<void> {
  await followFile(ctx, await updateMany(ctx, conciliacaoVenda, all, links, 'vincula'))
}

/** Receivables follow the file: when they are paid, and what is left of them by then. History keeps what was planned. */
export async function followFile(ctx: Ctx, rows: readonly CardRowRecord[]): Promise<void> {
  const sales = new Map(
    rows.flatMap((one) =>
      one.kind === 'venda' && one.conta_receber_id !== null ? [[one.conta_receber_id, one] as const] : [],
    ),
  )
  const titles = await loadWhere(ctx, contasReceber, 'id', [...sales.keys()], { lock: true })
  const edits = titles.flatMap((title) => {
    const row = sales.get(title.id)
    if (!row) return []
    const [dPrevisao, vLiquido] = [row.payment_date ?? title.dPrevisao, decimal(row.net_amount).round(2).toFixed(2)]
    const same = title.dPrevisao === dPrevisao && title.vLiquido !== null && decimal(title.vLiquido).eq(vLiquido)
    return same ? [] : [{ id: title.id, dPrevisao, vLiquido }]
  })
  await updateMany(ctx, contasReceber, titles, edits, 'acompanha')
}
