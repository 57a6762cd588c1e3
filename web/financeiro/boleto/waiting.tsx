import { useRef, type KeyboardEvent, type ReactElement } from 'react'
import { Chip } from '../../ui/chip'
import { formatDate, formatMoney } from '../../ui/format'
import { isSet, textOf, type Row } from '../../ui/row'
import { boletoChip, instruction } from './looks'

type Left = ReadonlySet<Row['id']>

interface WaitingProps {
  readonly rows: readonly Row[]
  /** Those that do not go. */
  readonly left: Left
  readonly onLeave: (left: Left) => void
}

const about = (row: Row): string =>
  [`documento ${textOf(row.seu_numero)}`, `vence em ${formatDate(row.dVencimento)}`, textOf(row.motivo)]
    .filter(Boolean)
    .join(' · ')

/** What the bank is told: an instruction, or the boleto itself, new or again. */
function What({ row }: { readonly row: Row }): ReactElement | null {
  if (isSet(row.comando)) return <Chip word={instruction.word('comando', row.comando)} hue="indigo" />
  const chip = boletoChip(row)
  return chip === null ? null : <Chip {...chip} />
}

/** What waits for a file, row by row: ↑ and ↓ go from one to the next, Space leaves one out or takes it in, Ctrl+A all. */
export function Waiting({ rows, left, onLeave }: WaitingProps): ReactElement {
  const list = useRef<HTMLUListElement>(null)
  const toggle = (id: Row['id']): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onLeave(next)
  }
  const all = (): void => onLeave(left.size === 0 ? new Set(rows.map(({ id }) => id)) : new Set())
  const move = (event: KeyboardEvent): void => {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!isAll && step === 0) return
    event.preventDefault()
    if (isAll) return all()
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])]
    const at = boxes.findIndex((box) => box === document.activeElement)
    boxes[Math.max(0, Math.min(boxes.length - 1, at + step))]?.focus()
  }
  return (
    <ul className="boleto-wait" ref={list} aria-label="Boletos que esperam" onKeyDown={move}>
      {rows.map((row) => (
        <li key={row.id}>
          <label>
            <input type="checkbox" checked={!left.has(row.id)} onChange={() => toggle(row.id)} />
            <span>
              <b>
                {textOf(row.xNome)} · {textOf(row.nosso_numero_impresso)} <What row={row} />
              </b>
              <small>{about(row)}</small>
            </span>
            <span className="amount">{formatMoney(row.valor)}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
