import { memo, useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { counted, formatDate, formatGridAmount, formatQuantity } from '../../ui/format'
import { GROUPS, type GroupField, type Sale, type SaleGroup } from './sales'

interface TableProps {
  readonly groups: readonly SaleGroup[]
  readonly field: GroupField
  /** There are more than these: a group may hold others. */
  readonly cut: boolean
  readonly chosen: ReadonlyMap<number, Sale>
  /** Stays the same, so that a row is drawn anew only when it changes. */
  readonly onToggle: (sales: readonly Sale[], on: boolean) => void
}

/** ↓ leaves the search for the list; there ↑ and ↓ go from box to box. True when it was one of them. */
export function walkBoxes(event: KeyboardEvent<HTMLElement>): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return false
  const boxes = [...(event.currentTarget.closest('dialog')?.querySelectorAll('input') ?? [])]
  const now = boxes.findIndex((box) => box === document.activeElement)
  boxes[Math.max(0, now + step)]?.focus()
  event.preventDefault()
  return true
}

/** ↑ and ↓ go from box to box, Ctrl+A takes all that are shown. */
function useTableKeys({ groups, chosen, onToggle }: TableProps): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (walkBoxes(event)) event.stopPropagation()
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      const all = groups.flatMap(({ sales }) => sales)
      onToggle(all, !all.every(({ id }) => chosen.has(id)))
      event.preventDefault()
      event.stopPropagation()
    }
  }
}

/** Sales in their groups, to be chosen one by one or by group; keys go from box to box. */
export function SalesTable(props: TableProps & { readonly children: ReactNode }): ReactElement {
  const { groups, field } = props
  const keys = useTableKeys(props)
  const [current, setCurrent] = useState('')
  const label = GROUPS.find((one) => one.field === field)?.label ?? ''
  const first = groups[0] === undefined ? '' : `g${groups[0].name}`
  const ids = new Set(groups.flatMap(({ name, sales }) => [`g${name}`, ...sales.map(({ id }) => `s${id}`)]))
  const shared = { ...props, label, tabStop: ids.has(current) ? current : first, onCurrent: setCurrent }
  return (
    <div className="sales-scroll" onKeyDown={keys}>
      <table className="plain sales-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Selecionar</span>
            </th>
            <th scope="col">Venda</th>
            <th scope="col">Cliente</th>
            <th scope="col">Endereço</th>
            <th scope="col">{field === 'district' ? 'Cidade' : 'Bairro'}</th>
            <th scope="col">{field === 'seller' ? 'Cidade' : 'Vendedor'}</th>
            <th scope="col">Recebe</th>
            <th scope="col">Entrega</th>
            <th scope="col" className="end">
              Volumes
            </th>
            <th scope="col" className="end">
              Peso kg
            </th>
            <th scope="col" className="end">
              Valor
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <GroupRows key={group.name} {...shared} group={group} />
        ))}
      </table>
      {props.children}
    </div>
  )
}

interface GroupProps extends TableProps {
  readonly group: SaleGroup
  readonly label: string
  readonly tabStop: string
  readonly onCurrent: (key: string) => void
}

function GroupRows({ group, field, cut, label, chosen, onToggle, tabStop, onCurrent }: GroupProps): ReactElement {
  const box = useRef<HTMLInputElement>(null)
  const { name, sales } = group
  const taken = sales.filter(({ id }) => chosen.has(id)).length
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = taken > 0 && taken < sales.length
  }, [taken, sales.length])
  const title = name === '' ? `Sem ${label.toLowerCase()}` : name
  const listed = cut ? counted(sales.length, 'listada', 'listadas') : `${sales.length}`
  return (
    <tbody>
      <tr className="sales-group">
        <td>
          <input
            ref={box}
            type="checkbox"
            aria-label={`${label} ${title}: ${counted(sales.length, 'venda', 'vendas')}`}
            checked={taken === sales.length}
            tabIndex={tabStop === `g${name}` ? 0 : -1}
            onFocus={() => onCurrent(`g${name}`)}
            onChange={(event) => onToggle(sales, event.target.checked)}
          />
        </td>
        <th colSpan={10} scope="rowgroup">
          {title} <small>{taken === 0 ? listed : `${taken} de ${listed}`}</small>
        </th>
      </tr>
      {sales.map((sale) => (
        <SaleRow
          key={sale.id}
          sale={sale}
          field={field}
          on={chosen.has(sale.id)}
          tabbable={tabStop === `s${sale.id}`}
          onToggle={onToggle}
          onCurrent={onCurrent}
        />
      ))}
    </tbody>
  )
}

interface RowProps {
  readonly sale: Sale
  readonly field: GroupField
  readonly on: boolean
  readonly tabbable: boolean
  readonly onToggle: TableProps['onToggle']
  readonly onCurrent: (key: string) => void
}

/** Drawn anew when it changes itself, not with every other that is chosen. */
const SaleRow = memo(DrawnRow)

function DrawnRow({ sale, field, on, tabbable, onToggle, onCurrent }: RowProps): ReactElement {
  return (
    <tr
      className={on ? 'sales-on' : ''}
      onClick={(event) => {
        if (!(event.target instanceof HTMLInputElement)) onToggle([sale], !on)
      }}
    >
      <td>
        <input
          type="checkbox"
          aria-label={`Venda ${sale.id}, ${sale.name}`}
          checked={on}
          tabIndex={tabbable ? 0 : -1}
          onFocus={() => onCurrent(`s${sale.id}`)}
          onChange={(event) => onToggle([sale], event.target.checked)}
        />
      </td>
      <td>{sale.id}</td>
      <td>{sale.name}</td>
      <td>{sale.address}</td>
      <td>{field === 'district' ? sale.town : sale.district}</td>
      <td>{field === 'seller' ? sale.town : sale.seller}</td>
      <td className="sales-hours">{sale.hours}</td>
      <td>{formatDate(sale.due)}</td>
      <td className="end" title={sale.unknown.volumes ? 'Volumes não contados' : undefined}>
        {sale.volumes}
        {sale.unknown.volumes ? '?' : ''}
      </td>
      <td className="end" title={sale.unknown.weight ? 'Peso desconhecido ou incompleto' : undefined}>
        {sale.kilos === 0 && !sale.unknown.weight ? '–' : formatQuantity(sale.kilos)}
        {sale.unknown.weight ? '?' : ''}
      </td>
      <td className="end">{formatGridAmount(sale.value)}</td>
    </tr>
  )
}
