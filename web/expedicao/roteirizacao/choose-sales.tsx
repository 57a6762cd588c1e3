import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatDate, formatGridAmount, formatQuantity } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { EmptyState } from '../../ui/pieces'
import { takeFocus } from '../../ui/take-focus'
import { useWaitingSales } from '../waiting-sales'
import { RESOURCE } from './plan'
import { groupSales, GROUPS, saleOf, type GroupField, type Sale, type SaleGroup } from './sales'

interface ChooseProps {
  readonly plan: string
  /** Told how many were taken in. */
  readonly onClose: (added: number) => void
}

type Chosen = ReadonlyMap<number, Sale>

function toggled(chosen: Chosen, sales: readonly Sale[], on: boolean): Chosen {
  const next = new Map(chosen)
  for (const sale of sales) {
    if (on) next.set(sale.id, sale)
    else next.delete(sale.id)
  }
  return next
}

function chosenText(chosen: Chosen): string {
  const volumes = [...chosen.values()].reduce((sum, one) => sum + one.volumes, 0)
  if (chosen.size === 0) return 'Nenhuma venda selecionada'
  const weight = [...chosen.values()].reduce((sum, one) => sum + one.kilos, 0)
  const load = weight === 0 ? '' : ` · ${formatQuantity(weight.toFixed(1))} kg`
  return `${chosen.size} ${chosen.size === 1 ? 'venda' : 'vendas'} · ${volumes} volumes${load}`
}

/** Chooses which waiting sales join the plan: one by one, or all of a neighbourhood, city or seller. */
export function ChooseSales({ plan, onClose }: ChooseProps): ReactElement {
  useSignals()
  const [search, setSearch] = useState('')
  const [field, setField] = useState<GroupField>('district')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [busy, setBusy] = useState(false)
  const { rows, most } = useWaitingSales(`${RESOURCE}/${plan}/get_vendas`, search)
  const groups = useMemo(() => groupSales((rows ?? []).map(saleOf), field), [rows, field])
  const count = chosen.size
  const add = async (): Promise<void> => {
    if (busy || count === 0) return
    setBusy(true)
    try {
      await post(`${RESOURCE}/${plan}/add_entregas`, { roteirizacao_id: plan, ids: [...chosen.keys()] })
      announce(RESOURCE)
      onClose(count)
    } catch (error) {
      toast.error(error, 'Não foi possível incluir as vendas')
      setBusy(false)
    }
  }
  const footer = (
    <>
      <span className="sales-count" role="status">
        {chosenText(chosen)}
      </span>
      <span className="spacer" />
      <Button onClick={() => onClose(0)}>Cancelar</Button>
      <Button
        kind="primary"
        hotkey="confirm"
        busy={busy}
        onClick={() => void add()}
        {...(count === 0 ? { reason: 'Selecione ao menos uma venda.' } : {})}
      >
        {count === 0 ? 'Incluir' : `Incluir ${count}`}
      </Button>
    </>
  )
  return (
    <Dialog
      title="Vendas que esperam entrega"
      size="xl"
      className="sales-dialog"
      onClose={() => onClose(0)}
      footer={footer}
    >
      <ChooseKeys onGo={() => void add()} />
      <SalesTools search={search} onSearch={setSearch} field={field} onField={setField} most={most} />
      <SalesTable
        groups={groups}
        field={field}
        chosen={chosen}
        onToggle={(list, on) => setChosen((now) => toggled(now, list, on))}
      >
        {rows?.length === 0 ? (
          <EmptyState text={search.trim() === '' ? 'Nenhuma venda espera entrega' : 'Nenhuma venda encontrada'} />
        ) : null}
      </SalesTable>
    </Dialog>
  )
}

interface ToolsProps {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly field: GroupField
  readonly onField: (field: GroupField) => void
  /** How many are listed where there are more. */
  readonly most: number | null
}

