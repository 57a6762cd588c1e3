import { sql } from 'drizzle-orm'
import { pathOf } from '../../../core/access'
import { tellByChat } from '../../chat/tell'
import { type Ctx, rowsOf } from '../../platform/context'
import { queueMail } from '../../sis/mail/queue'
import { senderOf } from '../../relatorios/mail'
import type { OrcamentoRecord } from '../shared-actions'

/** What a customer answered: as a sentence of ours, and as one that names them or says their words. */
interface Answered {
  readonly short: string
  readonly whole: string
}

/**
 * Tells the seller what a customer answered to a quote: in the chat, with its notice, where the seller is a user; by mail, else to the company's address, where mail is
 * set up. Its history, its list and its queue tell in any case.
 */
export async function tellSeller(ctx: Ctx, record: OrcamentoRecord, { short, whole }: Answered): Promise<void> {
  const path = pathOf('orcamento', record.id)
  const [seller] = await rowsOf(
    ctx,
    sql`select user_id from vendedor where id = ${record.vendedor_id} and user_id is not null`,
  )
  if (seller)
    await tellByChat(ctx, {
      user_id: Number(seller.user_id),
      empresa_id: record.empresa_id,
      text: `Orçamento nº ${record.id}: ${short}.\n${ctx.mail.publicUrl?.replace(/\/+$/, '') ?? ''}${path}`,
    })
  await mailSeller(ctx, record, whole)
}

async function mailSeller(ctx: Ctx, record: OrcamentoRecord, what: string): Promise<void> {
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
  })
}
