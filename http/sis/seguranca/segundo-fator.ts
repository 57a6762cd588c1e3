import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { ApiError } from '../../platform/errors'
import { insertMany, loadWhere, reserveIds, deleteRows } from '../../platform/engine/write'
import { rowsOf } from '../../platform/context'
import { sealedOf, secretOf } from '../../platform/secrets'
import { tellSecurity } from '../../platform/security-event'
import { announceRights, hashToken } from '../../platform/session'
import { segundoFator } from './registers'
import { newSecret, stepOfCode, uriOf } from './totp'

const CODES = 10

/** Ten letters and digits that nobody reads wrong, in two parts. */
function newCode(): string {
  const text = [...randomBytes(10)].map((byte) => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

const bare = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')
const digestOf = (code: string): string => hashToken(bare(code))

async function own(ctx: Ctx, userId: number) {
  const [found] = await loadWhere(ctx, segundoFator, 'user_id', [userId], { lock: true })
  return found
}

/** How a user's second factor stands. */
export async function factorOf(ctx: Ctx): Promise<{ ativo: boolean; exigido: boolean; codigos: number }> {
  const [row] = await rowsOf(
    ctx,
    sql`select (select jsonb_array_length(f.codigos) from segundo_fator f where f.user_id = ${ctx.actor.id} and f."dhConfirmacao" is not null) as codigos,
          exists (select 1 from user_role x join role r on r.id = x.role_id where x.user_id = ${ctx.actor.id} and r.exige_segundo_fator) as exigido`,
  )
  return { ativo: row?.codigos !== null, exigido: row?.exigido === true, codigos: Number(row?.codigos ?? 0) }
}

/** Begins: a secret for the user's app, which counts once a code of it was given. Throws 409 where there is a factor already. */
export async function beginFactor(ctx: Ctx): Promise<{ segredo: string; uri: string }> {
  const known = await own(ctx, ctx.actor.id)
  if (known?.dhConfirmacao) throw new ApiError(409, 'conflict', 'O segundo fator já está ativo: remova-o antes.')
  if (known) await deleteRows(ctx, segundoFator, [known])
  const segredo = newSecret()
  const [id = 0] = await reserveIds(ctx, segundoFator, 1)
  const sealed = sealedOf(ctx, segundoFator, { id, field: 'segredo' }, segredo)
  await insertMany(ctx, segundoFator, [{ id, user_id: ctx.actor.id, segredo: sealed, codigos: [], ultimo_passo: 0 }])
  return { segredo, uri: uriOf(segredo, ctx.actor.email) }
}

/** Ends the beginning: from now on a code is asked at sign-in. Answers the recovery codes, once. Throws 400, 422. */
export async function confirmFactor(ctx: Ctx, codigo: string): Promise<{ codigos: readonly string[] }> {
  const known = await own(ctx, ctx.actor.id)
  if (!known || known.dhConfirmacao) throw badRequest('Comece a ativação de novo.', 'not_begun')
  const step = stepOfCode(secretOf(ctx, segundoFator, known, 'segredo') ?? '', bare(codigo), Date.now())
  if (step === undefined) throw invalid({ codigo: ['Código incorreto: confira o relógio do aparelho.'] })
  const codigos = Array.from({ length: CODES }, newCode)
  await ctx.db.execute(
    sql`update segundo_fator set "dhConfirmacao" = ${ctx.clock.now()}, ultimo_passo = ${step}, codigos = ${JSON.stringify(codigos.map(digestOf))}::jsonb where id = ${known.id}`,
  )
  await tellSecurity(ctx.db, { tipo: 'fator_ativado', user_id: ctx.actor.id })
  await announceRights(ctx.db)
  return { codigos }
}

/** Takes a user's second factor away. The caller has asked who may. */
export async function removeFactor(ctx: Ctx, userId: number): Promise<void> {
  const known = await own(ctx, userId)
  if (!known) throw badRequest('Não há segundo fator ativo.', 'no_factor')
  await deleteRows(ctx, segundoFator, [known])
  await tellSecurity(ctx.db, { tipo: 'fator_removido', user_id: userId, autor_id: ctx.actor.id })
  await announceRights(ctx.db)
}

/** Has the user a second factor that counts? */
export async function hasFactor(ctx: Pick<Ctx, 'db'>, userId: number): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select 1 from segundo_fator where user_id = ${userId} and "dhConfirmacao" is not null`,
  )
  return row !== undefined
}

/**
 * Is this the user's code now? A code of the app, each of its times once, or a recovery code, each once. Throws 401 `second_factor_required` where none was
 * given, and 401 `invalid_second_factor`.
 */
export async function proveFactor(
  ctx: Ctx,
  userId: number,
  { codigo, endereco }: { readonly codigo: string | undefined; readonly endereco: string },
): Promise<void> {
  const known = await own(ctx, userId)
  if (!known?.dhConfirmacao) return
  if (!codigo) throw new ApiError(401, 'second_factor_required', 'Informe o código do seu aplicativo.')
  const step = stepOfCode(secretOf(ctx, segundoFator, known, 'segredo') ?? '', bare(codigo), Date.now())
  if (step !== undefined && step > Number(known.ultimo_passo ?? 0)) {
    await ctx.db.execute(sql`update segundo_fator set ultimo_passo = ${step} where id = ${known.id}`)
    return
  }
  const [used] = await rowsOf(
    ctx,
    sql`update segundo_fator set codigos = codigos - ${digestOf(codigo)}::text
        where id = ${known.id} and codigos ? ${digestOf(codigo)}::text returning jsonb_array_length(codigos) as restam`,
  )
  if (!used) throw new ApiError(401, 'invalid_second_factor', 'Código incorreto ou já usado.')
  await tellSecurity(ctx.db, {
    tipo: 'codigo_recuperacao',
    user_id: userId,
    endereco,
    detalhe: `Restam ${Number(used.restam)}`,
  })
}
