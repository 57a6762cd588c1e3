import { sql } from 'drizzle-orm'
import { BOLETO, INSTRUCTION } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, insertMany, insertRows, loadWhere, updateMany, updateRows } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { reprinted } from './reprint'

/** What happens to receivables is told to the bank that has their boletos: the receivable is right at once, the bank when it has the next file. */

/** What a receivable came to. */
interface Followed {
  readonly id: number
  readonly record: Row
}

const isClosed = ({ record }: Followed): boolean => record.dhCancelamento !== null || Number(record.vSaldo) === 0

/** Boletos of receivables in some states, held. */
async function boletosOf(ctx: Ctx, titles: readonly number[], states: readonly number[]) {
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

/** Instructions of boletos that have not been sent. */
async function unsent(ctx: Ctx, boletos: readonly number[], comando: string): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id from boleto_instrucao where boleto_id = any (${intArray(boletos)}::int[]) and comando = ${comando} and situacao = ${INSTRUCTION.PENDENTE}`,
  )
  return rows.map((row) => Number(row.id))
}

/** Receivables that nothing is owed of any more, or again: their live boletos are written off, or no longer. */
export async function followTitles(ctx: Ctx, moved: readonly Followed[]): Promise<void> {
  if (
    moved.length === 0 ||
    !(await isAny(
      ctx,
      moved.map((one) => one.id),
    ))
  )
    return
  const [closed, open] = [moved.filter(isClosed), moved.filter((one) => !isClosed(one))]
  await writeOff(
    ctx,
    closed.map((one) => one.id),
  )
  const again = await boletosOf(
    ctx,
    open.map((one) => one.id),
    [BOLETO.EM_REMESSA, BOLETO.REGISTRADO, BOLETO.EM_CARTORIO],
  )
  const orders = await unsent(
    ctx,
    again.map((one) => one.id),
    'baixa',
  )
  await updateRows(
    ctx,
    resourceNamed('boleto_instrucao'),
    orders.map((id) => ({ id, situacao: INSTRUCTION.CANCELADA })),
  )
}

async function isAny(ctx: Ctx, titles: readonly number[]): Promise<boolean> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from boleto where contas_receber_id = any (${intArray(titles)}::int[]) limit 1`,
  )
  return rows.length > 0
}

/** Boletos that nobody is to pay: those that the bank never had are cancelled, the others it is told to write off, once. */
export async function writeOff(ctx: Ctx, titles: readonly number[]): Promise<void> {
  const kind = resourceNamed('boleto')
  const all = await boletosOf(ctx, titles, [
    BOLETO.A_REGISTRAR,
    BOLETO.REJEITADO,
    BOLETO.EM_REMESSA,
    BOLETO.REGISTRADO,
    BOLETO.EM_CARTORIO,
  ])
  const isOurs = (one: Row) => one.situacao === BOLETO.A_REGISTRAR || one.situacao === BOLETO.REJEITADO
  const ours = all.filter(isOurs)
  await updateMany(
    ctx,
    kind,
    ours,
    ours.map(({ id }) => ({ id, situacao: BOLETO.CANCELADO })),
    'cancela',
  )
  const told = all.filter((one) => !isOurs(one))
  const known = new Set(
    (
      await rowsOf(
        ctx,
        sql`select boleto_id from boleto_instrucao where boleto_id = any (${intArray(told.map((one) => one.id))}::int[]) and comando = 'baixa' and situacao in (${INSTRUCTION.PENDENTE}, ${INSTRUCTION.ENVIADA})`,
      )
    ).map((row) => Number(row.boleto_id)),
  )
  await insertRows(
    ctx,
    resourceNamed('boleto_instrucao'),
    told
      .filter((one) => !known.has(one.id))
      .map(({ id, empresa_id }) => ({ empresa_id, boleto_id: id, comando: 'baixa' })),
  )
  if (all[0]) await announce(ctx, kind, all[0].id)
}

/** A receivable's due date or amount was changed: what was not sent is printed anew, what the bank has is told by an instruction. */
export async function followChange(ctx: Ctx, before: Row, after: Row): Promise<void> {
  const isMoved = before.dVencimento !== after.dVencimento
  const fell = Number(before.vDup) - Number(after.vDup)
  if (!isMoved && fell === 0) return
  const live = await boletosOf(
    ctx,
    [Number(after.id)],
    [BOLETO.A_REGISTRAR, BOLETO.REJEITADO, BOLETO.EM_REMESSA, BOLETO.REGISTRADO],
  )
  for (const one of live) {
    if (one.situacao === BOLETO.A_REGISTRAR || one.situacao === BOLETO.REJEITADO) await reprinted(ctx, one.id, after)
    else {
      const of = { empresa_id: one.empresa_id, boleto_id: one.id }
      if (isMoved)
        await insertMany(ctx, resourceNamed('boleto_instrucao'), [
          { ...of, comando: 'vencimento', dVencimento: after.dVencimento },
        ])
      if (fell > 0)
        await insertMany(ctx, resourceNamed('boleto_instrucao'), [
          { ...of, comando: 'abatimento', valor: fell.toFixed(2) },
        ])
    }
  }
}
