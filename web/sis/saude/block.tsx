import { Fragment, type ReactElement, type ReactNode } from 'react'
import type { Values } from '../../ui/row'

/** A column: its head, what it shows of a line, and whether that is a figure. */
export interface Shown {
  readonly head: string
  readonly of: (row: Values) => ReactNode
  readonly figure?: boolean
}

interface BlockProps {
  readonly title: string
  readonly hint?: string
  /** What is said where there is nothing. */
  readonly none: string
  readonly rows: readonly Values[]
  readonly columns: readonly Shown[]
  /** A second line under each, over its whole width. */
  readonly under?: (row: Values) => ReactNode
}

/** A part of the page: a table under its title, which moves sideways where it is wider than the screen. */
export function Block({ title, hint, none, rows, columns, under }: BlockProps): ReactElement {
  return (
    <section className="health-block" aria-label={title}>
      <h2 className="group-title">{title}</h2>
      {hint === undefined ? null : <small className="hint">{hint}</small>}
      {rows.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        // A table that moves sideways is reached by key.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="health-table" tabIndex={0} role="group" aria-label={`Tabela: ${title}`}>
          <table className="plain">
            <thead>
              <tr>
                {columns.map(({ head, figure }) => (
                  <th key={head} scope="col" className={figure === true ? 'end' : undefined}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // Lines have no numbers of their own, and are all shown anew with each answer.
                // oxlint-disable-next-line react/no-array-index-key
                <Fragment key={at}>
                  <tr>
                    {columns.map(({ head, of, figure }) => (
                      <td key={head} className={figure === true ? 'end' : undefined}>
                        {of(row)}
                      </td>
                    ))}
                  </tr>
                  {under === undefined ? null : (
                    <tr>
                      <td colSpan={columns.length}>{under(row)}</td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
