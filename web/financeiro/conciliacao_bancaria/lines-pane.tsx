import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { formatDate, formatMoney } from '../../ui/format'
import { takeFocus } from '../../ui/take-focus'
import type { Line } from './shapes'

/** Pixels of a line, and lines that are drawn beyond what is seen. */
const HEIGHT = 44
const BEYOND = 12

const WORDS: Readonly<Record<string, string>> = {
  auto: 'Certa',
  transfer: 'Transferência',
  reversal: 'Estorno',
  rule: 'Regra',
  suggest: 'Sugestão',
  ask: 'Escolher',
  'suggest-weak': 'Fraca',
}

interface LinesPaneProps {
  readonly lines: readonly Line[]
  readonly at: number
  readonly selected: ReadonlySet<number>
  readonly onMove: (at: number) => void
  readonly onToggle: (id: number) => void
  /** Answers true for a key that it took. */
  readonly onKey: (key: string) => boolean
}

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 12, last),
  PageUp: (at) => Math.max(at - 12, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** The lines that wait, those in view alone drawn: the keys move, choose and say what becomes of the one that is current. */
export function LinesPane({ lines, at, selected, onMove, onToggle, onKey }: LinesPaneProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  // One function for good: a new one would take the focus back each time that the lines are drawn.
  const first = useCallback((own: HTMLDivElement | null) => {
    box.current = own
    takeFocus(own)
  }, [])
  const [from, setFrom] = useState(0)
  const [seen, setSeen] = useState(20)
  useEffect(() => {
    const own = box.current
    if (own === null) return
    setSeen(Math.ceil(own.clientHeight / HEIGHT))
    const top = at * HEIGHT
    if (top < own.scrollTop) own.scrollTop = top
    else if (top + HEIGHT > own.scrollTop + own.clientHeight) own.scrollTop = top + HEIGHT - own.clientHeight
  }, [at])
  const top = Math.max(0, Math.min(from, lines.length) - BEYOND)
  const shown = lines.slice(top, top + seen + 2 * BEYOND)
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = MOVES[event.key]
    const current = lines[at]
    if (move) onMove(move(at, lines.length - 1))
    else if (event.key === ' ' && current) {
      onToggle(current.id)
      onMove(Math.min(at + 1, lines.length - 1))
    } else if (!onKey(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={first}
      className="match-lines"
      role="listbox"
      aria-label="Linhas a conciliar"
      aria-multiselectable="true"
      aria-activedescendant={lines[at] === undefined ? undefined : `linha-${lines[at].id}`}
      tabIndex={0}
      onKeyDown={keyDown}
      onScroll={(event) => setFrom(Math.floor(event.currentTarget.scrollTop / HEIGHT))}
    >
      <div style={{ height: top * HEIGHT }} role="presentation" />
      {shown.map((line, place) => (
        <LineRow
          key={line.id}
          line={line}
          current={top + place === at}
          selected={selected.has(line.id)}
          onPick={() => onMove(top + place)}
        />
      ))}
      <div style={{ height: Math.max(0, lines.length - top - shown.length) * HEIGHT }} role="presentation" />
    </div>
  )
}

interface LineRowProps {
  readonly line: Line
  readonly current: boolean
  readonly selected: boolean
  readonly onPick: () => void
}

function LineRow({ line, current, selected, onPick }: LineRowProps): ReactElement {
  return (
    <div
      id={`linha-${line.id}`}
      role="option"
      aria-selected={selected || current}
      tabIndex={-1}
      className={`match-line ${current ? 'match-current' : ''} ${selected ? 'match-chosen' : ''}`}
      onClick={onPick}
    >
      <span>{formatDate(line.dMovimento).slice(0, 5)}</span>
      <span className="match-memo" title={line.memo}>
        {line.memo}
      </span>
      <span className={`match-kind match-${line.kind}`}>{WORDS[line.kind] ?? ''}</span>
      <b className={line.resta < 0 ? 'match-out' : 'match-in'}>{formatMoney(line.resta)}</b>
    </div>
  )
}
