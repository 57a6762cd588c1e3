import { sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { formatCurrency } from '../../core/br/number'
import { action } from '../platform/action'
import { said } from '../platform/answers'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'
import type { RecordOf } from '../platform/resource'
import { mailPdf } from '../relatorios/mail'
import { boletoGiven } from './boleto/given'
import { mailBoleto } from './boleto/mail'
import { addressesOf, type Letter, letterInput, NOT_OWED, QUEUED } from './letter'
import { titleName } from './payment'
import { titleOnPaper } from './print'
import { contasReceber } from './registers'

async function mail(ctx: Ctx, record: RecordOf<typeof contasReceber>, { to, texto }: Letter): Promise<void> {
  const { empresa_id, cliente_id, id } = record
  const [customer] = await rowsOf(ctx, sql`select "xNome" from cliente where id = ${cliente_id}`)
  await mailPdf(ctx, {
    id,
    empresa_id,
    vendedor_id: null,
    to,
    kind: titleOnPaper,
    file: `conta-${id}`,
    subject: `Conta ${titleName(record)}`,
    dear: String(customer?.xNome ?? ''),
    paragraphs: [
      ...(texto ? [texto] : []),
      `Segue em anexo a conta ${titleName(record)}, de ${formatCurrency(record.vSaldo)}, com vencimento em ${formatDate(record.dVencimento)}.`,
    ],
  })
}

/**
 * Mails a receivable to its customer (E3-071): its boleto where it has one, else a paper of its own with its Pix code. Throws 400 of what is not owed, 422 without an
 * address, 503 when mail is not set up.
 */
export const sendMail = action(contasReceber, 'sendMail', {
  on: 'record',
  right: 'edit',
  summary: 'Envia a conta por e-mail, em PDF: o boleto, onde há um; senão a conta com o código Pix que a paga.',
  input: letterInput,
  answer: said,
  run: async ({ ctx, record, input: { email, texto } }) => {
    const to = addressesOf(email ?? '')
    if (record.dhCancelamento !== null || Number(record.vSaldo) <= 0) throw badRequest(NOT_OWED, 'settled')
    const boleto = await boletoGiven(ctx, record.id)
    if (boleto) await mailBoleto(ctx, boleto, { to, texto })
    else await mail(ctx, record, { to, texto })
    return QUEUED
  },
})
