import type { ReactElement } from 'react'
import { matrixOf, type MatrixAction, type MatrixRow, type Named } from '../../../core/access/matrix'
import { ACTION_HELP, ACTION_NAMES } from '../../../core/access/words'
import { Icon } from '../../ui/icon'
import { addStyle } from '../../ui/later-style'
import style from './matrix.css' with { type: 'text' }

addStyle(style)

const isAction = (name: string): name is MatrixAction => Object.hasOwn(ACTION_NAMES, name)
const COLUMNS = Object.keys(ACTION_NAMES).filter(isAction)

interface MatrixProps {
  /** The permissions that the matrix has places for. */
  readonly known: readonly Named[]
  /** Those that are held. */
  readonly held: ReadonlySet<string>
  /** Gives or takes one; without it the matrix is only shown. */
  readonly onToggle?: (permission: Named, on: boolean) => void
}

interface CellProps extends Omit<MatrixProps, 'known'> {
  readonly permission: Named | undefined
  readonly label: string
}

function Cell({ permission, held, label, onToggle }: CellProps): ReactElement {
  if (permission === undefined) return <td />
  const on = held.has(permission.name)
  if (onToggle === undefined)
    return (
      <td>
        {on ? (
          <span role="img" aria-label={`${label}: sim`}>
            <Icon name="check" size={14} />
          </span>
        ) : null}
      </td>
    )
  return (
    <td>
      <label className="matrix-cell">
        <input
          type="checkbox"
          aria-label={label}
          checked={on}
          onChange={(event) => onToggle(permission, event.target.checked)}
        />
      </label>
    </td>
  )
}

function Row({ row, held, onToggle }: Omit<MatrixProps, 'known'> & { readonly row: MatrixRow }): ReactElement {
  const part = { held, ...(onToggle === undefined ? {} : { onToggle }) }
  return (
    <>
      <tr>
        <th scope="row">{row.title}</th>
        {COLUMNS.map((action) => (
          <Cell key={action} permission={row.cells[action]} label={`${ACTION_NAMES[action]}: ${row.title}`} {...part} />
        ))}
      </tr>
      {row.others.map((one) => (
        <tr key={one.name}>
          <th scope="row" className="matrix-own" colSpan={COLUMNS.length}>
            {one.text}
          </th>
          <Cell permission={one} label={one.text} {...part} />
        </tr>
      ))}
    </>
  )
}

/** Rights in words: what they are on by area, and what may be done with it. */
export function PermissionMatrix({ known, ...rest }: MatrixProps): ReactElement {
  return (
    <table className="matrix">
      <thead>
        <tr>
          <th scope="col">Em</th>
          {COLUMNS.map((action) => (
            <th key={action} scope="col" title={ACTION_HELP[action]}>
              {ACTION_NAMES[action]}
            </th>
          ))}
        </tr>
      </thead>
      {matrixOf(known).map(({ area, rows }) => (
        <tbody key={area}>
          <tr>
            <th scope="rowgroup" colSpan={COLUMNS.length + 1} className="matrix-area">
              {area}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.resource} row={row} {...rest} />
          ))}
        </tbody>
      ))}
    </table>
  )
}
