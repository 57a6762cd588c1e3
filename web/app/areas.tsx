import { createContext, useContext, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../ui/icon'
import { EmptyState } from '../ui/pieces'
import { NO_ACCESS } from '../../core/access'
import { mayCreate } from './access'
import { screenName } from './menu-names'
import { Go } from './go'
import { Queues } from './queues'
import { hasNewForm, screen, type ScreenDefinition } from './registry'
import { ScreenIcon } from './screen-icons'
import { rights } from './session'
import { Star } from './star'

/** The screens that the person may open. */
export const AllowedScreens = createContext<readonly ScreenDefinition[]>([])

/** Path below /ui and title of the areas that hold screens. */
const AREAS = [
  ['comercial', 'Comercial'],
  ['compras', 'Compras'],
  ['estoque', 'Estoque'],
  ['expedicao', 'Expedição'],
  ['financeiro', 'Financeiro'],
  ['nfe', 'Fiscal'],
  ['mrp', 'Planejamento'],
  ['producao', 'Produção'],
  ['servico', 'Serviço'],
  ['cadastros', 'Cadastros'],
  ['configuracao', 'Configuração'],
] as const

/** Where an area's own page is; undefined for one that has none. */
export function areaPath(area: string): string | undefined {
  const found = AREAS.find(([, title]) => title === area)
  return found === undefined ? undefined : `/ui/${found[0]}`
}

const creates = (place: ScreenDefinition): boolean =>
  place.right !== '' && hasNewForm(place) && mayCreate(rights.peek(), place.right)

function Place({ place }: { readonly place: ScreenDefinition }): ReactElement {
  return (
    <li className="place">
      <Go to={place.path} className="place-name">
        <ScreenIcon screen={place} />
        <span>{screenName(place)}</span>
      </Go>
      {creates(place) ? (
        <Go to={`${place.path}/edit/new`} className="place-new" label={`Criar em ${screenName(place)}`}>
          <Icon name="add" size={14} />
          Criar
        </Go>
      ) : null}
      <Star screen={place} />
    </li>
  )
}

interface PlacesProps {
  readonly title?: string
  readonly places: readonly ScreenDefinition[]
}

/** Screens with what can be done of them; nothing where there are none. */
function Places({ title, places }: PlacesProps): ReactElement | null {
  if (places.length === 0) return null
  return (
    <section aria-label={title ?? 'Telas'}>
      {title === undefined ? null : <h2>{title}</h2>}
      <ul className="places">
        {places.map((place) => (
          <Place key={place.path} place={place} />
        ))}
      </ul>
    </section>
  )
}

/** The parts of addresses that tell which areas the screens belong to. */
const areasOf = (places: readonly ScreenDefinition[]): readonly string[] =>
  [...new Set(places.map(({ path }) => path.split('/')[2] ?? ''))].sort()

/** An area's page: what waits in it, then its screens, as this person may use them. */
function Area({ title, path }: { readonly title: string; readonly path: string }): ReactElement {
  useSignals()
  const all = useContext(AllowedScreens)
  const places = all.filter(
    (one) => one.path !== path && one.hidden !== true && (one.area === title || one.path.startsWith(`${path}/`)),
  )
  return (
    <section className="area">
      <h1>{title}</h1>
      {places.length === 0 ? <EmptyState text={NO_ACCESS} /> : null}
      {places.length === 0 ? null : <Queues areas={areasOf(places)} />}
      <Places places={places.filter((one) => one.register !== true)} />
      <Places title="Cadastros e tabelas" places={places.filter((one) => one.register === true)} />
    </section>
  )
}

/** The pages of all areas. */
export const areaScreens: readonly ScreenDefinition[] = AREAS.map(([name, title]) =>
  screen({
    path: `/ui/${name}`,
    title,
    area: title,
    right: '',
    hidden: true,
    component: () => <Area title={title} path={`/ui/${name}`} />,
  }),
)
