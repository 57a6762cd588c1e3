import type { ReactElement } from 'react'
import { follow } from '../app/navigation'
import { Go } from '../app/go'
import { Dialog } from './dialog'
import { addStyle } from './later-style'
import style from './ficha.css' with { type: 'text' }
import { EmptyState } from './pieces'
import { isRecord, textOf, type Values } from './row'
import { useLoaded } from './use-loaded'

addStyle(style)

const objectsOf = (value: unknown): readonly Values[] =>
  Array.isArray(value) ? value.filter((one) => isRecord(one)) : []
const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : [])

interface SectionProps {
  readonly section: Values
  readonly onLeave: () => void
}

function Section({ section, onLeave }: SectionProps): ReactElement {
  const columns = objectsOf(section.colunas)
  const lines = objectsOf(section.linhas)
  const end = (at: number): string => (columns[at]?.numero === true ? 'end' : '')
  return (
    <section className="ficha-section" aria-label={textOf(section.titulo)}>
      <h3 className="group-title">{textOf(section.titulo)}</h3>
      {lines.length === 0 ? <p className="field-help">Nada até agora</p> : null}
      {lines.length === 0 ? null : (
        <table className="plain">
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={textOf(column.rotulo)} scope="col" className={end(at)}>
                  {textOf(column.rotulo)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, row) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {textsOf(line.textos).map((text, at) => (
                  <td key={textOf(columns[at]?.rotulo)} className={end(at)}>
                    {at === 0 && textOf(line.caminho) !== '' ? (
                      <Go to={textOf(line.caminho)} className="link" go={follow} onGo={onLeave}>
                        {text}
                      </Go>
                    ) : (
                      text
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {section.mais === true ? <p className="field-help">Só as últimas aparecem aqui.</p> : null}
    </section>
  )
}

interface FichaDialogProps {
  readonly resource: string
  readonly id: string
  readonly onClose: () => void
}

/** The life of a customer, a supplier or a product: figures, and the last of everything, each leading to its document. */
export function FichaDialog({ resource, id, onClose }: FichaDialogProps): ReactElement {
  const answer = useLoaded(`${resource}/${id}/ficha`, resource)
  const told: Values = isRecord(answer) ? answer : {}
  const sections = objectsOf(told.secoes)
  return (
    <Dialog title={textOf(told.titulo) || 'Ficha'} size="xl" onClose={onClose}>
      <div className="dialog-body ficha" tabIndex={0} role="region" aria-label="Ficha">
        <dl className="ficha-facts">
          {objectsOf(told.fatos).map((fact) => (
            <div key={textOf(fact.rotulo)}>
              <dt>{textOf(fact.rotulo)}</dt>
              <dd>{textOf(fact.texto)}</dd>
            </div>
          ))}
        </dl>
        {answer !== null && sections.length === 0 ? <EmptyState text="Nada que você possa ver" /> : null}
        <div className="ficha-sections">
          {sections.map((section) => (
            <Section key={textOf(section.titulo)} section={section} onLeave={onClose} />
          ))}
        </div>
      </div>
    </Dialog>
  )
}
