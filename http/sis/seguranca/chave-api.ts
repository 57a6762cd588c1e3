import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { readRight } from '../../../core/access'
import { action } from '../../platform/action'
import { badRequest, invalid } from '../../platform/errors'
import { rowsOf } from '../../platform/context'
import { insert, update } from '../../platform/engine/write'
import { dateInput, identifier, nothing, shortText } from '../../platform/inputs'
import { tellSecurity } from '../../platform/security-event'
import { announceRights, hashToken, KEY_PREFIX, newToken } from '../../platform/session'
import { chaveApi } from './registers'

/** A key lives for a year at most: whoever still needs it makes another. */
const MOST_DAYS = 366
const SHOWN = 12

const input = v.object({
  nome: v.pipe(shortText(60), v.minLength(1, 'Preencha este campo.')),
  user_id: identifier,
  empresa_id: identifier,
  dExpira: dateInput,
  permissoes: v.pipe(v.array(shortText(130)), v.minLength(1, 'Escolha ao menos uma permissão.'), v.maxLength(500)),
})

/** Makes a key and tells it, this once. Throws 422 for a user who does not work in the company, a day that is past or too far, and what is no permission. */
export const cria = action(chaveApi, 'cria', {
  on: 'collection',
  right: 'create',
  summary: 'Cria uma chave de API, que só é mostrada nesta resposta.',
  input,
  answer: v.object({ id: v.number(), chave: v.string() }),
  run: async ({ ctx, input: asked }) => {
    const [member] = await rowsOf(
      ctx,
      sql`select 1 from "user" u join user_empresa x on x.user_id = u.id where u.ativo and u.id = ${asked.user_id} and x.empresa_id = ${asked.empresa_id}`,
    )
    if (!member) throw invalid({ user_id: ['Escolha um usuário ativo desta empresa.'] })
    const days = (Date.parse(asked.dExpira) - Date.parse(ctx.clock.today())) / 86_400_000
    if (days < 0 || days > MOST_DAYS) throw invalid({ dExpira: ['Informe um dia de hoje a um ano.'] })
    const wrong = asked.permissoes.find((name) => readRight(name) === null)
    if (wrong !== undefined) throw invalid({ permissoes: [`'${wrong}' não é uma permissão: use 'ação recurso'.`] })
    const chave = `${KEY_PREFIX}${newToken()}`
    const made = await insert(ctx, chaveApi, { ...asked, prefixo: chave.slice(0, SHOWN), token_hash: hashToken(chave) })
    await tellSecurity(ctx.db, {
      tipo: 'chave_criada',
      user_id: asked.user_id,
      autor_id: ctx.actor.id,
      detalhe: asked.nome,
    })
    return { id: made.id, chave }
  },
})

/** Ends a key at once. */
export const revoga = action(chaveApi, 'revoga', {
  on: 'record',
  right: 'edit',
  summary: 'Revoga a chave: quem a usa deixa de entrar.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhRevogacao) throw badRequest('Esta chave já foi revogada.', 'revoked')
    await update(ctx, chaveApi, record, { dhRevogacao: ctx.clock.now() }, 'revoga')
    await tellSecurity(ctx.db, {
      tipo: 'chave_revogada',
      user_id: record.user_id,
      autor_id: ctx.actor.id,
      detalhe: record.nome,
    })
    await announceRights(ctx.db)
  },
})
