import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatDate, formatMoney, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isSet, textOf, type Row } from '../../ui/row'
import { takeFocus } from '../../ui/take-focus'
import { useWaitingSales } from '../waiting-sales'
import { counted, STOP_RESOURCE } from './route'

interface SalesPickerProps {
  readonly route: Row
  /** Undefined when it was refused: the choice stays. */
  readonly onPick: (sales: readonly number[]) => Promise<unknown>
  readonly onClose: () => void
}

/** Chosen sales by id: they stay chosen when a search shows others. */
type Chosen = ReadonlyMap<number, Row>

const placeOf = (sale: Row): string =>
  [textOf(sale.xMun) || 'Sem município', textOf(sale.UF)].filter((part) => part !== '').join(' - ')

const sumOf = (sales: readonly Row[], field: 'volumes' | 'peso'): number =>
  sales.reduce((sum, sale) => sum + (Number(sale[field]) || 0), 0)

/** Chooses sales that wait for delivery, by town: single ones, or a town at a time. */
export function SalesPicker({ route, onPick, onClose }: SalesPickerProps): ReactElement {
  const [text, setText] = useState('')
  const { rows, most } = useWaitingSales(`${STOP_RESOURCE}/${route.id}/getVendas`, text)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [busy, setBusy] = useState(false)
  const picked = [...chosen.values()]
  const set = (list: readonly Row[], on: boolean): void => {
    const next = new Map(chosen)
    for (const sale of list)
      if (on) next.set(Number(sale.id), sale)
      else next.delete(Number(sale.id))
    setChosen(next)
  }
  const go = async (): Promise<void> => {
    if (picked.length === 0) return toast.alert('Selecione ao menos uma venda.')
    setBusy(true)
    const done = await onPick(picked.map(({ id }) => Number(id)))
    setBusy(false)
    return done === undefined ? undefined : onClose()
  }
  const footer = (
    <>
      <span className="picker-sum" role="status">
        {picked.length === 0
          ? 'Nenhuma venda escolhida'
          : `${counted(picked.length, 'venda', 'vendas')} · ${counted(sumOf(picked, 'volumes'), 'volume', 'volumes')}${sumOf(picked, 'peso') > 0 ? ` · ${formatQuantity(sumOf(picked, 'peso').toFixed(1))} kg` : ''}`}
      </span>
      <span className="spacer" />
      <Button onClick={onClose}>Cancelar</Button>
      <Button kind="primary" hotkey="confirm" busy={busy} onClick={() => void go()}>
        Incluir
      </Button>
    </>
  )
  return (
    <Dialog title="Incluir vendas que esperam entrega" size="xl" onClose={onClose} footer={footer}>
      <ConfirmKey onGo={() => void go()} />
      <Choice sales={rows} chosen={chosen} text={text} most={most} onText={setText} onSet={set} />
    </Dialog>
  )
}

function ConfirmKey({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo })
  return null
}

interface ChoiceProps {
  /** Null before the first answer. */
  readonly sales: readonly Row[] | null
  readonly chosen: Chosen
  readonly text: string
  /** How many are listed where there are more. */
  readonly most: number | null
  readonly onText: (text: string) => void
  readonly onSet: (sales: readonly Row[], on: boolean) => void
}

/** ↓ leaves the search for the list; there ↑ and ↓ go from box to box, and the space bar chooses. */
function Choice({ sales, chosen, text, most, onText, onSet }: ChoiceProps): ReactElement {
  const body = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const boxes = [...(body.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const at = boxes.findIndex((box) => box === document.activeElement)
    boxes[Math.max(0, Math.min(boxes.length - 1, at + step))]?.focus()
  }
  const towns = [...Map.groupBy(sales ?? [], placeOf)]
  return (
    <div ref={body} className="dialog-body picker" onKeyDown={walk}>
      <input
        ref={takeFocus}
        type="search"
        className="input"
        aria-label="Pesquisar venda, cliente, bairro ou município"
        placeholder="Venda, cliente, bairro ou município"
        maxLength={80}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {sales === null ? <p className="field-help">Carregando…</p> : null}
      {sales?.length === 0 ? (
        <EmptyState text={text.trim() === '' ? 'Nenhuma venda espera entrega' : 'Nenhuma venda encontrada'} />
      ) : null}
      {most === null ? null : <p className="field-help">Há mais de {most}: pesquise para ver as outras.</p>}
      {towns.map(([town, list]) => (
        <Town key={town} town={town} sales={list} chosen={chosen} onSet={onSet} />
      ))}
    </div>
  )
}

interface TownProps {
  readonly town: string
  readonly sales: readonly Row[]
  readonly chosen: Chosen
  readonly onSet: (sales: readonly Row[], on: boolean) => void
}

function Town({ town, sales, chosen, onSet }: TownProps): ReactElement {
  const count = sales.filter(({ id }) => chosen.has(Number(id))).length
  return (
    <fieldset className="picker-town">
      <legend>
        <label className="picker-all">
          <input
            type="checkbox"
            checked={count === sales.length}
            ref={(box) => {
              if (box !== null) box.indeterminate = count > 0 && count < sales.length
            }}
            onChange={(event) => onSet(sales, event.target.checked)}
          />
          {town} <small>{counted(sales.length, 'venda', 'vendas')}</small>
        </label>
      </legend>
      {sales.map((sale) => (
        <label key={sale.id} className="picker-sale">
          <input
            type="checkbox"
            checked={chosen.has(Number(sale.id))}
            onChange={(event) => onSet([sale], event.target.checked)}
          />
          <span className="picker-name">{textOf(sale.xNome)}</span>
          <span>Venda {sale.id}</span>
          <span>{textOf(sale.xBairro)}</span>
          <span>{isSet(sale.dEntrega) ? `entrega ${formatDate(sale.dEntrega)}` : ''}</span>
          <span className="picker-end">{counted(Number(sale.volumes), 'volume', 'volumes')}</span>
          <span className="picker-end">{Number(sale.peso) > 0 ? `${formatQuantity(sale.peso, 1)} kg` : ''}</span>
          <span className="picker-end">{formatMoney(sale.vTotal)}</span>
        </label>
      ))}
    </fieldset>
  )
}
