import * as v from 'valibot'
import { sql } from 'drizzle-orm'
import { TEMPLATE_TEXT } from '../../../core/fields/sis/notificacao-template'
import { documentOf, type NoticeDocument, ORDER_READY } from '../../../core/notices/documents'
import { namesIn, placeOf } from '../../../core/notices/template'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { identifier, nothing, shortText } from '../../platform/inputs'
import { resourceNamed } from '../../platform/resource'
import { may } from '../../platform/rights'
import { step } from '../../platform/step'
import { mailHtml } from '../mail/message'
import { compose, textsOf } from './compose'
import { ownNames, ownValuesOf } from './own'
import { notificacaoTemplate, type NotificacaoTemplate } from './template'
import { namesPeople } from './people'
import { referredOf, seenBy, valuesOf } from './values'

/** Templates of one event that a company uses at a time. */
const MOST_IN_USE = 10

/**
 * A template is used from now on (E3-143, T3-068). Throws 422 at the field for what it could not be sent with: a name that its document does not have, no text, nobody to
 * tell; 400 `too_many`.
 */
export const finalizarNotificacaoTemplate = step(notificacaoTemplate, 'finalizarNotificacaoTemplate', {
  summary: 'Põe o modelo em uso: cada vez que o evento acontece, a mensagem é enviada.',
  run: async ({ ctx, record }) => {
    const document = documentNamed(record)
    const own = await ownNames(ctx, document, record.empresa_id)
    const faults = faultsOf(ctx, record, {
      document,
      knows: (name) => Object.hasOwn(document.vars, name) || own.has(name),
    })
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const [known] = await rowsOf(
      ctx,
      sql`select count(*)::int as n from notificacao_template where empresa_id = ${record.empresa_id} and evento = ${record.evento} and status = 1`,
    )
    if (Number(known?.n) >= MOST_IN_USE)
      throw badRequest(`Já há ${MOST_IN_USE} modelos em uso para este evento.`, 'too_many')
  },
})

/** A template in use is a draft again: nothing is sent by it meanwhile. */
export const corrige = step(notificacaoTemplate, 'corrige', {
  summary: 'Reabre o modelo para corrigir; nada é enviado por ele até ser finalizado de novo.',
})

/** A template is used no more (T3-069). */
export const cancelarNotificacaoTemplate = step(notificacaoTemplate, 'cancelarNotificacaoTemplate', {
  summary: 'Cancela o modelo: nada mais é enviado por ele.',
})

function documentNamed({ evento }: NotificacaoTemplate): NoticeDocument {
  const document = documentOf(evento)
  if (!document) throw invalid({ evento: ['Este evento não existe mais: escolha outro.'] })
  return document
}

type Faults = Readonly<Record<string, readonly string[]>>

/** A document, and the names that texts may hold of it. */
interface Naming {
  readonly document: NoticeDocument
  readonly knows: (name: string) => boolean
}

function faultsOf(ctx: Ctx, template: NotificacaoTemplate, naming: Naming): Faults {
  const { document } = naming
  const { assunto, body, canal, para_cliente, para_vendedor, para, evento } = template
  const byMail = canal === 'email'
  const within = canal === 'prumo'
  const lacking = (wanted: boolean, person: unknown, who: string) =>
    wanted && person === undefined ? [`${document.title} não tem ${who}.`] : []
  const nobody = !within && evento !== ORDER_READY && !para_cliente && !para_vendedor && (para ?? '').trim() === ''
  const all: Faults = {
    assunto: byMail ? textFaults(assunto, 'Escreva o assunto.', naming) : [],
    body: textFaults(body, 'Escreva a mensagem.', naming),
    canal: within || byMail || ctx.outside.whatsappUrl ? [] : ['O WhatsApp não está configurado neste servidor.'],
    para_cliente: lacking(!within && para_cliente, document.party, 'cliente'),
    para_vendedor: lacking(!within && para_vendedor, document.seller, 'vendedor'),
    papeis: within && !namesPeople(template) ? ['Escolha quem é avisado.'] : [],
    para: nobody ? ['Escolha para quem vai.'] : [],
  }
  return Object.fromEntries(Object.entries(all).filter(([, texts]) => texts.length > 0))
}

function textFaults(text: string | null, empty: string, { document: { title }, knows }: Naming): readonly string[] {
  if ((text ?? '').trim() === '') return [empty]
  const unknown = namesIn(text ?? '').filter((name) => !knows(name))
  return unknown.slice(0, 20).map((name) => `${title} não tem ${placeOf(name)}.`)
}

const preview = v.object({ subject: v.string(), text: v.string(), html: v.string() })

/**
 * What a template says of a record, or would with the texts that are being written, as whoever asks may see it. Throws 404 for a record that they may not see.
 */
export const previa = action(notificacaoTemplate, 'previa', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'A mensagem como sairia para um registro; assunto e body, se dados, no lugar dos guardados.',
  input: v.object({
    registro_id: identifier,
    assunto: v.optional(v.nullable(shortText(200))),
    body: v.optional(v.nullable(shortText(TEMPLATE_TEXT))),
  }),
  answer: preview,
  run: async ({ ctx, record, input: { registro_id, assunto = record.assunto, body = record.body } }) => {
    const document = documentNamed(record)
    const resource = resourceNamed(document.resource)
    if (!may(ctx, resource, 'read')) throw notFound()
    const shown = await load(ctx, resource, registro_id)
    const referred = await referredOf(ctx, document, [shown])
    const values = valuesOf(ctx, document, shown, referred, seenBy(ctx))
    const own = await ownValuesOf(ctx, {
      document,
      records: [shown],
      referred,
      text: textsOf({ assunto, body }),
      seen: true,
    })
    const { subject, text } = compose({ assunto, body }, { ...values, ...own(shown) })
    return { subject, text, html: mailHtml(text) }
  },
})

const OFFERED = 500

/** Whom a template may tell within the product: roles, and the active users of the caller's company. */
export const pessoas = action(notificacaoTemplate, 'pessoas', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Os papéis e os usuários da empresa que um modelo pode avisar no Prumo.',
  input: nothing,
  answer: v.object({ papeis: v.array(v.string()), usuarios: v.array(v.object({ id: v.number(), name: v.string() })) }),
  run: async ({ ctx }) => {
    const roles = await rowsOf(ctx, sql`select name from role order by name limit ${OFFERED}`)
    const users = await rowsOf(
      ctx,
      sql`select u.id, u.name from "user" u where u.ativo and exists (
          select 1 from user_empresa e where e.user_id = u.id and e.empresa_id = ${ctx.actor.empresa_id})
          order by u.name, u.id limit ${OFFERED}`,
    )
    return {
      papeis: roles.map(({ name }) => String(name)),
      usuarios: users.map(({ id, name }) => ({ id: Number(id), name: String(name) })),
    }
  },
})
