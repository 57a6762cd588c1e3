import type { ReactElement } from 'react'
import { LATER, DISCOUNT, LOSS, NOTHING_MISSING } from '../../../core/fields/estoque/leitura'
import { inAuxiliary } from '../../../core/stock/convert'
import { Button } from '../../ui/button'
import { Chip, type ChipState } from '../../ui/chip'
import { formatQuantity } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { Unsent } from '../../ui/scan/unsent'
import { readings } from './queue'
import type { Item, Reading } from './told'
import { aboutOf, type Receiving } from './use-receiving'
import type { Shelves } from './use-shelves'

const VERBS = {
  lot: 'Informar o lote',
  quantity: 'Informar a quantidade',
  unknown: 'Escolher a mercadoria',
  again: 'Responder',
  retry: 'Tentar de novo',
} as const

/** What the device has still to send, and what was refused of it. */
export const UnsentReadings = ({ ask }: Pick<Receiving, 'ask'>): ReactElement => (
  <Unsent queue={readings.queue} verbOf={(call) => VERBS[aboutOf(call) ?? 'retry']} onAsk={ask} />
)

/** How an item stands against its invoice. */
export function standingOf({ qNota, qRecebida, falta, tolerada }: Item): ChipState {
  if (qRecebida === qNota) return { word: 'Completo', hue: 'verde', mark: 'check' }
  if (tolerada && falta === NOTHING_MISSING) return { word: 'Na tolerância', hue: 'verde', mark: 'check' }
  if (qRecebida > qNota) return { word: 'A mais', hue: 'vermelho' }
  if (falta === LATER) return { word: 'Vem depois', hue: 'indigo' }
  if (falta === DISCOUNT) return { word: 'Desconto', hue: 'indigo' }
  if (falta === LOSS) return { word: 'Perda', hue: 'indigo' }
  return falta === NOTHING_MISSING && qRecebida > 0
    ? { word: 'Parcial', hue: 'azul', mark: 'half' }
    : { word: 'Falta', hue: 'ambar' }
}

/** What is not complete first, then the rest, each in the invoice's order. */
export const inOrderOfWork = (items: readonly Item[]): readonly Item[] => [
  ...items.filter((one) => one.qRecebida !== one.qNota),
  ...items.filter((one) => one.qRecebida === one.qNota),
]

/** A quantity in whole boxes and what is left of it: `10 CX e 7`. */
function boxesText(quantity: number, { un, factor }: NonNullable<Item['auxiliary']>): string {
  const { whole, rest } = inAuxiliary(quantity, factor)
  const boxes = `${formatQuantity(whole.toFixed(0), 0)} ${un}`
  return rest.isZero() ? boxes : `${boxes} e ${formatQuantity(rest.toFixed(4), 4)}`
}

/** Every item against its invoice. */
export function Lines({
  items,
  reason,
  onOpen,
}: {
  readonly items: readonly Item[]
  /** Why nothing may be counted by hand now; '' where it may. */
  readonly reason: string
  readonly onOpen: (item: Item) => void
}): ReactElement {
  return (
    <table className="plain receiving-lines">
      <thead>
        <tr>
          <th scope="col">Mercadoria</th>
          <th scope="col" className="num">
            Nota
          </th>
          <th scope="col" className="num">
            Lida
          </th>
          <th scope="col" className="num">
            Diferença
          </th>
          <th scope="col">Estado</th>
        </tr>
      </thead>
      <tbody>
        {inOrderOfWork(items).map((item) => {
          const off = item.qRecebida - item.qNota
          return (
            <tr key={item.id} data-item={item.id}>
              <td>
                <button type="button" className="link" disabled={reason !== ''} onClick={() => onOpen(item)}>
                  {item.xProd}
                </button>
              </td>
              <td className="num">
                {formatQuantity(item.qNota, 4)} {item.un}
                {item.auxiliary === null ? null : <small>{boxesText(item.qNota, item.auxiliary)}</small>}
              </td>
              <td className="num">{formatQuantity(item.qRecebida, 4)}</td>
              <td className="num">{off === 0 ? '–' : `${off > 0 ? '+' : '−'}${formatQuantity(Math.abs(off), 4)}`}</td>
              <td>
                <Chip {...standingOf(item)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The last readings, each with the way to take it off again. */
export function LastReadings({
  readings: shown,
  undo,
  most,
  reason,
}: {
  readonly readings: readonly Reading[]
  readonly undo: (reading: Reading) => void
  readonly most: number
  /** Why none may be taken off now; '' where they may. */
  readonly reason: string
}): ReactElement | null {
  if (shown.length === 0) return null
  return (
    <section className="last-readings" aria-label="Últimas leituras">
      <h3>Últimas leituras</h3>
      <ul>
        {shown.slice(0, most).map((one) => (
          <li key={one.chave}>
            <span>
              <strong>{formatQuantity(one.qTrib, 4)}</strong> {one.xProd}
              <small>{[one.nLote === '' ? '' : `Lote ${one.nLote}`, one.user].filter(Boolean).join(' · ')}</small>
            </span>
            <Button icon="undo" reason={reason} onClick={() => undo(one)}>
              Desfazer
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where what is read is put: stays until another is read or chosen. It cannot be chosen while nothing can be read: what a scanner types too soon would choose, by its letters. */
export function ShelfSelect({
  shelves,
  shelf,
  onShelf,
  reason,
}: Pick<Shelves, 'shelves' | 'shelf' | 'onShelf'> & { readonly reason: string }): ReactElement {
  return (
    <label className="shelf-select">
      <span>Guardar em</span>
      <select
        className="input"
        disabled={reason !== ''}
        value={shelf === null ? '' : String(shelf.id)}
        onChange={({ target }) => onShelf(shelves.find((one) => String(one.id) === target.value) ?? null)}
      >
        <option value="">Local da entrada</option>
        {shelves.map((one) => (
          <option key={one.id} value={one.id}>
            {one.codigo} · {one.name}
          </option>
        ))}
      </select>
    </label>
  )
}

const PAD = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ',', '0'] as const
const LONGEST = 9

/** Digits under the thumb: how many times the next code counts, as the scan box keeps it. */
export function NumberPad({ times, onTimes }: Pick<Receiving, 'times' | 'onTimes'>): ReactElement {
  const press = (key: string): void => {
    const next = (times ?? '') + key.replace(',', '.')
    if (/^\d{1,5}(?:\.\d{0,3})?$/.test(next) && next.length <= LONGEST) onTimes(next)
  }
  return (
    <div className="number-pad" role="group" aria-label="Quantidade do próximo código">
      {PAD.map((key) => (
        <button key={key} type="button" className="btn btn-plain" onClick={() => press(key)}>
          {key}
        </button>
      ))}
      <button type="button" className="btn btn-plain" aria-label="Limpar a quantidade" onClick={() => onTimes(null)}>
        <Icon name="close" />
      </button>
    </div>
  )
}
