import { sql } from 'drizzle-orm'
import { AT_BANK, BOLETO, INSTRUCTION, LIVE_BOLETO, WITH_US } from '../../../core/fields/financeiro/boleto'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, insertMany, loadWhere, setRows, updateMany } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { reprinted } from './reprint'

/** What happens to receivables is told to the bank that has their boletos: the receivable is right at once, the bank when it has the next file. */

/** What a receivable came to. */
interface Followed {
  readonly id: number
  readonly record: Row
}

const isClosed = ({ record }: Followed): boolean =>
  record.dhCancelamento !== null || decimal(String(record.vSaldo)).isZero()

/** Boletos of receivables in some states, held. */
async function boletosOf(ctx: Ctx, titles: readonly number[], states: readonly number[]) {
  if (titles.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select id from boleto where contas_receber_id = any (${intArray(titles)}::int[]) and situacao = any (${intArray(states)}::int[]) order by id`,
  )
  return loadWhere(
    ctx,
    resourceNamed('boleto'),
    'id',
    rows.map((row) => Number(row.id)),
    { lock: true },
  )
}

/** What asks the bank to write boletos off, in some states, by boleto. */
async function writeOffs(ctx: Ctx, boletos: readonly number[], states: readonly number[]) {
  if (boletos.length === 0) return new Map<number, number>()
  const rows = await rowsOf(
    ctx,
    sql`select id, boleto_id from boleto_instrucao where boleto_id = any (${intArray(boletos)}::int[]) and comando = 'baixa' and situacao = any (${intArray(states)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.boleto_id), Number(row.id)]))
}

/** Receivables that nothing is owed of any more, or again: their live boletos are written off, or no longer. */
export async function followTitles(ctx: Ctx, moved: readonly Followed[]): Promise<void> {
  const idsOf = (list: readonly Followed[]) => list.map((one) => one.id)
  if (moved.length === 0 || !(await isAny(ctx, idsOf(moved)))) return
  await writeOff(ctx, idsOf(moved.filter(isClosed)))
  const again = await boletosOf(ctx, idsOf(moved.filter((one) => !isClosed(one))), AT_BANK)
  const orders = await writeOffs(
    ctx,
    again.map((one) => one.id),
    [INSTRUCTION.PENDENTE],
  )
  await setRows(ctx, resourceNamed('boleto_instrucao'), [...orders.values()], { situacao: INSTRUCTION.CANCELADA })
}

async function isAny(ctx: Ctx, titles: readonly number[]): Promise<boolean> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from boleto where contas_receber_id = any (${intArray(titles)}::int[]) limit 1`,
  )
  return rows.length > 0
}

/** Boletos that nobody is to pay: those that the bank does not have are cancelled, the others it is told to write off, once. */
export async function writeOff(ctx: Ctx, titles: readonly number[]): Promise<void> {
  const kind = resourceNamed('boleto')
  const all = await boletosOf(ctx, titles, LIVE_BOLETO)
  const ours = all.filter((one) => WITH_US.includes(Number(one.situacao)))
  await updateMany(
    ctx,
    kind,
    ours,
    ours.map(({ id }) => ({ id, situacao: BOLETO.CANCELADO })),
    'cancela',
  )
  const told = all.filter((one) => !ours.includes(one))
  const known = await writeOffs(
    ctx,
    told.map((one) => one.id),
    [INSTRUCTION.PENDENTE, INSTRUCTION.ENVIADA],
  )
  await instruct(
    ctx,
    told.filter((one) => !known.has(one.id)),
    { comando: 'baixa' },
  )
  if (all[0]) await announce(ctx, kind, all[0].id)
}

const instruct = (ctx: Ctx, boletos: readonly (Row & { readonly id: number })[], order: Row) =>
  insertMany(
    ctx,
    resourceNamed('boleto_instrucao'),
    boletos.map(({ id, empresa_id }) => ({ empresa_id, boleto_id: id, ...order })),
  )

/** A receivable's due date or amount was changed: what the bank does not have is printed anew, what it has is told by an instruction. A value that grew is not told: few layouts can. */
export async function followChange(ctx: Ctx, before: Row, after: Row): Promise<void> {
  const isMoved = before.dVencimento !== after.dVencimento
  const fell = decimal(String(before.vDup)).minus(String(after.vDup))
  if (!isMoved && fell.isZero()) return
  const live = await boletosOf(ctx, [Number(after.id)], LIVE_BOLETO)
  for (const { id } of live.filter((one) => WITH_US.includes(Number(one.situacao)))) await reprinted(ctx, id, after)
  const told = live.filter((one) => one.situacao === BOLETO.EM_REMESSA || one.situacao === BOLETO.REGISTRADO)
  if (isMoved) await instruct(ctx, told, { comando: 'vencimento', dVencimento: after.dVencimento })
  if (fell.sign() > 0) await instruct(ctx, told, { comando: 'abatimento', valor: fell.toFixed(2) })
}
