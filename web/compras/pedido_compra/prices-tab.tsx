import { useContext, useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { hasScreen, pathOf } from '../../../core/access'
import { needOf } from '../../app/access'
import { Go } from '../../app/go'
import { follow, open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { act } from '../../ui/documents/act'
import { because, settled, type OpenDocument } from '../../ui/documents/use-verbs'
import { SaveContext, TabContext, useForm } from '../../ui/form/context'
import { displayName, formatCost, formatDate, formatMoney, formatQuantity } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { EmptyState } from '../../ui/pieces'
import { getPath, numberOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { KIND } from './actions'
import { ITEMS, RESOURCE } from './order'
import style from './prices.css' with { type: 'text' }
import { compared, productsOf, type ComparedLine, type Offer } from './prices'

addStyle(style)

const SOURCES: Readonly<Record<string, string>> = {
  entrada: 'Entrada',
  pedido_compra: 'Pedido',
  cotacao: 'Cotação no pedido',
}
const COLUMNS = ['Fornecedor', 'Preço', 'Diferença', 'Em', 'Quantidade', 'De onde', 'Código', 'Prazo', ''] as const
const NUMBERS: ReadonlySet<string> = new Set(['Preço', 'Diferença', 'Quantidade', 'Prazo'])

const nameOf = (line: Line): string => textOf(line.xProd) || displayName(line.mercadoria)

/** A difference with its sign, and its share. */
function differenceText({ difference, percent }: Offer): string {
  const sign = difference > 0 ? '+' : ''
  const share = percent === null ? '' : ` (${sign}${formatQuantity(percent, 2)} %)`
  return `${sign}${formatMoney(difference)}${share}`
}

function Source({ told }: Pick<Offer, 'told'>): ReactElement {
  const resource = told.origem === 'entrada' ? 'entrada' : 'pedido_compra'
  const text = `${SOURCES[textOf(told.origem)] ?? ''} ${textOf(told.documento_id)}`
  if (!hasScreen(resource)) return <>{text}</>
  return (
    <Go to={pathOf(resource, textOf(told.documento_id))} className="link" go={follow}>
      {text}
    </Go>
  )
}

interface OfferProps {
  readonly line: Line
  /** Its place among the order's. */
  readonly at: number
  readonly offer: Offer
  readonly busy: boolean
  readonly reason: string | undefined
  readonly onMove: (at: number, offer: Offer) => void
}

function OfferRow({ line, at, offer, busy, reason, onMove }: OfferProps): ReactElement {
  const { told, own, cheapest, difference } = offer
  const days = numberOf(told.prazo)
  return (
    <tr>
      <th scope="row">
        {textOf(told.xNome)} {cheapest ? <Chip word="Menor preço" hue="verde" mark="check" /> : null}
      </th>
      <td className="end">{formatCost(told.vUnTrib)}</td>
      <td className={`end ${difference < 0 ? 'prices-less' : ''}`}>{differenceText(offer)}</td>
      <td>{formatDate(told.dData)}</td>
      <td className="end">{formatQuantity(told.qTrib, 4)}</td>
      <td>
        <Source told={told} />
      </td>
      <td>{textOf(told.codigo)}</td>
      <td className="end">{days === null ? '' : `${days} ${days === 1 ? 'dia' : 'dias'}`}</td>
      <td className="end">
        {own ? (
          <span className="field-help">deste pedido</span>
        ) : (
          <Button busy={busy} onClick={() => onMove(at, offer)} {...because(reason)}>
            Passar<span className="sr-only">{` ${nameOf(line)} para ${textOf(told.xNome)}`}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

interface LineProps extends Omit<OfferProps, 'line' | 'offer'> {
  readonly compared: ComparedLine
}

function LineRows({ compared: { line, offers }, ...moving }: LineProps): ReactElement {
  const amount = `${formatQuantity(line.qTrib, 4)} ${textOf(line.un)} a ${formatCost(line.vUnTrib)}: ${formatMoney(line.vSubtotal)}`
  return (
    <tbody>
      <tr className="prices-line">
        <th scope="rowgroup" colSpan={COLUMNS.length}>
          <b>{nameOf(line)}</b> <span className="field-help">{amount}</span>
        </th>
      </tr>
      {offers.map((offer) => (
        <OfferRow key={offer.supplier} line={line} offer={offer} {...moving} />
      ))}
      {offers.length === 0 ? (
        <tr>
          <td colSpan={COLUMNS.length} className="field-help">
            Ninguém vendeu nem cotou esta mercadoria ainda.
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}

const buttonsIn = (table: HTMLElement | null): readonly HTMLButtonElement[] => [
  ...(table?.querySelectorAll<HTMLButtonElement>('button') ?? []),
]

/** Arrows go from one supplier's button to the next; Enter moves the line there. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const buttons = buttonsIn(event.currentTarget)
  const at = buttons.findIndex((one) => one === document.activeElement)
  if (step === 0 || at === -1) return
  event.preventDefault()
  buttons[at + step]?.focus()
}

/** The stored number of the line at a place: what was typed is saved first, and has its number then. Undefined when that failed. */
async function storedId(doc: OpenDocument, at: number): Promise<number | undefined> {
  if ((await settled(doc)) === undefined) return undefined
  return numberOf(linesOf(doc.form.values.value[ITEMS])[at]?.id) ?? undefined
}

async function moveLine(doc: OpenDocument, at: number, { supplier, told }: Offer): Promise<void> {
  const id = await storedId(doc, at)
  if (id === undefined) return
  const answer = await act(doc, {
    resource: RESOURCE,
    action: 'passaItem',
    body: { pedido_compra_mercadoria_id: id, fornecedor_id: supplier },
    failed: 'Não foi possível passar o item',
  })
  if (answer === undefined) return
  const to = textOf(getPath(answer, 'pedido_compra.id'))
  const order = answer.novo === true ? `ao pedido ${to}, novo` : `ao pedido ${to}`
  const empty = answer.restam === 0 ? ' Este pedido ficou sem itens.' : ''
  toast.success(`Item passado ${order}, de ${textOf(told.xNome)}.${empty}`, {
    go: () => open(pathOf('pedido_compra', to)),
  })
}

/** Moves a line, one at a time; the focus stays among the suppliers. */
function useMove(table: RefObject<HTMLTableElement | null>): Pick<LineProps, 'busy' | 'reason' | 'onMove'> {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [busy, setBusy] = useState(false)
  const back = useRef<number | null>(null)
  useEffect(() => {
    if (back.current === null || busy) return
    const buttons = buttonsIn(table.current)
    if (!buttons.some((one) => one === document.activeElement))
      buttons[Math.min(back.current, buttons.length - 1)]?.focus()
    back.current = null
  })
  return {
    busy,
    reason: whyNot(needOf(KIND.right, 'edit')) ?? form.whyNotList(ITEMS),
    onMove: (at, offer) => {
      back.current = buttonsIn(table.current).findIndex((one) => one === document.activeElement)
      setBusy(true)
      void moveLine({ form, save }, at, offer).finally(() => setBusy(false))
    },
  }
}

function Prices({ products }: { readonly products: string }): ReactElement {
  useSignals()
  const { values, record } = useForm()
  const table = useRef<HTMLTableElement>(null)
  const id = record.value === undefined ? '' : `/${record.value.id}`
  const answer = useLoaded(`${RESOURCE}${id}/comparaPrecos?mercadoria_id_list=${products}`, 'pedido_compra entrada')
  const moving = useMove(table)
  return (
    <div className="prices span-12">
      <table ref={table} className="plain" onKeyDown={walk} aria-busy={answer === null}>
        <caption className="sr-only">Último preço de cada fornecedor, por item</caption>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className={NUMBERS.has(name) ? 'end' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {answer === null
          ? null
          : compared(values.value, answer).map((one, at) => (
              <LineRows key={one.line.key} at={at} compared={one} {...moving} />
            ))}
      </table>
    </div>
  )
}

/** What each supplier charged last for the goods of an order, beside what it says: asked for when it is looked at. */
export function PricesTab(): ReactElement | null {
  useSignals()
  const form = useForm()
  const products = productsOf(form.values.value)
  if (form.tab.value !== useContext(TabContext)) return null
  if (products === '') return <EmptyState text="Inclua mercadorias para comparar os preços" />
  return <Prices products={products} />
}
