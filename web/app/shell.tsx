import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { usePathname, useSearch } from 'wouter/use-browser-location'
import { DevicesOver } from '../devices/open'
import { pending } from './api'
import { AllowedScreens } from './areas'
import { NotFoundScreen } from './not-found'
import { Ficha } from './ficha'
import { floating, Floating } from './floating'
import { KeyHelp } from './key-help'
import { boundKeys, isTyping, KEY_NAMES, layerStack, useKeys, type BoundKey, type KeyHandlers } from './keys'
import { Nav, BottomBar } from './nav'
import { go, refuse, replace } from './navigation'
import { OverdueNotice } from './overdue'
import { Palette } from './palette'
import { HOME, placeOf } from './places'
import { chooseLayout, navCollapsed } from './prefs'
import { matchStack, type ScreenDefinition } from './registry'
import { ScreenHost } from './screen-host'
import { mayEnter } from './access'
import { lockScreen, rights, session } from './session'
import { Toasts } from './toaster'
import { toasts } from './toasts'
import { TopBar } from './topbar'

/** A thin bar once something takes longer than 300 ms. */
function LoadingBar(): ReactElement | null {
  useSignals()
  const [late, setLate] = useState(false)
  const busy = pending.value > 0
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setLate(true), 300)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return busy && late ? <div className="loading-bar" role="progressbar" aria-label="Carregando" /> : null
}

/** When somebody last typed. */
let typedAt = 0

/** Takes back what the last toast offers to. What was typed since into the box that has the focus is the browser's to take back, and first. */
function undoLast(): void | false {
  const last = toasts.value.findLast((toast) => toast.undo !== undefined)
  if (last === undefined || (typedAt > last.at && isTyping(document.activeElement))) return false
  toasts.value = toasts.value.filter((toast) => toast !== last)
  return last.undo?.()
}

/** The keys of the places that these screens hold. */
function placeKeys(screens: readonly ScreenDefinition[]): KeyHandlers {
  const entries = KEY_NAMES.flatMap((name) => {
    const path = placeOf(screens, name)
    return path === undefined ? [] : [[name, () => go(path)] as const]
  })
  return Object.fromEntries(entries)
}

/** The layout that the address asks for. */
function useLayout(): void {
  const search = useSearch()
  useEffect(() => chooseLayout(new URLSearchParams(search).get('layout')), [search])
}

/** What lies over the screens while no dialog does; a dialog draws it for itself. */
function OverScreens(): ReactElement | null {
  useSignals()
  if (layerStack.value.length > 0) return null
  return (
    <>
      <Toasts />
      <Floating part="View" />
    </>
  )
}

/** The chat comes once the frame stands, in a chunk of its own; without it everything else works. */
function useChat(): void {
  useSignals()
  const now = session.value
  const user = now.status === 'in' ? now.user.id : undefined
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const load = async (): Promise<void> => {
      try {
        const { parts, startChat } = await import('../chat/chat-view')
        const state = session.peek()
        if (left || state.status !== 'in' || state.user.id !== user) return
        stop = startChat(state.user)
        floating.value = parts
      } catch {
        // The chunk did not come: the next page load asks for it again.
      }
    }
    void load()
    return () => {
      left = true
      floating.value = null
      stop?.()
    }
  }, [user])
}

/** Where whoever's role demands a second factor sets theirs up: nothing else opens before. */
const SETUP = '/ui/configuracao/seguranca'

function useTyped(): void {
  useEffect(() => {
    const note = (): void => {
      typedAt = performance.now()
    }
    addEventListener('input', note, true)
    return () => removeEventListener('input', note, true)
  }, [])
}

/** The frame of every signed-in screen. */
export function Shell({ screens }: { readonly screens: readonly ScreenDefinition[] }): ReactElement {
  useSignals()
  useChat()
  const path = usePathname()
  const [palette, setPalette] = useState(false)
  const [help, setHelp] = useState<readonly BoundKey[] | null>(null)
  const allowed = screens.filter((screen) => mayEnter(rights.value, screen.path))
  const found = matchStack(allowed, path)
  const match = found !== null && (found.layers.length === 0 || mayEnter(rights.value, path)) ? found : null
  const lost = match === null && path !== '/' && path !== '/404' && path !== '/app'
  const demanded = session.value.status === 'in' && session.value.falta_fator
  const company =
    session.value.status === 'in'
      ? session.value.empresas.find(({ id }) => session.value.status === 'in' && id === session.value.empresa_id)
      : undefined
  useEffect(() => {
    if (demanded && path !== SETUP) replace(SETUP)
    else if (path === '/' || path === '/app' || path === '/ui') replace(HOME)
    else if (lost && /^\/(?:ui|a)\//.test(path)) refuse(path)
    else if (lost) replace('/access/signin')
  }, [path, lost, demanded])
  useLayout()
  useTyped()
  const tellKeys = (): void => setHelp(boundKeys())
  useKeys(placeKeys(allowed))
  useKeys({ lock: () => void lockScreen() }, { global: 'always' })
  useKeys(
    {
      palette: () => setPalette(true),
      help: tellKeys,
      undo: undoLast,
      nav: () => {
        navCollapsed.value = !navCollapsed.value
      },
    },
    { global: true },
  )
  return (
    <div
      className={`shell ${navCollapsed.value ? 'shell-narrow' : ''}`}
      style={{ '--empresa': company?.cor ?? undefined }}
    >
      <a className="skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <LoadingBar />
      <TopBar onPalette={() => setPalette(true)} onHelp={tellKeys} />
      <Nav screens={allowed} path={path} />
      <div id="conteudo" className="content" tabIndex={-1}>
        <AllowedScreens value={allowed}>
          {match === null ? path === '/404' ? <NotFoundScreen /> : null : <ScreenHost match={match} />}
        </AllowedScreens>
      </div>
      <BottomBar screens={allowed} path={path} />
      {palette ? <Palette screens={allowed} onClose={() => setPalette(false)} /> : null}
      {help === null ? null : <KeyHelp keys={help} onClose={() => setHelp(null)} />}
      <Ficha />
      <DevicesOver />
      <OverScreens />
      <OverdueNotice />
    </div>
  )
}
