import * as v from 'valibot'
import { formatDate } from '../../core/br/date-text'
import { formatCurrency } from '../../core/br/number'
import { said } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { invalid } from '../platform/errors'
import { shortText } from '../platform/inputs'
import { step } from '../platform/step'
import { addressesIn, mailPdf } from '../relatorios/mail'
import { requireMail } from '../sis/mail/queue'
import { lastDay, quoteLinks } from './orcamento/link'
import { orcamento } from './orcamento/orcamento'
import { selling } from './print'
import { venda } from './venda/venda'

const TEXT_LIMIT = 2_000
/** What a mail cannot be sent to is no address. */
const NO_ADDRESS = 'Informe ao menos um e-mail.'

const input = {
  to: v.optional(v.nullable(v.union([shortText(1_000), v.pipe(v.array(shortText(200)), v.maxLength(20))])), null),
  texto: v.optional(v.nullable(shortText(TEXT_LIMIT)), null),
}

/** Throws 422, and CoreError `invalid_email`. */
function addressesOf(to: string | readonly string[] | null): readonly string[] {
  const list = addressesIn(to)
  if (list === null) throw invalid({ to: [NO_ADDRESS] })
  return list
}

interface Sold {
  readonly id: number
  readonly empresa_id: number
  readonly vendedor_id: number | null
  readonly cliente_xNome: string | null
  readonly vTotal: string
}

interface Letter {
  readonly to: readonly string[]
  readonly texto: string | null
  /** What is sent: `o orçamento`. */
  readonly what: string
  /** Paragraphs after what is said of the file. */
  readonly more: readonly string[]
}

/** Queues a document to each address, as a PDF as it is now. */
const mailDocument = (
  ctx: Ctx,
  kind: typeof orcamento | typeof venda,
  record: Sold,
  { to, texto, what, more }: Letter,
): Promise<void> =>
  mailPdf(ctx, {
    ...record,
    to,
    kind: selling(kind),
    file: `${kind.name}-${record.id}`,
    subject: `${kind.title} nº ${record.id}`,
    dear: record.cliente_xNome ?? '',
    paragraphs: [
      ...(texto ? [texto] : []),
      `Segue em anexo ${what} nº ${record.id}, no valor de ${formatCurrency(record.vTotal)}.`,
      ...more,
    ],
  })

const sent = (): { message: string } => ({ message: 'Link enviado com sucesso.' })

/** Mails a quote (E2-005): its PDF, and while it is open the link at which its customer reads and accepts it. Throws 422 without an address, 503 when mail is not set up. */
export const quote = step(orcamento, 'email', {
  summary: 'Envia o orçamento por e-mail, em PDF e com o link em que o cliente o aceita.',
  input,
  answer: said,
  run: async ({ ctx, record, input: { to, texto } }) => {
    const letter = { to: addressesOf(to), texto, what: 'o orçamento' }
    requireMail(ctx.mail)
    const isOpen = record.dhFechamento === null && record.dhFaturamento === null
    const now = isOpen ? { ...record, dhLink: record.dhLink ?? ctx.clock.now() } : record
    const until = formatDate(lastDay(ctx, now))
    const more = isOpen
      ? [
          `Para ver, aceitar ou pedir uma alteração, abra até ${until} este endereço:\n${quoteLinks.addressOf(ctx, now)}`,
        ]
      : []
    await mailDocument(ctx, orcamento, now, { ...letter, more })
    return { set: { dhLink: now.dhLink, xPedidoAlteracao: null }, answer: sent() }
  },
})

/** Mails a sale (E2-026): its PDF. Throws as `quote`. */
export const sale = step(venda, 'email', {
  summary: 'Envia a venda por e-mail, em PDF.',
  input,
  answer: said,
  run: async ({ ctx, record, input: { to, texto } }) => {
    await mailDocument(ctx, venda, record, { to: addressesOf(to), texto, what: 'o pedido', more: [] })
    return { answer: sent() }
  },
})
