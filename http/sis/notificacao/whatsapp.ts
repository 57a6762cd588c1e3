import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ATTEMPTS } from '../../../core/webhooks/delivery'
import { empresa } from '../../cadastros/empresa'
import { type Line, lineFrom, sendText } from '../../cadastros/empresa/whatsapp/client'
import { SYSTEM } from '../../db/pool'
import { outside, type Services } from '../../platform/app'
import { rowsOf } from '../../platform/context'
import { typed } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { exchange, NotSent, type Sent, type Work } from '../../platform/exchange/exchange'
import { jsonIn } from '../../platform/outside/call'

const message = v.object({ fone: v.string(), texto: v.string() })
const about = v.object({ template: v.number(), evento: v.string(), registro: v.number(), para: v.string() })

/** What a message keeps beside its text: which telling it is. */
export type MessageAbout = v.InferOutput<typeof about>

/**
 * Messages of templates by WhatsApp, whose text and number are kept only until they are over. The service cannot be asked whether it took one: where no answer came it
 * goes again, so it comes at least once.
 */
export const sendsMessage = exchange('notificacao.whatsapp', {
  title: 'WhatsApp',
  timeoutMs: 20_000,
  attempts: ATTEMPTS,
  atOnce: 4,
  ready: ({ whatsappUrl }) => whatsappUrl !== undefined,
  ask: 'repeats',
  answer: v.object({ ok: v.literal(true) }),
  shownAs: 'aviso_envio',
  send,
  gaveUp: async (ctx, { dados }, erro) => {
    const { template, evento, registro, para } = v.parse(about, dados)
    await ctx.db.execute(
      sql`update aviso_envio set erro = ${erro.slice(0, 500)}, versao = versao + 1
          where notificacao_template_id = ${template} and evento = ${evento} and registro_id = ${registro} and para = ${para}`,
    )
  },
})

async function send({ services, request }: Work): Promise<Sent<{ ok: true }>> {
  const { fone, texto } = v.parse(message, jsonIn(request.corpo))
  try {
    await sendText(await lineNow(services, request.empresa_id), fone, texto)
    return { answer: { ok: true } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'no_whatsapp') return { never: error.message, status: error.status }
    if (error.code === 'not_connected' || error.code === 'integration_not_configured')
      return { again: error.message, status: error.status }
    throw error
  }
}

/** The company's line as it is now: a corrected key counts for what still waits. Throws NotSent where there is none any more. */
async function lineNow(services: Services, empresa_id: number): Promise<Line> {
  const company = await services.pool.transaction(SYSTEM, async (db) => {
    const [row] = await rowsOf({ db }, sql`select * from empresa where id = ${empresa_id}`)
    return row
  })
  if (!company) throw new NotSent('Esta empresa não existe mais.')
  return lineFrom({ outside: outside(services) }, typed(empresa, company))
}
