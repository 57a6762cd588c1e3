import { useState, type MouseEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon, type IconName } from '../ui/icon'
import { Dialog } from '../ui/dialog'
import { go } from './navigation'
import { mobile, navCollapsed } from './prefs'
import type { ScreenDefinition } from './registry'

interface NavProps {
  readonly screens: readonly ScreenDefinition[]
  readonly path: string
}

const AREA_ICONS: Readonly<Record<string, IconName>> = {
  Início: 'home',
  Comercial: 'tag',
  Compras: 'file',
  Estoque: 'box',
  Expedição: 'truck',
  Financeiro: 'money',
  Fiscal: 'file',
  Produção: 'factory',
  Cadastros: 'user',
  Relatórios: 'chart',
  Configuração: 'gear',
}

export function screenName(screen: ScreenDefinition): string {
  return screen.label ?? screen.title
}

/** A link that stays in the page, unless it is asked to open elsewhere. */
function follow(event: MouseEvent, path: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go(path)
}

interface LinkProps {
  readonly screen: ScreenDefinition
  readonly path: string
  readonly onGo?: () => void
}

function NavLink({ screen, path, onGo }: LinkProps): ReactElement {
  const current = path === screen.path || path.startsWith(`${screen.path}/`)
  return (
    <a
      href={screen.path}
      className="nav-link"
      aria-current={current ? 'page' : undefined}
      title={screenName(screen)}
      onClick={(event) => {
        follow(event, screen.path)
        onGo?.()
      }}
    >
      <Icon name={screen.icon ?? AREA_ICONS[screen.area] ?? 'file'} />
      <span>{screenName(screen)}</span>
    </a>
  )
}

function Areas({ screens, path, onGo }: NavProps & { readonly onGo?: () => void }): ReactElement {
  const visible = screens.filter((screen) => screen.hidden !== true)
  const areas = Map.groupBy(visible, (screen) => screen.area)
  return (
    <>
      {[...areas].map(([area, items]) => (
        <section key={area} className="nav-area">
          <h2>{area}</h2>
          {items.map((screen) => (
            <NavLink key={screen.path} screen={screen} path={path} {...(onGo === undefined ? {} : { onGo })} />
          ))}
        </section>
      ))}
    </>
  )
}

/** Areas and their screens; Ctrl+B leaves the icons alone. */
export function Nav(props: NavProps): ReactElement | null {
  useSignals()
  if (mobile.value) return null
  return (
    <nav className={`nav ${navCollapsed.value ? 'nav-collapsed' : ''}`} aria-label="Menu principal">
      <Areas {...props} />
    </nav>
  )
}

const FAVOURITES = [
  '/ui/dashboard',
  '/ui/comercial/venda',
  '/ui/estoque/mercadoria',
  '/ui/cadastros/cliente',
  '/ui/estoque/fabricante',
  '/ui/comercial/tabela_preco',
]

/** Four places and the menu, under the thumb. */
export function BottomBar({ screens, path }: NavProps): ReactElement | null {
  useSignals()
  const [menu, setMenu] = useState(false)
  if (!mobile.value) return null
  const places = FAVOURITES.flatMap((favourite) => screens.filter((screen) => screen.path === favourite)).slice(0, 4)
  return (
    <>
      <nav className="bottom-bar" aria-label="Atalhos">
        {places.map((screen) => (
          <NavLink key={screen.path} screen={screen} path={path} />
        ))}
        <button type="button" className="nav-link" onClick={() => setMenu(true)}>
          <Icon name="menu" />
          <span>Menu</span>
        </button>
      </nav>
      {menu ? (
        <Dialog title="Menu" size="full" onClose={() => setMenu(false)}>
          <nav className="dialog-body nav-sheet" aria-label="Menu principal">
            <Areas screens={screens} path={path} onGo={() => setMenu(false)} />
          </nav>
        </Dialog>
      ) : null}
    </>
  )
}
