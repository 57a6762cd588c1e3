import { pathOf } from '../../../core/access'
import type { Ctx } from '../../platform/context'
import { queueMail } from '../../sis/mail/queue'
import { senderOf } from '../email'
import type { OrcamentoRecord } from '../shared-actions'

/** Mails the seller, else the company, what a customer answered to a quote; where mail is not set up its history, its list and its queue tell. */
export async function tellSeller(ctx: Ctx, record: OrcamentoRecord, what: string): Promise<void> {
  const { smtpUrl, publicUrl } = ctx.mail
  const { email } = await senderOf(ctx, record)
  if (!smtpUrl || !publicUrl || email === undefined) return
  await queueMail(ctx, {
    empresa_id: record.empresa_id,
    to: email,
    subject: `Orçamento nº ${record.id}: ${what}`,
    text: [
      `${record.cliente_xNome ?? 'O cliente'}: ${what}.`,
      ...(record.xPedidoAlteracao ? [record.xPedidoAlteracao] : []),
      `${publicUrl.replace(/\/+$/, '')}${pathOf('orcamento', record.id)}`,
    ].join('\n\n'),
    secret: true,
  })
}
