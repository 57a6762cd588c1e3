import { useEffect, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { lazily } from '../app/lazy'
import { replace } from '../app/navigation'
import { session } from '../app/session'
import { Toasts } from '../app/toaster'
import { layerStack } from '../app/keys'
import { pageTitle } from '../app/title'
import type { AccessProps } from './frame'
import { LockMe } from './lockme'
import { safeTarget } from './safe-target'
import { SignIn } from './signin'

const PasswordReset = lazily<AccessProps>(async () => (await import('./password-reset')).PasswordReset)
const SignUp = lazily<AccessProps>(async () => (await import('./signup')).SignUp)
const ForgotPassword = lazily<AccessProps>(async () => (await import('./forgot-password')).ForgotPassword)

/** Signing in stands at once; what few people need comes in chunks of its own. */
const SCREENS = {
  '/access/signin': { title: 'Entrar', component: SignIn },
  '/access/password_reset': { title: 'Nova senha', component: PasswordReset },
  '/access/signup': { title: 'Criar conta', component: SignUp },
  '/access/forgot-password': { title: 'Esqueci a senha', component: ForgotPassword },
  '/access/lockme': { title: 'Tela bloqueada', component: LockMe },
} as const

type AccessPath = keyof typeof SCREENS
const isScreen = (path: string): path is AccessPath => path in SCREENS

export function isAccessPath(path: string): boolean {
  return path.startsWith('/access')
}

/** The screens before sign-in. Whoever is in already and follows a link with a place to go to goes on there. */
export function AccessScreens(): ReactElement | null {
  useSignals()
  const path = usePathname()
  const query = new URLSearchParams(useSearch())
  const wanted = query.get('redirectTo')
  const target = safeTarget(wanted)
  const inside = session.value.status === 'in'
  const known = isScreen(path) ? path : '/access/signin'
  const passing = inside && known === '/access/signin' && wanted !== null
  const { title, component: Screen } = SCREENS[known]
  useEffect(() => {
    pageTitle.value = title
  }, [title])
  useEffect(() => {
    if (passing) replace(target)
    else if (known !== path) replace(known)
  }, [passing, target, known, path])
  if (passing) return null
  return (
    <main className="access" data-screen={known}>
      <Screen query={query} />
      {layerStack.value.length === 0 ? <Toasts /> : null}
    </main>
  )
}
