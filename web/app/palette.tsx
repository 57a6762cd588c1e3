import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { Dialog } from '../ui/dialog'
import { EmptyState } from '../ui/pieces'
import { isRecord, numberOf } from '../ui/row'
import { mayCreate } from './access'
import { get, isAbort } from './api'
import { commands, selectionHits } from './commands'
import { screenName } from './menu-names'
import { go } from './navigation'
import { ranked, recordHits, recordQuery, used, type Hit } from './palette-search'
import { recents } from './recents'
import { hasNewForm, matchStack, type ScreenDefinition } from './registry'
import { rights } from './session'
import { readStored, writeStored } from './storage'

function readUses(): Readonly<Record<string, number>> {
  const stored = readStored('paleta')
  return isRecord(stored)
    ? Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, numberOf(value) ?? 0]))
    : {}
}

/** Screens, and the creation of their records. */
function screenHits(screens: readonly ScreenDefinition[]): readonly Hit[] {
  return screens.flatMap((screen) => {
    const hit: Hit = { key: screen.path, path: screen.path, title: screenName(screen), detail: screen.area }
    const creates = hasNewForm(screen) && mayCreate(rights.peek(), screen.right)
    const create: Hit = {
      key: `${screen.path}/edit/new`,
      path: `${screen.path}/edit/new`,
      title: `Criar em ${screenName(screen)}`,
      detail: screen.area,
      also: 'novo nova',
    }
    return creates ? [hit, create] : [hit]
  })
}

/** Records that were opened last, of screens that may be opened now. */
const recentHits = (screens: readonly ScreenDefinition[]): readonly Hit[] =>
  recents()
    .filter(({ path }) => matchStack(screens, path) !== null)
    .map(({ path, title }) => ({ key: path, path, title, detail: 'Recente' }))

interface OwnHits {
  readonly selection: readonly Hit[]
  readonly recent: readonly Hit[]
  readonly places: readonly Hit[]
}

/** What needs no server: verbs of the selection, what was opened last, places and commands. */
const ownHits = (screens: readonly ScreenDefinition[]): OwnHits => ({
  selection: selectionHits(),
  recent: recentHits(screens),
  places: [...screenHits(screens), ...commands()],
})

function hitsFor(
  query: string,
  { selection, recent, places }: OwnHits,
  uses: Readonly<Record<string, number>>,
  records: readonly Hit[],
): readonly Hit[] {
  if (query === '') return [...selection, ...recent, ...ranked('', places, uses)].slice(0, 12)
  return [...ranked(query, [...selection, ...places, ...recent], uses).slice(0, 10), ...records]
}

function useRecords(query: string): readonly Hit[] {
  const [records, setRecords] = useState<readonly Hit[]>([])
  const text = recordQuery(query)
  const short = query.trim().length < 2
  useEffect(() => {
    if (short) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        setRecords(recordHits(await get('busca', { query: { q: text }, signal: stop.signal })))
      } catch (error) {
        if (!isAbort(error)) setRecords([])
      }
    }
    const timer = setTimeout(() => void ask(), 100)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, short])
  return short ? [] : records
}

interface PaletteProps {
  readonly screens: readonly ScreenDefinition[]
  readonly onClose: () => void
}

/** One box for every place and every record. */
export function Palette({ screens, onClose }: PaletteProps): ReactElement {
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [uses] = useState(readUses)
  const records = useRecords(query)
  const [own] = useState(() => ownHits(screens))
  const hits = hitsFor(query, own, uses, records)
  const listbox = useRef<HTMLUListElement>(null)
  const current = Math.min(at, Math.max(0, hits.length - 1))
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which React would take for a clean-up.
    void listbox.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const choose = (hit: Hit | undefined): void => {
    if (hit === undefined) return
    writeStored('paleta', used(uses, hit.key))
    onClose()
    if (hit.run === undefined) go(hit.path)
    else hit.run()
  }
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (step === 0) choose(hits[current])
    else setAt((current + step + hits.length) % Math.max(1, hits.length))
  }
  return (
    <Dialog title="Buscar" size="md" className="palette" onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}l`}
        aria-activedescendant={hits.length === 0 ? undefined : `${id}-${current}`}
        aria-label="Buscar telas e registros"
        placeholder="Tela, nome, número, CNPJ, EAN ou chave"
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={keys}
      />
      <ul id={`${id}l`} ref={listbox} role="listbox" aria-label="Resultados" className="palette-list">
        {hits.map((hit, index) => (
          <li
            key={hit.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onClick={() => choose(hit)}
            onPointerMove={() => setAt(index)}
          >
            <span>{hit.title}</span>
            <small>{hit.detail}</small>
          </li>
        ))}
      </ul>
      {hits.length === 0 ? <EmptyState text="Nenhum registro encontrado" /> : null}
    </Dialog>
  )
}
