import { useCallback, useMemo, useState, type ReactElement } from 'react'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatQuantity } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { EmptyState } from '../../ui/pieces'
import { takeFocus } from '../../ui/take-focus'
import { addStyle } from '../../ui/later-style'
import { groupSales, GROUPS, saleOf, type GroupField, type Sale } from './sales'
import { SalesTable, walkBoxes } from './sales-table'
import style from './choose-sales.css' with { type: 'text' }
import { useWaitingSales } from './waiting-sales'

addStyle(style)

interface ChooseProps {
  /** Where the server lists what waits, `get_vendas` of a plan or `getVendas` of a route. */
  readonly path: string
  /** Takes the chosen sales in; false where that was refused: the choice stays. */
  readonly onPick: (ids: readonly number[]) => Promise<boolean>
  readonly onClose: () => void
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
  return `${counted(chosen.size, 'venda', 'vendas')} · ${counted(volumes, 'volume', 'volumes')}${load}`
}

/** Chooses which waiting sales join a plan or a route: one by one, or all of a neighbourhood, city or seller. */
export function ChooseSales({ path, onPick, onClose }: ChooseProps): ReactElement {
  const [search, setSearch] = useState('')
  const [field, setField] = useState<GroupField>('district')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [busy, setBusy] = useState(false)
  const { rows, most } = useWaitingSales(path, search)
  const groups = useMemo(() => groupSales((rows ?? []).map(saleOf), field), [rows, field])
  const toggle = useCallback(
    (list: readonly Sale[], on: boolean) => setChosen((now) => toggled(now, list, on)),
    [setChosen],
  )
  const count = chosen.size
  const add = async (): Promise<void> => {
    if (busy) return
    if (count === 0) return toast.alert('Selecione ao menos uma venda.')
    setBusy(true)
    const done = await onPick([...chosen.keys()])
    setBusy(false)
    return done ? onClose() : undefined
  }
  const footer = (
    <>
      <span className="sales-count" role="status">
        {chosenText(chosen)}
      </span>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
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
    <Dialog title="Vendas que esperam entrega" size="xl" className="sales-dialog" onClose={onClose} footer={footer}>
      <ChooseKeys onGo={() => void add()} />
      <SalesTools search={search} onSearch={setSearch} field={field} onField={setField} most={most} />
      <SalesTable groups={groups} field={field} cut={most !== null} chosen={chosen} onToggle={toggle}>
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
