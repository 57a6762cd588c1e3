import * as v from 'valibot'
import { identifier } from '../../platform/inputs'
import { step } from '../../platform/step'
import { avisoPagamento } from './aviso'
import { postNotice, standingOf, takeBack } from './post'

/**
 * Does what is proposed of a payment as things stand now: settles its receivable, in part too, and credits the customer with what it is over. Of a payment of an unknown
 * link a person says which receivable it is of. Throws 400 `nothing_to_post`.
 */
export const lanca = step(avisoPagamento, 'lanca', {
  summary: 'Aceita a proposta: baixa a conta (ou a que for dita) e dá crédito do que sobra.',
  input: { contas_receber_id: v.optional(v.nullable(identifier), null) },
  run: async ({ ctx, record, input }) => {
    const standing = await standingOf(ctx, record, input.contas_receber_id)
    return { set: await postNotice(ctx, record, standing) }
  },
})

/** Leaves a payment as it is, with the reason. */
export const ignora = step(avisoPagamento, 'ignora', { summary: 'Ignora um pagamento avisado, com o motivo.' })

export const reabre = step(avisoPagamento, 'reabre', { summary: 'Devolve à fila um pagamento que foi ignorado.' })

/** Takes a posting back; the payment is in the queue again. Throws 400 `credit_used` where its credit was spent. */
export const estorna = step(avisoPagamento, 'estorna', {
  summary: 'Estorna o lançamento de um pagamento: a conta volta a ser devida, e ele à fila.',
  run: async ({ ctx, record }) => ({ set: await takeBack(ctx, record) }),
})
