import { greeting } from '../../../core/br/greeting'
import { counted, formatCurrency } from '../../../core/br/number'
import { MODELS } from '../../../core/fields/nfe/nfe'
import { empresa } from '../../cadastros/empresa'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load, update } from '../../platform/engine/write'
import { senderOf } from '../../relatorios/mail'
import { queueMail, requireMail } from '../../sis/mail/queue'
import { type GuardaFiscal, guardaFiscal } from './guarda-fiscal'
import { keepingLinks, LINK_DAYS } from './link'

/** `11/2026` */
export const monthText = (mes: string): string => `${mes.slice(5, 7)}/${mes.slice(0, 4)}`

/**
 * Mails the accountant of the company a link to a file that was made; links of the file that were sent before are good no more. Throws 400 where the company names no
 * address, the file was not made or is being made, 503 where mail is not set up.
 */
export async function sendFile(ctx: Ctx, record: GuardaFiscal): Promise<GuardaFiscal> {
  requireMail(ctx.mail)
  if (record.situacao === 'gerando') throw badRequest('O arquivo está sendo gerado: envie em seguida.', 'making')
  if (record.sha256 === null) throw badRequest('Gere o arquivo antes de enviar.', 'not_made')
  const company = await load(ctx, empresa, record.empresa_id)
  const to = company.contador_email
  if (to === null)
    throw badRequest('Informe o e-mail da contabilidade no cadastro da empresa, na aba Fiscal.', 'no_address')
  const now = ctx.clock.now()
  const sent = await update(
    ctx,
    guardaFiscal,
    record,
    { situacao: 'enviada', nLink: record.nLink + 1, dhLink: now, dhEnvio: now, para: to, erro: null },
    `foi enviada para ${to}`,
  )
  const { names, email } = await senderOf(ctx, { empresa_id: record.empresa_id, vendedor_id: null })
  const what = `${MODELS[record.mod === 65 ? 65 : 55]} de ${monthText(record.mes)}`
  await queueMail(ctx, {
    empresa_id: record.empresa_id,
    to,
    subject: ['Documentos fiscais', what, ...names.slice(-1)].join(' · '),
    text: [
      `${greeting(now, ctx.timeZone)}.`,
      `Os documentos fiscais de ${company.xNome} (${what}) estão prontos:`,
      contentsOf(record).join('\n'),
      `Baixe o arquivo em até ${LINK_DAYS} dias:\n${keepingLinks.addressOf(ctx, sent)}`,
      names.join('\n'),
    ].join('\n\n'),
    ...(email === undefined ? {} : { replyTo: email }),
    secret: true,
  })
  return sent
}

/** What a file has in it, line by line. */
export function contentsOf(record: GuardaFiscal): string[] {
  const { qAutorizadas, qCanceladas, qEventos, qInutilizadas, qRecebidas, qNumeros, qFaltas, vNF } = record
  const others = [
    ['MDF-e', record.qMdfe],
    ['NFS-e', record.qNfse],
    ['guias GNRE', record.qGnre],
  ] as const
  return [
    `${counted(qAutorizadas, 'nota autorizada', 'notas autorizadas')}, no total de ${formatCurrency(vNF)}`,
    counted(qCanceladas, 'nota cancelada', 'notas canceladas'),
    counted(qEventos, 'evento', 'eventos'),
    counted(qInutilizadas, 'faixa inutilizada', 'faixas inutilizadas'),
    counted(qRecebidas, 'nota recebida', 'notas recebidas'),
    ...others.flatMap(([of, count]) => (count === 0 ? [] : [counted(count, `arquivo de ${of}`, `arquivos de ${of}`)])),
    `${counted(qNumeros, 'número', 'números')} na lista`,
    qFaltas === 0 ? 'Nada falta.' : `${counted(qFaltas, 'falta', 'faltas')}: veja o leia-me do arquivo.`,
  ]
}
