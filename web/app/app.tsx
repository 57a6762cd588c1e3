import { Component, useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { usePathname } from 'wouter/use-browser-location'
import { AccessScreens, isAccessPath } from '../entrar/screens'
import { ConfirmHost } from '../ui/confirm'
import { connectEvents } from './events'
import { guardFocus } from './focus-guard'
import { startKeys } from './keys'
import { ServerErrorScreen } from './error-screens'
import { LockScreen } from './lock-screen'
import { guardSteps, replace } from './navigation'
import { startPrefs } from './prefs'
import { loadSession, locked, session } from './session'
import { SessionLost } from './session-lost'
import { startTitle } from './title'
import { guardWork } from './work'

startPrefs()
startKeys()
startTitle()
guardWork()
guardSteps()
guardFocus()

/** The frame and its screens come in chunks of their own, so that sign-in stands at once. */
async function loadInside(): Promise<ReactElement> {
  const [{ Shell }, { screens }] = await Promise.all([import('./shell'), import('../screens')])
  return <Shell screens={screens} />
}

function useInside(): ReactElement | null {
  const [inside, setInside] = useState<ReactElement | null>(null)
  useEffect(() => {
    const load = async (): Promise<void> => {
      try {
        setInside(await loadInside())
      } catch {
        setInside(<ServerErrorScreen detail="As telas não foram carregadas." />)
      }
    }
    void load()
  }, [])
  return inside
}

/** What an error of a screen leaves: the 505 screen, never a blank page. */
class Guard extends Component<{ readonly children: ReactNode }, { readonly message: string | null }> {
  override state = { message: null }

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: error instanceof Error ? error.message : 'erro desconhecido' }
  }

  override render(): ReactNode {
    return this.state.message === null ? this.props.children : <ServerErrorScreen detail={this.state.message} />
  }
}

function SignedIn(): ReactElement | null {
  const inside = useInside()
  useEffect(() => connectEvents(), [])
  return inside
}

function Gatekeeper(): ReactElement | null {
  useSignals()
  const path = usePathname()
  const now = session.value
  const outside = isAccessPath(path)
  const away = now.status === 'out' && !outside
  useEffect(() => {
    if (!away) return
    const nowhere = path === '/' || path === '/404'
    replace(
      nowhere
        ? '/access/signin'
        : `/access/signin?redirectTo=${encodeURIComponent(location.pathname + location.search)}`,
    )
  }, [away, path])
  if (path === '/505') return <ServerErrorScreen />
  if (outside && now.status !== 'loading') return <AccessScreens />
  if (now.status === 'unreachable') return <ServerErrorScreen detail={now.message} />
  return now.status === 'in' ? <SignedIn /> : null
}

/** Everything but the lock: under it nothing is drawn, and everything stays as it was. */
function Unlocked(): ReactElement {
  useSignals()
  return (
    <div className="unlocked" hidden={locked.value}>
      <Gatekeeper />
      <ConfirmHost />
      <SessionLost />
    </div>
  )
}

export function App(): ReactElement {
  useEffect(() => void loadSession(), [])
  return (
    <Guard>
      <Unlocked />
      <LockScreen />
    </Guard>
  )
}
