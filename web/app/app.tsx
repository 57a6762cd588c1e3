import { Component, useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { usePathname } from 'wouter/use-browser-location'
import { AccessScreens, isAccessPath } from '../access/access-screens'
import { ConfirmHost } from '../ui/confirm'
import { connectEvents } from './events'
import { startKeys } from './keys'
import { ServerErrorScreen } from './error-screens'
import { replace } from './navigation'
import { startPrefs } from './prefs'
import type { ScreenDefinition } from './registry'
import { loadSession, session } from './session'
import { SessionLost } from './session-lost'
import { Shell } from './shell'

startPrefs()
startKeys()

/** Screens come in chunks of their own, fetched beside the session. */
async function loadScreens(): Promise<readonly ScreenDefinition[]> {
  const { screens } = await import('../screens')
  return screens
}

function useScreens(): readonly ScreenDefinition[] | 'failed' | null {
  const [screens, setScreens] = useState<readonly ScreenDefinition[] | 'failed' | null>(null)
  useEffect(() => {
    const load = async (): Promise<void> => {
      try {
        setScreens(await loadScreens())
      } catch {
        setScreens('failed')
      }
    }
    void load()
  }, [])
  return screens
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
  const screens = useScreens()
  useEffect(() => connectEvents(), [])
  if (screens === 'failed') return <ServerErrorScreen detail="As telas não foram carregadas." />
  return screens === null ? null : <Shell screens={screens} />
}

function Gatekeeper(): ReactElement | null {
  useSignals()
  const path = usePathname()
  const now = session.value
  const outside = isAccessPath(path)
  const away = now.status === 'out' && !outside
  useEffect(() => {
    if (!away) return
    const known = path === '/' || path.startsWith('/access')
    replace(
      known ? '/access/signin' : `/access/signin?redirectTo=${encodeURIComponent(location.pathname + location.search)}`,
    )
  }, [away, path])
  if (path === '/505') return <ServerErrorScreen />
  if (outside && now.status !== 'loading') return <AccessScreens />
  if (now.status === 'unreachable') return <ServerErrorScreen detail={now.message} />
  return now.status === 'in' ? <SignedIn /> : null
}

export function App(): ReactElement {
  useEffect(() => void loadSession(), [])
  return (
    <Guard>
      <Gatekeeper />
      <ConfirmHost />
      <SessionLost />
    </Guard>
  )
}
