import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from './app'
import { bodyDigest } from './body'
import { type Actor, type Ctx, rowsOf } from './context'
import { conflict, forbidden, invalid } from './errors'

/** Calls that come again under their key: done once, answered alike for as long as is set, a day at least. */

/** Header of an answer that was given before, under the same key: nothing was done now. */
export const REPEATED = 'Prumo-Repetida'

const LONGEST = 200
/** As long as the setting says: a day where it says less or nothing readable, a month at most, as `serverNumber` reads it. */
const FRESH = sql`dh >= now() - make_interval(hours => coalesce((select least(greatest(c.value::int, 24), 720) from configuracao c
  where c.name = 'GUARDA_RESPOSTAS_HORAS' and c.value ~ '^[0-9]{1,9}$'), 24))`

/** A call under a key: what it asks for, of which company, by somebody of which rights. */
export interface KeyedCall {
  readonly key: string
  readonly route: string
  /** Digest of everything that it says: query, company, body. */
  readonly request: string
  /** Digest of what its caller may. */
  readonly rights: string
}

/** The `Idempotency-Key` of a call. Throws 422 for one of more than 200 characters: cut off, two would be one. */
export function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key')
  if (key !== undefined && key.length > LONGEST)
    throw invalid({ 'Idempotency-Key': [`Use no máximo ${LONGEST} caracteres.`] })
  return key || undefined
}

/** The call as its key knows it; undefined where it comes under none. Its body has been read. Throws 422. */
export async function keyedCall(c: Context): Promise<KeyedCall | undefined> {
  const key = idempotencyKey(c)
  if (key === undefined) return undefined
  const actor = c.get('actor')
  const { search } = new URL(c.req.url)
  return {
    key,
    route: `${c.req.method} ${c.req.path}`,
    request: digest([search, actor.empresa_id, await bodyDigest(c)]),
    rights: rightsDigest(actor),
  }
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

const rightsDigest = ({ roles, permissions, empresas }: Actor): string =>
  digest([roles.toSorted(), permissions.toSorted(), empresas.toSorted((a, b) => a - b)])

/** What a keyed call is answered, and whether it was done before: then nothing was done now. */
interface Once {
  readonly answer: object
  readonly isRepeated: boolean
}

/**
 * The first call with a key does the work; later ones get its answer. A second one that comes meanwhile waits. Throws 409 for a key that was used for
 * anything else, and 403 where the caller's rights are no longer those that the answer was given under.
 */
export async function once(ctx: Ctx, call: KeyedCall, work: () => Promise<object>): Promise<Once> {
  const { id } = ctx.actor
  await ctx.db.execute(sql`delete from idempotencia where user_id = ${id} and chave = ${call.key} and not (${FRESH})`)
  const [mine] = await rowsOf(
    ctx,
    sql`insert into idempotencia (user_id, chave, rota, pedido, direitos)
        values (${id}, ${call.key}, ${call.route}, ${call.request}, ${call.rights}) on conflict do nothing returning chave`,
  )
  const known = mine ? undefined : await answered(ctx, call)
  if (known) return { answer: known, isRepeated: true }
  const answer = await work()
  // Answers tell of people, and may hold what is shown once: they are kept as secrets are.
  const kept = ctx.outside.vault.seal(JSON.stringify(answer), purpose(ctx, call))
  const record = 'id' in answer && typeof answer.id === 'number' ? answer.id : null
  await ctx.db.execute(
    sql`update idempotencia set resposta = ${kept}, registro_id = ${record} where user_id = ${id} and chave = ${call.key}`,
  )
  return { answer, isRepeated: false }
}

const purpose = ({ actor }: Ctx, { key }: KeyedCall): string => `idempotencia.resposta#${actor.id}:${key}`

/** What the same call was answered before; undefined where its key is free. Throws as `once`. */
export async function answered(ctx: Ctx, call: KeyedCall): Promise<object | undefined> {
  const [stored] = await rowsOf(
    ctx,
    sql`select rota, pedido, direitos, resposta, registro_id from idempotencia
        where user_id = ${ctx.actor.id} and chave = ${call.key} and ${FRESH}`,
  )
  if (!stored) return undefined
  if (stored.direitos !== call.rights)
    throw forbidden('Seus direitos mudaram desde esta chamada: a resposta dela não é repetida.')
  if (stored.rota !== call.route || typeof stored.resposta !== 'string')
    throw conflict('Esta chave de idempotência já foi usada em outra chamada.')
  if (stored.pedido !== call.request)
    throw conflict(
      stored.registro_id === null
        ? 'Este envio já foi feito antes, com outro conteúdo.'
        : `Este envio já foi gravado antes, com outro conteúdo, como registro ${Number(stored.registro_id)}: abra-o para alterar.`,
    )
  const answer: unknown = JSON.parse(ctx.outside.vault.open(stored.resposta, purpose(ctx, call)))
  return typeof answer === 'object' && answer !== null ? answer : {}
}
