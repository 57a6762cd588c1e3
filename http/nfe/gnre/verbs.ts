import { sql } from 'drizzle-orm'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { tryNow } from '../../platform/exchange/verbs'
import { nothing } from '../../platform/inputs'
import { step } from '../../platform/step'
import { beginSending } from './flow'
import { gnre } from './gnre'
import { undoPayable } from './undo-payable'

/** Sends a draft to the portal. Throws 422 `guide_refused` with all that stands in the way, 503 without a certificate. */
export const envia = step(gnre, 'envia', {
  summary: 'Envia a guia ao portal da GNRE: confere o que o estado pede e espera o código de barras e o Pix.',
  run: async ({ ctx, record }) => {
    await keyPairOf(ctx, record.empresa_id)
    return { set: await beginSending(ctx, record) }
  },
})

/** Sends a refused guide again, as it is now. */
export const corrige = step(gnre, 'corrige', {
  summary: 'Reenvia a guia recusada, com o que foi corrigido.',
  run: async ({ ctx, record }) => {
    await keyPairOf(ctx, record.empresa_id)
    return { set: await beginSending(ctx, record) }
  },
})

/** Asks for what waits of a guide now: nothing is sent that may have been taken. Throws 400 `not_sent`. */
export const consulta = action(gnre, 'consulta', {
  on: 'record',
  right: 'edit',
  verb: 'consulta',
  summary: 'Consulta agora o portal da GNRE pelo que falta da guia.',
  input: nothing,
  answer: said,
  run: async ({ ctx, record }) => {
    const [last] = await rowsOf(
      ctx,
      sql`select q.id from troca q where q.empresa_id = ${record.empresa_id} and q.status <> 'respondida' and q.tipo like 'gnre.%' and q.recurso = 'gnre'
          and (q.registro_id = ${record.id} or (q.dados -> 'guias') @> ${JSON.stringify([record.id])}::jsonb or (q.dados -> 'guias') @> ${JSON.stringify([{ id: record.id }])}::jsonb)
          order by q.id desc limit 1`,
    )
    if (!last) throw badRequest('Nada desta guia espera pelo portal da GNRE.', 'not_sent')
    await tryNow(ctx, [Number(last.id)], 'tentarAgora')
    return { message: 'O portal da GNRE será consultado agora.' }
  },
})

/** Cancels a guide that nobody paid, with its payable. One that the bank is paying is refused. */
export const cancela = step(gnre, 'cancela', {
  summary: 'Cancela a guia que não foi paga, com a conta a pagar dela.',
  run: async ({ ctx, record, reason }) => undoPayable(ctx, record, reason),
})

/** A guide that was paid and was not owed: it waits for the state to give it back. */
export const restitui = step(gnre, 'restitui', {
  summary: 'Marca a guia paga como a restituir pelo estado.',
})

/** Cancels the payable of a guide, which is ready again. */
export const desfazConta = step(gnre, 'desfazConta', {
  summary: 'Cancela a conta a pagar da guia, que volta a pronta.',
  run: async ({ ctx, record }) => undoPayable(ctx, record),
})
