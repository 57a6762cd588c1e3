import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDate } from '../../core/br/date-text'
import { formatCurrency } from '../../core/br/number'
import { CoreError } from '../../core/errors'
import { action } from '../platform/action'
import { said } from '../platform/answers'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest, invalid } from '../platform/errors'
import { shortText } from '../platform/inputs'
import type { RecordOf } from '../platform/resource'
import { addressesIn, mailPdf } from '../relatorios/mail'
import { titleName } from './payment'
import { titleOnPaper } from './print'
import { contasReceber } from './registers'

/** What a mail cannot be sent to is no address (R3-080). */
const NO_ADDRESS = 'Digite um e-mail válido.'
const MOST = 20

/** The addresses, parted by commas, semicolons or lines. Throws 422 in the specification's words. */
function addressesOf(typed: string): readonly string[] {
  try {
    const list = addressesIn(typed)
    if (list !== null && list.length <= MOST) return list
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
  }
  throw invalid({ email: [NO_ADDRESS] })
}

interface Letter {
  readonly to: readonly string[]
  readonly texto: string | null
}

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

/** Mails a receivable to its customer (E3-071), as a PDF with its Pix code. Throws 400 of what is not owed, 422 without an address, 503 when mail is not set up. */
export const sendMail = action(contasReceber, 'sendMail', {
  on: 'record',
  right: 'edit',
  summary: 'Envia a conta por e-mail, em PDF, com o código Pix que a paga.',
  input: v.object({
    email: v.optional(v.nullable(shortText(1_000)), ''),
    texto: v.optional(v.nullable(shortText(2_000)), null),
  }),
  answer: said,
  run: async ({ ctx, record, input: { email, texto } }) => {
    const to = addressesOf(email ?? '')
    if (record.dhCancelamento !== null || Number(record.vSaldo) <= 0)
      throw badRequest('Esta conta não tem saldo a receber.', 'settled')
    await mail(ctx, record, { to, texto })
    return { message: 'Email colocado na fila de envio' }
  },
})
