import { useEffect, useId, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../ui/icon'
import { Dialog } from '../ui/dialog'
import { VERSION } from '../../core/version'
import { areaPath } from './areas'
import { Floating } from './floating'
import { Go } from './go'
import { favouritesOf, foldArea, noteVisit, openByHand, recentOf } from './menu-choices'
import { screenName } from './menu-names'
import { HOME } from './places'
import { mobile, navCollapsed } from './prefs'
import { matchStack, type ScreenDefinition } from './registry'
import { AreaIcon, ScreenIcon } from './screen-icons'
import { Star } from './star'

interface NavProps {
  readonly screens: readonly ScreenDefinition[]
  readonly path: string
  /** Something was chosen: what holds the menu may close. */
  readonly onGo?: () => void
}

type LinkProps = Omit<NavProps, 'screens'> & {
  readonly screen: ScreenDefinition
  /** It stands in its area too, which marks where one is. */
  readonly again?: boolean
}

/** Does a path open this screen, or a modal of it? Another screen's may begin with it. */
const stands = (screen: ScreenDefinition, path: string): boolean => matchStack([screen], path) !== null

const going = (onGo: (() => void) | undefined) => (onGo === undefined ? {} : { onGo })

function NavLink({ screen, path, onGo, again = false }: LinkProps): ReactElement {
  return (
    <Go
      to={screen.path}
      className="nav-link"
      current={!again && stands(screen, path)}
      title={screenName(screen)}
      {...going(onGo)}
    >
      <ScreenIcon screen={screen} />
      <span>{screenName(screen)}</span>
    </Go>
  )
}

interface ListProps extends NavProps {
  readonly title: string
  /** The star that takes a screen off the list stands beside each. */
  readonly starred?: boolean
}

/** A few screens under a name of their own; nothing where there are none. */
function NavList({ title, screens, path, onGo, starred = false }: ListProps): ReactElement | null {
  if (screens.length === 0) return null
  return (
    <section className="nav-area nav-list" aria-label={title}>
      <h2>{title}</h2>
      {screens.map((screen) => (
        <div key={screen.path} className="nav-row">
          <NavLink screen={screen} path={path} again={areaPath(screen.area) !== undefined} {...going(onGo)} />
          {starred || stands(screen, path) ? <Star screen={screen} /> : null}
        </div>
      ))}
    </section>
  )
}

interface AreaProps extends NavProps {
  readonly area: string
}

/** An area: its name leads to its page, and its screens are under it while it is open. Where one is stays there when it is folded. */
function NavArea({ area, screens, path, onGo }: AreaProps): ReactElement {
  useSignals()
  const id = useId()
  const to = areaPath(area)
  const here = path === to || screens.some((screen) => stands(screen, path))
  const open = openByHand(area) ?? here
  const shown = screens.filter((screen) => stands(screen, path) || (open && screen.register !== true))
  return (
    <section className="nav-area">
      <div className="nav-head">
        <h2>
          {to === undefined ? (
            area
          ) : (
            <Go to={to} current={path === to} {...going(onGo)}>
              {area}
            </Go>
          )}
        </h2>
        <button
          type="button"
          className="nav-fold"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`${open ? 'Recolher' : 'Abrir'} ${area}`}
          onClick={() => foldArea(area, !open)}
        >
          <Icon name="down" size={12} />
        </button>
      </div>
      <div id={id}>
        {shown.map((screen) => (
          <NavLink key={screen.path} screen={screen} path={path} {...going(onGo)} />
        ))}
      </div>
    </section>
  )
}

/** The area of what stands above all others. */
const START = 'Início'
const visibleOf = (screens: readonly ScreenDefinition[]) => screens.filter((screen) => screen.hidden !== true)

/** The areas that have a page of their own, and the screens that belong to none. */
function Areas({ screens, path, onGo }: NavProps): ReactElement {
  useSignals()
  const visible = visibleOf(screens)
  const loose = visible.filter((screen) => areaPath(screen.area) === undefined)
  const areas = Map.groupBy(
    visible.filter((screen) => !loose.includes(screen)),
    (screen) => screen.area,
  )
  const home = loose.filter((screen) => screen.area === START)
  const rest = loose.filter((screen) => screen.area !== START)
  const common = { path, ...going(onGo) }
  return (
    <>
      {home.map((screen) => (
        <NavLink key={screen.path} screen={screen} {...common} />
      ))}
      <NavList title="Favoritos" screens={favouritesOf(visible)} starred {...common} />
      <NavList title="Recentes" screens={recentOf(visible)} {...common} />
      {[...areas].map(([area, items]) => (
        <NavArea key={area} area={area} screens={items} {...common} />
      ))}
      {rest.map((screen) => (
        <NavLink key={screen.path} screen={screen} {...common} />
      ))}
    </>
  )
}

/** The collapsed menu: favourites, then a picture for each area, which leads to its page. */
function Pictures({ screens, path }: NavProps): ReactElement {
  useSignals()
  const visible = visibleOf(screens)
  const loose = visible.filter((screen) => areaPath(screen.area) === undefined)
  const areas = [...new Set(visible.map(({ area }) => area))].flatMap((area) => {
    const to = areaPath(area)
    return to === undefined
      ? []
      : [{ area, to, current: visible.some((one) => one.area === area && stands(one, path)) }]
  })
  return (
    <>
      {[...loose, ...favouritesOf(visible)].map((screen) => (
        <NavLink key={screen.path} screen={screen} path={path} />
      ))}
      <hr />
      {areas.map(({ area, to, current }) => (
        <Go key={area} to={to} className="nav-link" title={area} label={area} current={current || path === to}>
          <AreaIcon area={area} />
        </Go>
      ))}
    </>
  )
}

/** Remembers where one goes, and keeps it in view. */
function useWhereOneIs({ screens, path }: NavProps): React.RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null)
  const here = screens.filter((one) => stands(one, path))
  const where = here.find((one) => one.hidden !== true)?.path ?? here[0]?.path
  const used = here.find((one) => one.hidden !== true && one.path !== HOME)?.path
  useEffect(() => {
    if (used !== undefined) noteVisit(used)
    // Once the screen stands among the last ones, which moves what lies under them.
    const frame = requestAnimationFrame(() => {
      const links = nav.current?.querySelectorAll(`a[href="${where}"]`) ?? []
      links[links.length - 1]?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [where, used])
  return nav
}

/** Areas and their screens; Ctrl+B leaves the pictures alone. */
export function Nav(props: NavProps): ReactElement | null {
  useSignals()
  const nav = useWhereOneIs(props)
  if (mobile.value) return null
  return (
    <nav ref={nav} className={`nav ${navCollapsed.value ? 'nav-collapsed' : ''}`} aria-label="Menu principal">
      {navCollapsed.value ? <Pictures {...props} /> : <Areas {...props} />}
      <p className="nav-version">Versão {VERSION}</p>
    </nav>
  )
}

/** Places of the bottom bar of whoever has fewer favourites. */
const USUAL = [
  HOME,
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
  const usual = USUAL.flatMap((one) => screens.filter((screen) => screen.path === one))
  const places = [...new Set([...favouritesOf(screens), ...usual])].slice(0, 3)
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
