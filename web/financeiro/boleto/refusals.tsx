import type { ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { open } from '../../app/navigation'
import { Button } from '../../ui/button'
import { isSet, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'

interface RefusalsProps {
  /** What the bank would refuse, by the document's number of its title; `beneficiario` is who collects. */
  readonly refused: Readonly<Record<string, readonly string[]>>
  readonly rows: readonly Row[]
  readonly setup: Row
}

/** What the bank would refuse of a file, by title, and the way to mend it. */
export function Refusals({ refused, rows, setup }: RefusalsProps): ReactElement {
  return (
    <section aria-label="O que o banco recusaria">
      <h3>O que o banco recusaria</h3>
      <RowList label="O que o banco recusaria">
        {Object.entries(refused).map(([number, texts]) => {
          const row = rows.find((one) => textOf(one.seu_numero) === number)
          return (
            <li key={number}>
              <span>
                <b>{row === undefined ? 'A cobrança' : `${textOf(row.xNome)} · documento ${number}`}</b>
                {texts.map((text) => (
                  <span key={text} className="field-error">
                    {text}
                  </span>
                ))}
              </span>
              <span />
              <span className="boleto-verbs">
                {row === undefined ? (
                  <Button onClick={() => open(pathOf('banco_cnab', setup.id))}>Abrir a cobrança</Button>
                ) : (
                  <>
                    {isSet(row.cliente_id) ? (
                      <Button onClick={() => open(pathOf('cliente', textOf(row.cliente_id)))}>Abrir o cliente</Button>
                    ) : null}
                    <Button onClick={() => open(pathOf('boleto', row.id))}>Abrir o boleto</Button>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </RowList>
    </section>
  )
}
