import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { VERSION } from '../../core/version'
import { SYSTEM } from '../db/pool'
import { type App, assertXhr, type Context, type Services, systemCtx, withCtx } from '../platform/app'
import { tellSecurity } from '../platform/security-event'
import { proveFactor } from './seguranca/segundo-fator'
import { jsonBody } from '../platform/body'
import { type Actor, rowsOf } from '../platform/context'
import { ApiError, forbidden, invalid } from '../platform/errors'
import { parseInput } from '../platform/action'
import { identifier } from '../platform/inputs'
import { addressWithout, LINK_S, linkToken } from '../platform/link'
import { tokensOf } from '../platform/token'
import { COOKIE, DEVICE_COOKIE, hashToken, newToken } from '../platform/session'
import { originOf } from './address'
import { overdueFor, rememberWarning } from './assinante'
import { settingsOf } from './configuracao'
import { draftKey } from './draft-key'
import { loginLists } from './login-lists'

const THIRTY_DAYS_S = 30 * 24 * 3600
/** Sent to the calls of sign-in alone. */
const DEVICE = { httpOnly: true, sameSite: 'Strict', path: '/api', maxAge: 180 * 24 * 3600 } as const

const credentials = v.object({
  email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  codigo: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(20)))),
})

/** An address of ours that is read. */
const linkInput = v.object({
  path: v.pipe(
    v.string(),
    v.maxLength(2_000),
    v.regex(/^\/(?:api|reporting)\/[^\s\\]*$/, 'Informe um caminho de /api ou /reporting.'),
  ),
})

/** Sign-in, sign-out, and who the caller is. `/api/authenticate` and `/api/logout` need no session; `/api/sessao` does. */
export function mountSignIn(app: App, services: Services): void {
  app.post('/api/authenticate', async (c) => {
    const body = v.safeParse(credentials, await jsonBody(c))
    if (!body.success) throw invalid({ email: ['Informe o e-mail e a senha.'] })
    const known = getCookie(c, DEVICE_COOKIE)
    const device = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken()
    const origin = originOf(c, services)
    const { email, password, codigo } = body.output
    const proof = (userId: number) =>
      proveAtSignIn(services, userId, { codigo: codigo ?? undefined, endereco: origin.address })
    const agent = c.req.header('User-Agent')
    const { token, actor } = await services.sessions.signIn(
      { email, password, origin, agent },
      hashToken(device),
      proof,
    )
    const secure = (services.publicUrl ?? c.req.url).startsWith('https:')
    setCookie(c, COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: THIRTY_DAYS_S, secure })
    setCookie(c, DEVICE_COOKIE, device, { ...DEVICE, secure })
    return c.json({ token, user: await describe(services, actor) })
  })
}

/** The second factor of whoever has one. Its refusals are written down. */
async function proveAtSignIn(
  services: Services,
  userId: number,
  given: Parameters<typeof proveFactor>[2],
): Promise<void> {
  const { pool } = services
  try {
    await pool.transaction(SYSTEM, (db) => proveFactor(systemCtx(services, db, [], 0), userId, given))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_second_factor')
      await pool.transaction(SYSTEM, (db) =>
        tellSecurity(db, { tipo: 'codigo_recusado', user_id: userId, endereco: given.endereco }),
      )
    throw error
  }
}

/** What a signed-in caller may ask of the session itself. */
export function mountSession(app: App, services: Services): void {
  const signOut = async (c: Context) => {
    assertXhr(c)
    // However the caller said who they are: the session that this call was let in by, and that of its browser.
    const { id, session_id } = c.get('actor')
    await services.sessions.end(session_id)
    await services.pool.transaction(SYSTEM, (db) =>
      tellSecurity(db, { tipo: 'saiu', user_id: id, endereco: originOf(c, services).address }),
    )
    const { cookie } = tokensOf(c.req.raw.headers)
    if (cookie) await services.sessions.close(cookie)
    deleteCookie(c, COOKIE, { path: '/' })
    return c.json({ message: 'Sessão encerrada.' })
  }
  app.on(['POST', 'UNLINK'], ['/api/logout'], signOut)
  app.get('/api/sessao', async (c) => {
    const actor = c.get('actor')
    const [empresas, configuracao, assinante] = await services.pool.read(SYSTEM, (db) =>
      Promise.all([
        rowsOf(
          { db },
          sql`select id, "xNome", "xFant", cor, controla_estoque from empresa where id = any (${`{${actor.empresas.join(',')}}`}::int[]) order by id`,
        ),
        settingsOf({ db }),
        overdueFor({ db }, actor),
      ]),
    )
    const user = await describe(services, actor)
    const falta_fator = actor.lacks_factor === true
    return c.json({
      user,
      empresas,
      empresa_id: actor.empresa_id,
      configuracao,
      assinante,
      falta_fator,
      chave_rascunhos: draftKey(services.secret, actor.id),
      versao: VERSION,
    })
  })
  app.post('/api/sessao/link', async (c) => {
    assertXhr(c)
    const asked = parseInput(linkInput, await jsonBody(c))
    const path = addressWithout(new URL(asked.path, 'http://x').href)
    const token = linkToken(services.secret, { session_id: c.get('actor').session_id, path }, Date.now())
    return c.json({ url: `${path}${path.includes('?') ? '&' : '?'}token=${token}`, segundos: LINK_S })
  })
  app.get('/api/sessao/listas', async (c) => c.json(await withCtx(services, c, 'read', loginLists)))
  app.post('/api/updateAvisoBloqueio', async (c) => {
    assertXhr(c)
    await services.pool.transaction(SYSTEM, (db) => rememberWarning({ db }, c.get('actor')))
    return c.json({ message: 'Aviso registrado.' })
  })
  app.put('/api/sessao', async (c) => {
    assertXhr(c)
    const chosen = v.safeParse(v.object({ empresa_id: identifier }), await jsonBody(c))
    if (!chosen.success) throw invalid({ empresa_id: ['Selecione um registro válido.'] })
    const { empresa_id } = chosen.output
    const actor = c.get('actor')
    if (!actor.empresas.includes(empresa_id)) throw forbidden('Você não tem acesso a esta empresa.')
    await services.pool.transaction(SYSTEM, (db) =>
      db.execute(sql`update sessao set empresa_id = ${empresa_id} where id = ${actor.session_id}`),
    )
    services.sessions.forget()
    return c.json({ empresa_id })
  })
}

/** The user as the screens know it: roles and permissions with names, and the company. */
export async function describe(
  services: Services,
  actor: Pick<Actor, 'id' | 'empresa_id'>,
): Promise<Record<string, unknown>> {
  const [row] = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select u.id, u.name, u.email, u."restoreId", ${actor.empresa_id}::int as empresa_id,
          coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name) from user_role x join role r on r.id = x.role_id where x.user_id = u.id), '[]') as roles,
          coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name) from permission p where p.id in (
            select rp.permission_id from user_role x join role_permission rp on rp.role_id = x.role_id where x.user_id = u.id
            union select up.permission_id from user_permission up where up.user_id = u.id)), '[]') as permissions,
          (select json_build_object('id', e.id, 'xNome', e."xNome", 'xFant', e."xFant", 'CRT', e."CRT", 'UF', e."UF") from empresa e where e.id = ${actor.empresa_id}) as empresa
          from "user" u where u.id = ${actor.id}`,
    ),
  )
  return row ?? {}
}
