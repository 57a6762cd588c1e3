import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ATTEMPTS } from '../../../core/webhooks/delivery'
import { empresa } from '../../cadastros/empresa'
import { SYSTEM } from '../../db/pool'
import { outside, type Services } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { find, update } from '../../platform/engine/write'
import { exchange, NotSent, type Work } from '../../platform/exchange/exchange'
import { jsonIn } from '../../platform/outside/call'
import { secretOf } from '../../platform/secrets'
import { cancelLink, type Checkout, createLink, findLink, type LinkAnswer, linkAnswer, TIMEOUT_MS } from './client'
import { type Link, linkPagamento } from './link-pagamento'

/** The company's account as it is now: a corrected key counts for what still waits. Throws NotSent where there is none any more. */
async function checkoutOf(services: Services, empresa_id: number): Promise<Checkout> {
  const ctx = { outside: outside(services) }
  const company = await services.pool.transaction(SYSTEM, async (db) => {
    const [row] = await rowsOf(
      { db },
      sql`select id, checkout_url, checkout_token from empresa where id = ${empresa_id}`,
    )
    return row
  })
  const key = company && secretOf(ctx, empresa, company, 'checkout_token')
  if (!company?.checkout_url || key === undefined) throw new NotSent('O serviço de pagamento não está configurado.')
  return { url: String(company.checkout_url), key, allowPrivate: ctx.outside.allowPrivate }
}

const account = ({ services, request }: Work): Promise<Checkout> => checkoutOf(services, request.empresa_id)

/** Links that are asked for. Where no answer came the service is asked by our reference before anything is sent again: an instalment never gets two pages. */
export const createsLink = exchange('checkout.link', {
  title: 'Link de pagamento',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 4,
  answer: linkAnswer,
  shownAs: 'link_pagamento',
  send: async (work) => createLink(await account(work), work.request.corpo, work.signal),
  ask: async (work) => findLink(await account(work), work.request.corpo, work.signal),
  settle: (ctx, { registro_id }, answer) => settleLink(ctx, Number(registro_id), answer),
})

const cancelled = v.object({ id: v.string() })

/** Links that are withdrawn. Ending one twice is ending it once. */
export const cancelsLink = exchange('checkout.cancela', {
  title: 'Cancelamento de link de pagamento',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 2,
  ask: 'repeats',
  answer: v.object({ status: v.number() }),
  send: async (work) => {
    const { id } = v.parse(cancelled, jsonIn(work.request.corpo))
    return cancelLink(await account(work), { id, key: work.request.chave }, work.signal)
  },
})

/** Tells the service that a link of its is no more; one that it has not made yet is told of when it has. */
export async function tellWithdrawn(ctx: Ctx, { id, empresa_id, id_externo, referencia }: Link): Promise<void> {
  if (id_externo === null) return
  await cancelsLink.queue(ctx, [
    {
      empresa_id,
      chave: referencia,
      assunto: `Cancelar o link de pagamento nº ${id}`,
      corpo: JSON.stringify({ id: id_externo }),
      recurso: linkPagamento.name,
      registro_id: id,
    },
  ])
}

/** What follows from the service's answer: the link can be paid at, or was refused. One that was withdrawn meanwhile is ended there, too. */
async function settleLink(ctx: Ctx, id: number, answer: LinkAnswer): Promise<void> {
  const link = await find(ctx, linkPagamento, id, { lock: true })
  if (!link) return
  if (!answer.ok) {
    await update(ctx, linkPagamento, link, { situacao: 'falhou', erro: answer.why }, 'não foi gerado pelo serviço')
    return
  }
  const made = { url: answer.url, id_externo: answer.id }
  const situacao = link.situacao === 'gerando' ? 'aberto' : link.situacao
  const changed = await update(ctx, linkPagamento, link, { ...made, situacao }, 'foi gerado pelo serviço')
  if (changed.situacao === 'substituido') await tellWithdrawn(ctx, changed)
}
