import { useEffect, useMemo, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mercadoriaComputed, mercadoriaFields, mercadoriaPrecoFields } from '../../../core/fields/estoque/mercadoria'
import { decimal } from '../../../core/money/decimal'
import { list, listParams } from '../../app/api'
import { mayCreate, mayEdit, seenBy } from '../../app/access'
import { leftLists } from '../../app/left-lists'
import { replace } from '../../app/navigation'
import { screen } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { stepPrice } from '../../estoque/mercadoria/prices'
import { RepriceDialog } from '../../estoque/mercadoria/reprice'
import { fieldsOf } from '../../ui/fields-of'
import { RowCombobox } from '../../ui/form/row-combobox'
import { amountOf, displayName, formatAmount } from '../../ui/format'
import type { MenuItem } from '../../ui/menu'
import { isRow, isSet, textOf, type Row, type Values } from '../../ui/row'
import type { EditColumn } from '../../ui/table/edit-grid'
import { EditTable } from '../../ui/table/edit-table'
import type { SavedView, TableState } from '../../ui/table/table-state'
import type { Table } from '../../ui/table/use-table'
import { useLoaded } from '../../ui/use-loaded'
import { ChangesDialog } from './changes-dialog'
import { CopyDialog } from './copy-dialog'
import { whyNotToday } from './holding'
import { PRICES_PATH, pricesPath } from './paths'
import { priceRules, sendPrices } from './price-rules'

const goods = fieldsOf({ ...mercadoriaFields, ...mercadoriaComputed })
const price = fieldsOf(mercadoriaPrecoFields)
const TABLE = 'tabela_preco_id'
const unsorted = { sort: false, filter: 'none' } as const

/** A price with two decimals, four where it has them. */
function priceText(value: unknown): string {
  if (!isSet(value)) return ''
  const exact = decimal(amountOf(value))
  return formatAmount(value, exact.round(2).eq(exact) ? 2 : 4)
}

const columns: readonly EditColumn[] = [
  goods.column('xProd', { card: 'title' }),
  goods.column('codigo', { width: 120 }),
  goods.column('cEAN', { width: 140, hidden: true }),
  goods.column('grupo.descricao', { label: 'Grupo', width: 130, hidden: true }),
  goods.column('subgrupo.descricao', { label: 'Subgrupo', width: 130, hidden: true }),
  goods.column('familia.descricao', { label: 'Família', width: 130, hidden: true }),
  goods.column('fabricante.descricao', { label: 'Fabricante', width: 130, hidden: true }),
  goods.column('custo', { width: 100, decimals: 2 }),
  goods.column('vCustoMedio', { width: 110, decimals: 2, ...unsorted }),
  { field: 'vBase', label: 'Na origem', kind: 'money', width: 110, ...unsorted },
  { ...price.column('pMargem', { label: 'Margem %', width: 105, ...unsorted }), edit: { decimals: 2 } },
  { ...price.column('pMarkup', { label: 'Markup %', width: 105, ...unsorted }), edit: { decimals: 2 } },
  {
    ...price.column('vUnTrib', { width: 120, card: 'value', ...unsorted }),
    edit: { decimals: 4, stepper: stepPrice, show: (line) => priceText(line.vUnTrib) },
  },
]

const SORT = { field: 'xProd', desc: false } as const
const WHERE: Values = { ativo: true }
const FOLLOWS = ['comercial/tabela_preco', 'mercadoria'] as const
const KEEPS = [TABLE] as const
const NOUNS = ['preço', 'preços'] as const
const VIEWS: readonly SavedView[] = [
  { name: 'Com preço', custom: { com_preco: true } },
  { name: 'Sem preço', custom: { sem_preco: true } },
]
const UNDER_COST: SavedView = { name: 'Abaixo do custo', custom: { abaixo_do_custo: true } }

/** The table that the address names, or that was left last; the usual one where there is none. */
function useTableNamed(): boolean {
  const told = location.search === '' ? (leftLists.get(PRICES_PATH) ?? '') : location.search
  const [known, setKnown] = useState(() => new URLSearchParams(told).has(`f.${TABLE}`))
  useEffect(() => {
    if (known) return
    const find = async (): Promise<void> => {
      try {
        const query = { orderBy: 'padrao', sortedBy: 'desc', perPage: 1, custom: { vigente: true } } as const
        const [usual] = (await list('comercial/tabela_preco', query)).data
        if (usual === undefined) return void toast.alert('Crie uma tabela de preço primeiro.')
        replace(pricesPath(usual.id))
        setKnown(true)
      } catch (error) {
        toast.error(error)
      }
    }
    void find()
  }, [known])
  return known
}

/** The same list of another table. */
const withTable = (state: TableState, id: string): TableState => ({
  ...state,
  filters: { ...state.filters, [TABLE]: id },
})

const tableOf = ({ state }: Table): string => state.filters[TABLE] ?? ''