function SalesTools({ search, onSearch, field, onField, most }: ToolsProps): ReactElement {
  return (
    <div className="sales-tools">
      <span className="search-box">
        <Icon name="search" />
        <input
          ref={takeFocus}
          className="input"
          type="search"
          aria-label="Pesquisar vendas"
          placeholder="Cliente, endereço, bairro, número"
          value={search}
          maxLength={80}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={walkBoxes}
        />
      </span>
      <div className="sales-groups" role="group" aria-label="Agrupar por">
        {GROUPS.map(({ field: name, label }) => (
          <button
            key={name}
            type="button"
            className={`pick ${field === name ? 'pick-on' : ''}`}
            aria-pressed={field === name}
            onClick={() => onField(name)}
          >
            {label}
          </button>
        ))}
      </div>
      {most === null ? null : <span className="field-help">Há mais de {most}: pesquise para ver as outras.</span>}
    </div>
  )
}

function ChooseKeys({ onGo }: { readonly onGo: () => void }): null {
  useKeys({ confirm: onGo, save: onGo })
  return null
}

interface TableProps {
  readonly groups: readonly SaleGroup[]
  readonly field: GroupField
  readonly chosen: Chosen
  readonly onToggle: (sales: readonly Sale[], on: boolean) => void
}

/** ↓ leaves the search for the list; there ↑ and ↓ go from box to box. True when it was one of them. */
function walkBoxes(event: KeyboardEvent<HTMLElement>): boolean {
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

function SalesTable(props: TableProps & { readonly children: ReactNode }): ReactElement {
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
            <th scope="col" className="cell-end">
              Volumes
            </th>
            <th scope="col" className="cell-end">
              Peso kg
            </th>
            <th scope="col" className="cell-end">
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

function GroupRows({ group, field, label, chosen, onToggle, tabStop, onCurrent }: GroupProps): ReactElement {
  const box = useRef<HTMLInputElement>(null)
  const { name, sales } = group
  const taken = sales.filter(({ id }) => chosen.has(id)).length
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = taken > 0 && taken < sales.length
  }, [taken, sales.length])
  const title = name === '' ? `Sem ${label.toLowerCase()}` : name
  return (
    <tbody>
      <tr className="sales-group">
        <td>
          <input
            ref={box}
            type="checkbox"
            aria-label={`${label} ${title}: ${sales.length} vendas`}
            checked={taken === sales.length}
            tabIndex={tabStop === `g${name}` ? 0 : -1}
            onFocus={() => onCurrent(`g${name}`)}
            onChange={(event) => onToggle(sales, event.target.checked)}
          />
        </td>
        <th colSpan={10} scope="rowgroup">
          {title} <small>{taken === 0 ? sales.length : `${taken} de ${sales.length}`}</small>
        </th>
      </tr>
      {sales.map((sale) => (
        <tr
          key={sale.id}
          className={chosen.has(sale.id) ? 'sales-on' : ''}
          onClick={(event) => {
            if (!(event.target instanceof HTMLInputElement)) onToggle([sale], !chosen.has(sale.id))
          }}
        >
          <td>
            <input
              type="checkbox"
              aria-label={`Venda ${sale.id}, ${sale.name}`}
              checked={chosen.has(sale.id)}
              tabIndex={tabStop === `s${sale.id}` ? 0 : -1}
              onFocus={() => onCurrent(`s${sale.id}`)}
              onChange={(event) => onToggle([sale], event.target.checked)}
            />
          </td>
          <td>{sale.id}</td>
          <td>{sale.name}</td>
          <td>{sale.address}</td>
          <td>{field === 'district' ? sale.town : sale.district}</td>
          <td>{field === 'seller' ? sale.town : sale.seller}</td>
          <td>{sale.hours}</td>
          <td>{formatDate(sale.due)}</td>
          <td className="cell-end">{sale.volumes}</td>
          <td className="cell-end">{sale.kilos === 0 ? '–' : formatQuantity(sale.kilos)}</td>
          <td className="cell-end">{formatGridAmount(sale.value)}</td>
        </tr>
      ))}
    </tbody>
  )
}
