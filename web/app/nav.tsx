import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../ui/icon'
import { Dialog } from '../ui/dialog'
import { VERSION } from '../../core/version'
import { areaPath } from './areas'
import { Floating } from './floating'
import { Go } from './go'
import { AREA_ICONS, screenName } from './menu-names'
import { mobile, navCollapsed } from './prefs'
import type { ScreenDefinition } from './registry'

interface NavProps {
  readonly screens: readonly ScreenDefinition[]
  readonly path: string
}

interface LinkProps {
  readonly screen: ScreenDefinition
  readonly path: string
  readonly onGo?: () => void
}

function NavLink({ screen, path, onGo }: LinkProps): ReactElement {
  const current = path === screen.path || path.startsWith(`${screen.path}/`)
  return (
    <Go
      to={screen.path}
      className="nav-link"
      current={current}
      title={screenName(screen)}
      {...(onGo === undefined ? {} : { onGo })}
    >
      <Icon name={screen.icon ?? AREA_ICONS[screen.area] ?? 'file'} />
      <span>{screenName(screen)}</span>
    </Go>
  )
}

/** The area's name, which leads to its own page where it has one. */
function AreaName({
  area,
  path,
  onGo,
}: {
  readonly area: string
  readonly path: string
  readonly onGo?: () => void
}): ReactElement {
  const to = areaPath(area)
  if (to === undefined) return <h2>{area}</h2>
  return (
    <h2>
      <Go to={to} current={path === to} {...(onGo === undefined ? {} : { onGo })}>
        {area}
      </Go>
    </h2>
  )
}

function Areas({ screens, path, onGo }: NavProps & { readonly onGo?: () => void }): ReactElement {
  const visible = screens.filter((screen) => screen.hidden !== true)
  const areas = Map.groupBy(visible, (screen) => screen.area)
  return (
    <>
      {[...areas].map(([area, items]) => (
        <section key={area} className="nav-area">
          <AreaName area={area} path={path} {...(onGo === undefined ? {} : { onGo })} />
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
      <p className="nav-version">Versão {VERSION}</p>
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

/** Three places, the menu and the chat, under the thumb. */
export function BottomBar({ screens, path }: NavProps): ReactElement | null {
  useSignals()
  const [menu, setMenu] = useState(false)
  if (!mobile.value) return null
  const places = FAVOURITES.flatMap((favourite) => screens.filter((screen) => screen.path === favourite)).slice(0, 3)
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
        <Floating part="Place" />
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
