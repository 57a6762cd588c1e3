import { computed, signal } from '@preact/signals-react'
import {
  type RequestOptions,
  ApiError,
  chosenCompany,
  get,
  post,
  put,
  setCompanyLostHandler,
  setSessionLostHandler,
} from './api'
import type { AccessUser } from '../../core/access'
import { dropsDrafts, type SettingValues } from '../../core/settings/settings'
import { clearAcl, keepAcl } from './acl'
import type { SessionAnswer } from './session-shape'
import { eraseDrafts } from './draft-store'
import { leftLists } from './left-lists'
import { go, here } from './navigation'
import { toast } from './toasts'
import { onWindows, tellWindows } from './windows'
import { hasWork } from './work'

export type { Company, Overdue, SessionUser } from './session-shape'

export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'out' }
  | { readonly status: 'unreachable'; readonly message: string }
  | ({ readonly status: 'in' } & SessionAnswer)

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

/** What the configuration says, by name of the item. */
export const settings = computed<SettingValues>(() => (session.value.status === 'in' ? session.value.configuracao : {}))

/** The screen is locked: nothing of it shows, and what was typed waits under it. */
export const locked = signal(false)
/** One forced logout per sign-in: later refusals of the same session say nothing more. */
let ended = false
let leaving = false

function leaveForgotten(): void {
  sessionLost.value = false
  locked.value = false
  chosenCompany.value = null
  clearAcl()
  leftLists.clear()
  session.value = { status: 'out' }
}

const signInAddress = (email: string, target: string): string =>
  `/access/signin?${new URLSearchParams({ email, redirectTo: target })}`

/**
 * The server no longer knows the session (a 401, a 419 on an update): once, the user is sent to sign in and comes back to the same
 * place. Where something typed would be lost, the sign-in is asked over it instead.
 */
export function endSession(): void {
  const now = session.peek()
  if (now.status !== 'in' || ended || locked.peek()) return
  ended = true
  if (hasWork()) {
    sessionLost.value = true
    return
  }
  const back = signInAddress(now.user.email, here())
  leaveForgotten()
  go(back)
  toast.alert('Por segurança, faça login novamente.', { title: 'Deslogado por inatividade' })
}

setSessionLostHandler(endSession)

/** The company of this tab is not the user's any more: the tab says so, and goes on in one that is, with what was typed. */
async function leaveCompany(): Promise<void> {
  const lost = session.peek()
  if (lost.status !== 'in' || leaving) return
  leaving = true
  try {
    const gone = lost.empresas.find(({ id }) => id === chosenCompany.peek())
    await takeUp()
    const now = session.peek()
    const taken = now.status === 'in' ? now.empresas.find(({ id }) => id === chosenCompany.peek()) : undefined
    const nameOf = (company: typeof taken) => company?.xFant ?? company?.xNome ?? ''
    toast.alert(
      `Você não tem mais acesso à empresa ${nameOf(gone)}. Nada foi gravado. ${taken ? `Esta aba está agora em ${nameOf(taken)}.` : 'Peça acesso a uma empresa a um administrador.'}`,
      { title: 'Empresa' },
    )
  } catch {
    // The next call says what there is.
  } finally {
    leaving = false
  }
}

setCompanyLostHandler(() => void leaveCompany())

/** What the server says of the session. Sign-in stands without it: the shape of an answer comes when there is one to read. Throws ApiError. */
async function askSession(options: RequestOptions): Promise<SessionAnswer> {
  const [{ readSession }, told] = await Promise.all([import('./session-shape'), get('sessao', options)])
  return readSession(told)
}

/** Takes up what the server says of the session. Throws ApiError when there is none. */
async function takeUp(): Promise<void> {
  const answer = await askSession({ anonymous: true })
  chosenCompany.value = answer.empresa_id ?? answer.empresas[0]?.id ?? null
  session.value = { status: 'in', ...answer }
  ended = false
  sessionLost.value = false
  locked.value = false
  keepAcl(rights.peek())
}

/** Looks again at who is signed in and what they may. Throws ApiError. */
export const reloadSession = (): Promise<void> => takeUp()

/** Asks the server who is signed in, when the page starts. */
export async function loadSession(): Promise<void> {
  try {
    await takeUp()
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 419)) session.value = { status: 'out' }
    else session.value = { status: 'unreachable', message: error instanceof Error ? error.message : '' }
  }
}

/** Signs in and loads the session. Throws ApiError `invalid_credentials`, `disabled_credentials`, … */
export async function signIn(email: string, password: string, codigo = ''): Promise<void> {
  await post('authenticate', { email, password, ...(codigo === '' ? {} : { codigo }) }, { anonymous: true })
  await takeUp()
  const now = session.peek()
  if (now.status === 'in') tellWindows('entrou', now.user.id)
}

/** Ends the session on the server; a failure changes nothing here, as the specification asks. */
async function unlink(): Promise<void> {
  try {
    await post('logout', {}, { anonymous: true })
  } catch {
    // Signed out here in any case.
  }
}

/** Leaves for sign-in, also when the server cannot be reached: what this browser knows of the user goes either way. */
export async function signOut(target = '/access/signin'): Promise<void> {
  const now = session.peek()
  await unlink()
  if (now.status === 'in') tellWindows('saiu', now.user.id)
  if (now.status === 'in' && dropsDrafts(now.configuracao)) eraseDrafts(now.user.id)
  leaveForgotten()
  go(target, true)
}

/** Locks every window of this browser: the session ends, so that only the password opens it again. */
export async function lockScreen(): Promise<void> {
  const now = session.peek()
  if (now.status !== 'in') return
  locked.value = true
  sessionLost.value = false
  await unlink()
  tellWindows('bloqueou', now.user.id)
}

/** Another person takes over from a locked screen: what lies under it goes with the page. */
export function leaveLocked(): void {
  clearAcl()
  location.replace('/access/signin')
}

/** What the other windows of this browser did with the session they share with this one. */
async function followWindow(what: 'entrou' | 'saiu' | 'bloqueou', user: number): Promise<void> {
  const now = session.peek()
  if (now.status !== 'in') return
  if (what === 'bloqueou' && now.user.id === user) locked.value = true
  else if (what === 'entrou' && now.user.id === user) await takeUp()
  else if (what !== 'bloqueou' && hasWork()) sessionLost.value = true
  else if (what === 'entrou') location.reload()
  else if (what === 'saiu') {
    leaveForgotten()
    go('/access/signin')
  }
}

onWindows((what, user) => {
  // What it asks the server may fail: then the next call of this window says so.
  followWindow(what, user).catch(() => undefined)
})

/** The overdue notice was seen. */
export function forgetOverdue(): void {
  const now = session.peek()
  if (now.status === 'in') session.value = { ...now, assinante: null }
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