/** Which table it is, and another. */
function ChosenTable({ table }: { readonly table: Table }): ReactElement {
  const id = tableOf(table)
  const answer = useLoaded(`comercial/tabela_preco/${id}`, 'comercial/tabela_preco')
  const current = isRow(answer) && textOf(answer.id) === id ? answer : null
  const why = whyNotToday(current ?? undefined)
  const choose = (row: Row | null): void => {
    if (row !== null) table.setState(withTable(table.state, textOf(row.id)))
  }
  return (
    <span className="price-table">
      <RowCombobox
        resource="comercial/tabela_preco"
        label="Tabela de preço"
        current={current}
        show={(row) => (row === null ? '' : displayName(row))}
        onPick={choose}
      />
      {why === undefined ? null : <small className="field-help">{why}</small>}
    </span>
  )
}

type Opened = { readonly kind: 'reprice' | 'copy' | 'changes'; readonly table: Table; readonly row: Row }

async function exportPrices(format: 'xlsx' | 'csv', { model, state }: Table): Promise<void> {
  try {
    const { exportAsked } = await import('../../ui/table/export-list')
    const { where: { [TABLE]: id, ...where } = {}, custom = {}, search, between } = model.query
    const named = Object.entries(custom).map(([name, one]) => [name, one === true ? id : one])
    const das_mercadorias = { where, between, custom: Object.fromEntries(named), ...(search ? { search } : {}) }
    await exportAsked('mercadoria_preco', `precos_${state.filters[TABLE] ?? ''}.${format}`, {
      format,
      where: { [TABLE]: id },
      custom: { das_mercadorias },
      orderBy: 'mercadoria_id',
      sortedBy: 'asc',
      columns: EXPORTED,
    })
  } catch (error) {
    toast.error(error, 'Não foi possível exportar')
  }
}

/** What the import of prices reads back. */
const EXPORTED = [
  { field: 'mercadoria.codigo', label: 'Código do produto' },
  { field: 'mercadoria.cEAN', label: 'Código de barras (EAN)' },
  { field: 'mercadoria.xProd', label: 'Mercadoria' },
  { field: 'tabela_preco.descricao', label: 'Tabela de preço' },
  ...(['vUnTrib', 'pMargem', 'pMarkup'] as const).map((field) => ({ field, label: price.label(field), decimals: 4 })),
]

function verbsOf(table: Table, open: (opened: Opened) => void): readonly MenuItem[] {
  const told = table.model.rowAt(0)?.tabela_preco
  const of: Row = isRow(told) ? told : { id: Number(tableOf(table)) }
  const none = table.model.total.value === 0 ? { reason: 'Nenhuma mercadoria nesta lista.' } : {}
  const item = (
    kind: Opened['kind'],
    label: string,
    icon: MenuItem['icon'],
    more: Partial<MenuItem> = {},
  ): MenuItem => ({
    label,
    ...(icon ? { icon } : {}),
    onSelect: () => open({ kind, table, row: of }),
    ...more,
  })
  return [
    ...(mayEdit(rights.value, 'tabela_preco') ? [item('reprice', 'Alterar os preços da lista', 'money', none)] : []),
    ...(mayCreate(rights.value, 'tabela_preco') ? [item('copy', 'Copiar a tabela', 'copy')] : []),
    item('changes', 'Alterações em conjunto', 'undo'),
    { label: 'Exportar XLSX', icon: 'export', onSelect: () => void exportPrices('xlsx', table) },
    { label: 'Exportar CSV', icon: 'export', onSelect: () => void exportPrices('csv', table) },
  ]
}

function OpenedDialog({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }): ReactElement {
  const { kind, table, row } = opened
  if (kind === 'copy')
    return <CopyDialog table={row} onClose={onClose} onCopied={(id) => table.setState(withTable(table.state, id))} />
  if (kind === 'changes') return <ChangesDialog table={row} onClose={onClose} />
  const of = { table: row, filtro: listParams(table.model.query), count: table.model.total.peek() }
  return <RepriceDialog of={of} onClose={onClose} />
}

/** The prices of a table beside what the goods cost, written as in a spreadsheet. */
function Precos(): ReactElement {
  useSignals()
  const known = useTableNamed()
  const [opened, setOpened] = useState<Opened | null>(null)
  const knowsCost = seenBy(rights.value, columns).some(({ field }) => field === 'custo')
  const views = useMemo(() => (knowsCost ? [...VIEWS, UNDER_COST] : VIEWS), [knowsCost])
  if (!known) return <section className="list" aria-busy="true" />
  return (
    <>
      <EditTable
        resource="comercial/tabela_preco/mercadorias"
        follows={FOLLOWS}
        columns={columns}
        views={views}
        sort={SORT}
        where={WHERE}
        keeps={KEEPS}
        rules={priceRules}
        send={sendPrices}
        nouns={NOUNS}
        verbs={(table) => verbsOf(table, setOpened)}
        toolbar={ChosenTable}
      />
      {opened === null ? null : <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

export const tabelaPrecoMercadorias = screen({
  path: PRICES_PATH,
  title: 'Preços da Tabela',
  area: 'Comercial',
  register: true,
  right: 'tabela_preco',
  create: false,
  component: Precos,
})
