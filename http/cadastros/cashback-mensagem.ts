import * as v from 'valibot'
import { formatDate } from '../../core/br/date-text'
import { formatNumber } from '../../core/br/number'
import { action } from '../platform/action'
import { shownTime } from '../platform/shown-time'
import { said } from '../platform/answers'
import type { Ctx } from '../platform/context'
import { load, update } from '../platform/engine/write'
import { badRequest } from '../platform/errors'
import { flag } from '../platform/inputs'
import type { RecordOf } from '../platform/resource'
import { queueMail, requireMail } from '../sis/mail/queue'
import { clienteCashback } from './cliente-cashback'
import { empresa } from './empresa'
import { lineOf, numberOf, sendText } from './empresa/whatsapp/client'
import { cliente } from './pessoas'

/** Tells a customer of a cashback: by WhatsApp, else by e-mail where the company wants that. A second time only when it is confirmed (E1-029). */
export const enviaMensagemCashback = action(clienteCashback, 'enviaMensagemCashback', {
  on: 'record',
  right: 'edit',
  summary: 'Avisa o cliente do cashback; repetir o aviso pede confirmação (confirma).',
  input: v.object({ confirma: v.optional(flag, false) }),
  answer: said,
  ask: async ({ ctx, record, input }) => {
    if (record.dhMensagem && !input.confirma) throw badRequest(askAgain(ctx, record.dhMensagem), 'confirm')
    if (record.dhUso) throw badRequest('Este cashback já foi usado.', 'used')
    if (record.dValidade && record.dValidade < ctx.clock.today())
      throw badRequest(`Este cashback venceu em ${formatDate(record.dValidade)}.`, 'expired')
    const customer = await load(ctx, cliente, record.cliente_id)
    const company = await load(ctx, empresa, record.empresa_id)
    const text = messageOf(record, customer, company)
    if (!customer.has_whatsapp) return mailInstead(ctx, { customer, company, text })
    const [line, number] = [await lineOf(ctx, company.id), numberOf(customer.fone)]
    return async () => {
      await sendText(line, number, text)
      return undefined
    }
  },
  run: async ({ ctx, record, asked: mail }) => {
    if (mail) await queueMail(ctx, mail)
    await update(ctx, clienteCashback, record, { dhMensagem: ctx.clock.now() }, 'enviaMensagemCashback')
    return { message: mail ? 'Mensagem enviada por e-mail com sucesso.' : 'Mensagem enviada com sucesso.' }
  },
})

const askAgain = (ctx: Ctx, at: string) =>
  `Este cliente já foi avisado em ${shownTime(ctx, at)}. Confirme para avisar de novo.`

interface Message {
  readonly customer: RecordOf<typeof cliente>
  readonly company: RecordOf<typeof empresa>
  readonly text: string
}

function mailInstead(ctx: Ctx, { customer, company, text }: Message) {
  if (company.ses_prumo !== 1 || !customer.email)
    throw badRequest('O cliente não tem WhatsApp validado: verifique o telefone no cadastro dele.', 'no_whatsapp')
  requireMail(ctx.mail)
  const mail = { empresa_id: company.id, to: customer.email, subject: `Seu cashback na ${nameOf(company)}`, text }
  return async () => mail
}

const nameOf = ({ xFant, xNome }: RecordOf<typeof empresa>) => xFant ?? xNome

function messageOf(
  { vCashback, dValidade }: RecordOf<typeof clienteCashback>,
  { xNome }: RecordOf<typeof cliente>,
  company: RecordOf<typeof empresa>,
): string {
  const until = dValidade ? `, para usar até ${formatDate(dValidade)}` : ''
  return `Olá, ${xNome}! Você tem R$ ${formatNumber(vCashback, 2)} de cashback na ${nameOf(company)}${until}.`
}
