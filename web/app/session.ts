import { computed, signal } from '@preact/signals-react'
import {
  array,
  boolean,
  fallback,
  nullable,
  nullish,
  number,
  object,
  optional,
  parse,
  string,
  type InferOutput,
} from 'valibot'
import { ApiError, chosenCompany, get, post, put, setSessionLostHandler } from './api'
import type { AccessUser } from '../../core/access'
import { go } from './navigation'

const Named = object({ id: number(), name: string() })

const User = object({
  id: number(),
  name: string(),
  email: string(),
  empresa_id: nullish(number()),
  roles: fallback(array(Named), []),
  permissions: fallback(array(Named), []),
})

const Company = object({
  id: number(),
  xNome: string(),
  xFant: nullish(string()),
  cor: nullish(string()),
  controla_estoque: fallback(boolean(), true),
})

const SessionShape = object({
  user: User,
  empresas: fallback(array(Company), []),
  empresa_id: nullable(number()),
  versao: optional(string(), ''),
})

export type SessionUser = InferOutput<typeof User>
export type Company = InferOutput<typeof Company>

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'out' }
  | { readonly status: 'unreachable'; readonly message: string }
  | ({ readonly status: 'in' } & InferOutput<typeof SessionShape>)

export const session = signal<SessionState>({ status: 'loading' })
/** The session ended under someone's hands: the overlay asks them in again, over everything they typed. */
export const sessionLost = signal(false)

const nobody: AccessUser = { roles: [], permissions: [] }

/** The rights of who is signed in, by name. */
export const rights = computed<AccessUser>(() => {
  const now = session.value
  if (now.status !== 'in') return nobody
  return { roles: now.user.roles.map((role) => role.name), permissions: now.user.permissions.map((item) => item.name) }
})

setSessionLostHandler(() => {
  if (session.value.status === 'in') sessionLost.value = true
})

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    const answer = parse(SessionShape, await get('sessao', { anonymous: true }))
    chosenCompany.value = answer.empresa_id ?? answer.empresas[0]?.id ?? null
    session.value = { status: 'in', ...answer }
    sessionLost.value = false
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 419)) session.value = { status: 'out' }
    else session.value = { status: 'unreachable', message: error instanceof Error ? error.message : '' }
  }
}

/** Signs in and loads the session. Throws ApiError `invalid_credentials`, `disabled_credentials`, … */
export async function signIn(email: string, password: string): Promise<void> {
  await post('authenticate', { email, password }, { anonymous: true })
  await loadSession()
}

/** Leaves for sign-in, also when the server cannot be reached: what this browser knows of the user goes either way. */
export async function signOut(target = '/access/signin'): Promise<void> {
  try {
    await post('logout', {}, { anonymous: true })
  } catch {
    // Signed out here in any case, as the specification asks.
  }
  sessionLost.value = false
  chosenCompany.value = null
  session.value = { status: 'out' }
  go(target)
}

/** Works in another company from now on; lists reload because the company is part of their key. */
export async function chooseCompany(id: number): Promise<void> {
  chosenCompany.value = id
  const now = session.value
  if (now.status === 'in') session.value = { ...now, empresa_id: id }
  await put('sessao', { empresa_id: id })
}

const SIGN_IN_ERRORS: Readonly<Record<string, string>> = {
  invalid_credentials: 'Usuário ou senha inválidos',
  disabled_credentials: 'Usuário inativo',
}

/** The text of a failed sign-in: two of them are worded by the specification, others are the server's own. */
export function signInErrorText(error: unknown): string {
  if (error instanceof ApiError) return SIGN_IN_ERRORS[error.code] ?? error.message
  return error instanceof Error ? error.message : 'Não foi possível logar'
}
