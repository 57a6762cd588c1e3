import { sql } from 'drizzle-orm'
import { counted } from '../../../core/br/number'
import { conciliacaoRecebimentoFields, conciliacaoVendaFields } from '../../../core/fields/financeiro/conciliacao'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { fieldsThatDiffer } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { deleteRows, loadWhere } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { type Draft, faultName, type Hooks, resourceNamed, type Row } from '../../platform/resource'

/** What somebody may type: all of what has no file, and of a file's rows only where they are booked. */

/** Deposits that are settled, of these. */
export async function settledAmong(ctx: Ctx, ids: readonly unknown[]): Promise<boolean> {
  const wanted = ids.filter((id) => typeof id === 'number')
  if (wanted.length === 0) return false
  const rows = await rowsOf(
    ctx,
    sql`select 1 from conciliacao_recebimento r where r.id = any (${intArray(wanted)}::int[]) and r.lancamento_id is not null limit 1`,
  )
  return rows.length > 0
}

export const settled = () => badRequest('Este recebimento já foi baixado: estorne antes.', 'settled')
const linked = () => badRequest('O registro está vinculado a uma parcela: desvincule antes.', 'linked')
const fromFile = (what: string) => badRequest(`${what} é como a adquirente disse: vincule, não altere.`, 'from_file')

/** What may be changed of a row that came with a file. */
const FREE = new Set(['plano_conta_id', 'description'])

function checkAmounts(draft: Draft): void {
  const { before, values } = draft
  const amount = (name: string) => decimal(String(values[name] ?? before?.[name] ?? 0))
  const [gross, net] = [amount('batch_gross_amount'), amount('net_amount')]
  if (gross.isZero() && net.isZero())
    throw invalid({ [faultName(draft, 'batch_gross_amount')]: ['Informe um valor diferente de zero.'] })
  values.fee_amount = gross.minus(net).toFixed(6)
}

export const rowHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    const touched = drafts.flatMap(({ before, values }) => [before?.recebimento_id, values.recebimento_id])
    if (await settledAmong(ctx, touched)) throw settled()
    await checkDeposits(ctx, drafts)
    if (drafts.some(({ before, values }) => before?.conta_receber_id && values.plano_conta_id)) throw linked()
    for (const draft of drafts) {
      if (draft.before?.chave && fieldsThatDiffer(conciliacaoVendaFields, draft).some((name) => !FREE.has(name)))
        throw fromFile('O registro')
      if (!draft.before) draft.values.origem_id = draft.values.conciliacao_id
      checkAmounts(draft)
    }
  },
  remove: async (ctx, { recebimento_id, conta_receber_id, chave }) => {
    if (await settledAmong(ctx, [recebimento_id])) throw settled()
    if (chave !== null) throw fromFile('O registro')
    if (conta_receber_id !== null) throw linked()
  },
}

/** A row is in a deposit of its own reconciliation. */
async function checkDeposits(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const wanted = drafts.flatMap(({ values }) =>
    typeof values.recebimento_id === 'number' ? [values.recebimento_id] : [],
  )
  if (wanted.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select r.id, r.conciliacao_id from conciliacao_recebimento r where r.id = any (${intArray(wanted)}::int[])`,
  )
  const owners = new Map(rows.map((row) => [Number(row.id), Number(row.conciliacao_id)]))
  for (const draft of drafts) {
    const id = draft.values.recebimento_id
    const own = draft.values.conciliacao_id ?? draft.before?.conciliacao_id
    if (typeof id === 'number' && own !== undefined && owners.get(id) !== own)
      throw invalid({ [faultName(draft, 'recebimento_id')]: ['Selecione um recebimento desta conciliação.'] })
  }
}

export const depositHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    for (const draft of drafts) {
      if (draft.before?.lancamento_id) throw settled()
      if (draft.before?.chave && fieldsThatDiffer(conciliacaoRecebimentoFields, draft).length > 0)
        throw fromFile('O recebimento')
    }
  },
  remove: (_ctx, { lancamento_id, chave }) => {
    if (lancamento_id !== null) throw settled()
    if (chave !== null) throw fromFile('O recebimento')
  },
}

/** As many rows and deposits as a reconciliation shows with itself; the rest are listed by themselves. */
const MOST_SHOWN = 1000

async function lists(ctx: Ctx, { id }: Row): Promise<Row> {
  const deposits = await rowsOf(
    ctx,
    sql`select r.id, r.payment_date::text as payment_date, r.brand, r.net_amount::float8 as net_amount, r.status, r.extrato_banco_id, r.lancamento_id
        from conciliacao_recebimento r where r.conciliacao_id = ${Number(id)} order by r.payment_date, r.id limit ${MOST_SHOWN}`,
  )
  const rows = await rowsOf(
    ctx,
    sql`select v.id, v.kind, v.nsu, v.sale_date::text as sale_date, v.batch_gross_amount::float8 as batch_gross_amount, v.conta_receber_id, v.status
        from conciliacao_venda v where v.conciliacao_id = ${Number(id)} order by v.id limit ${MOST_SHOWN}`,
  )
  return { recebimentos: deposits, conciliacao_venda_list: rows }
}

/**
 * A file is taken back: its rows go, then its deposits. What found its receivable by itself finds it again; what a person linked is theirs to take off first.
 * A row that an earlier file brought is told by that too: that one is taken back first. Throws 400 `told_before`, `settled`, `linked`.
 */
async function removeParts(ctx: Ctx, id: number): Promise<void> {
  const [rowKind, depositKind] = [resourceNamed('conciliacao_venda'), resourceNamed('conciliacao_recebimento')]
  const rows: readonly Row[] = await loadWhere(ctx, rowKind, 'conciliacao_id', [id], { lock: true })
  const deposits: readonly Row[] = await loadWhere(ctx, depositKind, 'conciliacao_id', [id], { lock: true })
  if (rows.some(({ origem_id }) => origem_id !== null && origem_id !== id))
    throw badRequest('Este arquivo mudou registros de arquivos anteriores.', 'told_before')
  const named = rows.map((one) => one.recebimento_id)
  if (deposits.some((one) => one.lancamento_id !== null) || (await settledAmong(ctx, named))) throw settled()
  const byHand = rows.filter((one) => one.linked_by === 'pessoa').length
  if (byHand > 0)
    throw badRequest(
      `${counted(byHand, 'registro foi vinculado', 'registros foram vinculados')} por uma pessoa: desvincule antes.`,
      'linked',
    )
  await deleteRows(ctx, rowKind, rows)
  await deleteRows(ctx, depositKind, deposits)
}

export const headHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    for (const { before, values } of drafts)
      if (
        before?.sha256 &&
        ['acquirer', 'begin_date', 'end_date'].some(
          (name) => values[name] !== undefined && values[name] !== before[name],
        )
      )
        throw fromFile('A conciliação')
  },
  remove: async (ctx, { id }) => removeParts(ctx, Number(id)),
  present: lists,
}
