import { sql } from 'drizzle-orm'
import { BOLETO, INSTRUCTION } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import { type Boleto, boleto } from './boleto'

/** Which boleto a customer is given of what is owed. */

/** A boleto `b` that its bank is asked to write off: an instruction that waits, or is on its way. */
export const WRITING_OFF = sql`exists (select 1 from boleto_instrucao i where i.boleto_id = b.id and i.comando in ('baixa', 'susta_protesto_baixa')
  and i.situacao in (${INSTRUCTION.PENDENTE}, ${INSTRUCTION.ENVIADA}))`

/**
 * A boleto `b` of a receivable `t` that is to be paid as it is: at the bank or on its way there, and still of what is owed and when. One that the bank refused, or that has gone to the
 * registry of protests, cannot be paid by what is printed on it.
 */
export const GIVEN = sql`b.contas_receber_id = t.id and b.situacao in (${BOLETO.A_REGISTRAR}, ${BOLETO.EM_REMESSA}, ${BOLETO.REGISTRADO})
  and b.valor = t."vSaldo" and b."dVencimento" = t."dVencimento" and t."dhCancelamento" is null and not ${WRITING_OFF}`

/** The boleto that the customer of a receivable is given; undefined where there is none. */
export async function boletoGiven(ctx: Ctx, contas_receber_id: number): Promise<Boleto | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select b.id from contas_receber t join boleto b on ${GIVEN} where t.id = ${contas_receber_id} order by b.id desc limit 1`,
  )
  const [one] = await loadWhere(ctx, boleto, 'id', row ? [Number(row.id)] : [])
  return one
}
