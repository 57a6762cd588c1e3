import { sql } from 'drizzle-orm'
import { formatLine } from '../../../core/banking/boleto'
import { formatDate } from '../../../core/br/date-text'
import { formatCurrency } from '../../../core/br/number'
import { BOLETO } from '../../../core/fields/financeiro/boleto'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { mailFile } from '../../relatorios/mail'
import { boletosPdf } from '../boleto-paper/draw-apart'
import { addressesOf, type Letter, letterInput, NOT_OWED, QUEUED } from '../letter'
import { titleName } from '../payment'
import { contasReceber } from '../registers'
import { type Boleto, boleto } from './boleto'
import { papersOf } from './paper-of'

/**
 * Queues a letter with a boleto: its PDF, and in the text what is typed or copied to pay it. Throws 400 `cancelled`, `written_off` of one that nobody is to pay, 503 when mail is not
 * set up.
 */
export async function mailBoleto(ctx: Ctx, one: Boleto, { to, texto }: Letter): Promise<void> {
  const papers = await papersOf(ctx, [one.id])
  const title = await load(ctx, contasReceber, one.contas_receber_id)
  const [customer] = await rowsOf(ctx, sql`select "xNome" from cliente where id = ${one.cliente_id}`)
  const name = titleName(title)
  const letter = {
    to,
    empresa_id: one.empresa_id,
    vendedor_id: null,
    file: `boleto-${one.id}`,
    subject: `Boleto da conta ${name}`,
    dear: String(customer?.xNome ?? ''),
    paragraphs: [
      ...(texto ? [texto] : []),
      `Segue em anexo o boleto da conta ${name}, de ${formatCurrency(one.valor)}, com vencimento em ${formatDate(one.dVencimento)}.`,
      `Linha digitável:\n${formatLine(one.linha_digitavel ?? '')}`,
      ...(one.pix ? [`Pix copia e cola:\n${one.pix}`] : []),
    ],
  }
  await mailFile(ctx, letter, await boletosPdf(papers, { forma: 'folha' }))
}

/** Mails a boleto to its customer. Throws 400 of what cannot be paid by it, 422 without an address, 503 when mail is not set up. */
export const sendMail = action(boleto, 'sendMail', {
  on: 'record',
  right: 'edit',
  summary: 'Envia o boleto por e-mail, em PDF, com a linha digitável e, onde o banco deu um, o código Pix.',
  input: letterInput,
  answer: said,
  run: async ({ ctx, record, input: { email, texto } }) => {
    const to = addressesOf(email ?? '')
    const { dhCancelamento, vSaldo } = await load(ctx, contasReceber, record.contas_receber_id)
    const name = record.nosso_numero_impresso ?? ''
    if (record.situacao === BOLETO.LIQUIDADO) throw badRequest(`O boleto ${name} já foi pago.`, 'settled')
    if (record.situacao === BOLETO.REJEITADO)
      throw badRequest(`O banco recusou o boleto ${name}: ele não pode ser pago.`, 'rejected')
    if (dhCancelamento !== null || Number(vSaldo) <= 0) throw badRequest(NOT_OWED, 'settled')
    await mailBoleto(ctx, record, { to, texto })
    return QUEUED
  },
})
