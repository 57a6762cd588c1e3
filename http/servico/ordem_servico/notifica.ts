import * as v from 'valibot'
import { formatCurrency } from '../../../core/br/number'
import { ORDER_READY } from '../../../core/notices/documents'
import { finishedNotice } from '../../../core/service/notice'
import { empresa } from '../../cadastros/empresa'
import { lineOf, numberOf, sendText } from '../../cadastros/empresa/whatsapp/client'
import { cliente } from '../../cadastros/pessoas'
import { action } from '../../platform/action'
import { shownTime } from '../../platform/shown-time'
import { said } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { flag } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { advance } from '../../platform/step'
import { queueMail, requireMail } from '../../sis/mail/queue'
import { type Composed, composed } from '../../sis/notificacao/compose'
import { guardAction } from '../../platform/engine/guard'
import { linked, serviceLinks } from './link'
import { ordemServico } from './ordem-servico'

type OrdemServico = RecordOf<typeof ordemServico>
type Customer = RecordOf<typeof cliente>

const input = v.object({
  canal: v.optional(v.nullable(v.picklist(['email', 'whatsapp'], 'Escolha e-mail ou WhatsApp.'))),
  confirma: v.optional(flag, false),
})

/**
 * Tells a customer that an order is done (T3-067): by WhatsApp where the customer has it, else by e-mail, in the words of the company's template of that event, else in its own
 * of the register, with the link at which the order is read and signed. A second time only when that is asked for. What cannot be sent changes nothing. Throws 400 `not_finished`, `confirm`, `no_address`; 503 where nothing is set up.
 */
export const notificaFinalizacao = action(ordemServico, 'notificaFinalizacao', {
  on: 'record',
  right: 'edit',
  verb: 'notificaFinalizacao',
  summary: 'Avisa o cliente de que a ordem de serviço está pronta (canal); avisar de novo pede confirmação (confirma).',
  input,
  answer: said,
  ask: async ({ ctx, record, input: { canal, confirma } }) => {
    await guardAction(ctx, ordemServico, record, { verb: 'notificaFinalizacao' })
    assertNotTold(ctx, record, confirma)
    const customer = await load(ctx, cliente, record.cliente_id)
    const linked = withLink(ctx, record)
    const way = canal ?? (customer.has_whatsapp ? 'whatsapp' : 'email')
    const words = (await composed(ctx, ORDER_READY, way, linked)) ?? (await usual(ctx, linked, customer))
    if (way === 'email') return byMail(ctx, record, customer, words)
    const [line, number] = [await lineOf(ctx, record.empresa_id), numberOf(customer.fone)]
    return async () => {
      await sendText(line, number, words.text)
      return undefined
    }
  },
  run: async ({ ctx, record, input, asked: mail }) => {
    // Whoever else told the customer meanwhile was quicker.
    assertNotTold(ctx, record, input.confirma)
    if (mail) await queueMail(ctx, mail)
    await advance(ctx, ordemServico, record, 'notificaFinalizacao', { dhLink: withLink(ctx, record).dhLink })
    return { message: mail ? 'Cliente avisado por e-mail.' : 'Cliente avisado por WhatsApp.' }
  },
})

/** Throws 400 `confirm` for a customer who was told already, unless telling again was asked for. */
function assertNotTold(ctx: Ctx, { dhNotificacao }: OrdemServico, again: boolean): void {
  if (dhNotificacao === null || again) return
  throw badRequest(`O cliente já foi avisado em ${shownTime(ctx, dhNotificacao)}. Avisar de novo?`, 'confirm')
}

/** The order with the day of its link; without one where this server does not know its own address. */
const withLink = (ctx: Ctx, record: OrdemServico): OrdemServico => (ctx.mail.publicUrl ? linked(ctx, record) : record)

/** What is said where no template says it. */
async function usual(ctx: Ctx, record: OrdemServico, { xNome }: Customer): Promise<Composed> {
  const company = await load(ctx, empresa, record.empresa_id)
  const text = finishedNotice(company.aviso_os, {
    cliente: xNome,
    numero: String(record.id),
    equipamento: [record.xEquipamento, record.nSerie].filter((one) => one !== null).join(', '),
    total: formatCurrency(record.vTotal),
    empresa: company.xFant ?? company.xNome,
    link: record.dhLink === null || !ctx.mail.publicUrl ? '' : serviceLinks.addressOf(ctx, record),
  })
  return { subject: `Ordem de serviço nº ${record.id} pronta`, text }
}

function byMail(ctx: Ctx, { empresa_id }: OrdemServico, { email }: Customer, words: Composed) {
  if (!email)
    throw badRequest('O cliente não tem WhatsApp validado nem e-mail: complete o cadastro dele.', 'no_address')
  requireMail(ctx.mail)
  const mail = { empresa_id, to: email, ...words }
  return async () => mail
}
