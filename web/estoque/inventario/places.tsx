import type { ReactElement } from 'react'
import { Chip } from '../../ui/chip'
import { EmptyState } from '../../ui/pieces'
import type { Place } from './told'

/** More are found by their code. */
const SHOWN = 200

/** How far a place is, in a chip. */
function Standing({ itens, conferidos, recontar }: Place): ReactElement {
  if (recontar > 0) return <Chip word={`Recontar ${recontar}`} hue="ambar" />
  if (conferidos === itens) return <Chip word="Contado" hue="verde" mark="check" />
  return conferidos > 0 ? <Chip word="Em contagem" hue="azul" mark="half" /> : <Chip word="A contar" hue="cinza" />
}

interface PlacesProps {
  readonly places: readonly Place[]
  readonly enter: (place: Place) => void
}

/** The places of a count, one tap each: what is to be counted again first, then what nobody has counted. */
export function Places({ places, enter }: PlacesProps): ReactElement {
  const rank = ({ itens, conferidos, recontar }: Place): number => (recontar > 0 ? 0 : conferidos < itens ? 1 : 2)
  const shown = places.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN)
  if (shown.length === 0) return <EmptyState text="Nenhum local com estoque: leia o código do local que quer contar." />
  return (
    <section aria-label="Locais" className="count-places">
      <h3>Locais</h3>
      <ul>
        {shown.map((place) => (
          <li key={place.id}>
            <button type="button" className="count-row" onClick={() => enter(place)}>
              <span>
                <strong>{place.codigo}</strong> {place.name}
                <small>{`Itens contados: ${place.conferidos} de ${place.itens}`}</small>
              </span>
              <Standing {...place} />
            </button>
          </li>
        ))}
      </ul>
      {places.length > SHOWN ? (
        <p className="field-help">Leia ou digite o código dos outros locais, que são {places.length - SHOWN}.</p>
      ) : null}
    </section>
  )
}
