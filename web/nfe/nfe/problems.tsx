import type { ReactElement } from 'react'
import { hasScreen, listPath, pathOf } from '../../../core/access'
import { open } from '../../app/navigation'
import { Button } from '../../ui/button'
import { isRecord, numberOf, textOf } from '../../ui/row'

/** Something that stands in the way of a note, as the server tells it. */
interface Problem {
  readonly message: string
  readonly cStat: string
  readonly resource: string
  readonly id: number | null
}

/** The problems in what the server told. */
export function problemsIn(told: unknown): readonly Problem[] {
  return (Array.isArray(told) ? told : []).filter(isRecord).map(({ message, cStat, place }) => ({
    message: textOf(message),
    cStat: textOf(cStat),
    resource: isRecord(place) ? textOf(place.resource) : '',
    id: isRecord(place) ? numberOf(place.id) : null,
  }))
}

/** Parts of a document whose place is the document itself. */
const HEADS: Readonly<Record<string, string>> = { venda_duplicata: 'venda', venda_mercadoria: 'venda' }

/** What stands in the way of a note, each with the way to where it is mended. */
export function Problems({
  title,
  problems,
}: {
  readonly title: string
  readonly problems: readonly Problem[]
}): ReactElement {
  return (
    <section className="stack span-12" aria-label={title}>
      <h3>{title}</h3>
      <ul className="stack">
        {problems.map(({ message, cStat, resource, id }, index) => (
          // The same message may come for two items.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="lines-tools">
            <span>
              {cStat === '' ? null : <strong>{cStat} · </strong>}
              {message}
            </span>
            <Mend name={HEADS[resource] ?? resource} id={id} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Documents that show their problems themselves. */
const OWN: ReadonlySet<string> = new Set(['', 'nfe', 'nfse', 'mdfe', 'gnre'])

/** Leads to the record, or to the list where nobody knows which. */
function Mend({ name, id }: { readonly name: string; readonly id: number | null }): ReactElement | null {
  if (OWN.has(name) || !hasScreen(name)) return null
  return (
    <Button icon="edit" onClick={() => open(id === null ? listPath(name) : pathOf(name, id))}>
      Corrigir
    </Button>
  )
}
