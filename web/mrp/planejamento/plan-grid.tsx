import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { chosenCompany } from '../../app/api'
import { onChanged } from '../../app/events'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { formatDate } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ListModel } from '../../ui/table/list-model'
import { TableFooter } from '../../ui/table/table-footer'
import { TableGrid } from '../../ui/table/table-grid'
import { sumsOf, type Sort } from '../../ui/table/table-state'
import type { ColumnChoice, Selection } from '../../ui/table/use-table'
import { actionWord, item, ITEM_RESOURCE, linkOf, RISKS } from './plan'

/** Items that are asked for at once (C3-010 is the most that are chosen at once). */
const PAGE = 100
const SELECT_LIMIT = 999

function Made({ row }: { readonly row: Row }): ReactElement {
  const link = linkOf(row)
  if (link === null) return <></>
  return (
    <a
      href={link.path}
      onClick={(event) => {
        event.preventDefault()
        event.stopPropagation()
        open(link.path)
      }}
    >
      {link.text}
    </a>
  )
}

const isLate = (row: Row): boolean => (numberOf(row.dias_atraso) ?? 0) > 0

const columns: readonly Column[] = [
  item.column('mercadoria.codigo', { label: 'Código', kind: 'code', width: 72, sort: false, card: 'none' }),
  item.column('mercadoria.xProd', { sort: false, card: 'title' }),
  item.chipColumn('risco', RISKS, { width: 98, sort: 'pRisco' }),
  item.column('dias_cobertura', { width: 110, card: 'none' }),
  item.column('q_estoque', { label: 'Estoque', width: 80, card: 'none' }),
  item.column('q_demanda', { width: 94, card: 'none' }),
  item.column('falta', { width: 70, card: 'none' }),
  item.column('tipo_acao', {
    kind: 'text',
    width: 84,
    render: (row) => actionWord(row.tipo_acao),
    text: (row) => [actionWord(row.tipo_acao), formatDate(row.data_pedido)].filter((part) => part !== '').join(' em '),
    card: 'sub',
  }),
  item.column('quantidade', { width: 76, card: 'value' }),
  item.column('data_pedido', {
    label: 'Pedir em',
    width: 100,
    render: (row) => <span className={isLate(row) ? 'negative' : undefined}>{formatDate(row.data_pedido)}</span>,
    text: (row) => formatDate(row.data_pedido),
    card: 'none',
  }),
  item.column('dias_atraso', {
    label: 'Atraso',
    width: 74,
    render: (row) => (isLate(row) ? <span className="negative">{textOf(row.dias_atraso)} d</span> : ''),
    text: (row) => (isLate(row) ? textOf(row.dias_atraso) : ''),
    card: 'none',
  }),
  item.column('xAntecipar', { width: 150, card: 'none' }),
  item.column('fornecedor.xNome', { width: 110, sort: false, card: 'none' }),
  item.column('dhExecucao', {
    label: 'Executado',
    width: 116,
    render: (row) => <Made row={row} />,
    text: (row) => linkOf(row)?.text ?? '',
    card: 'none',
  }),
]

interface View {
  readonly name: string
  readonly where: Values
}

/** What the grid shows: shipped choices of what a planner looks for. */
const VIEWS: readonly View[] = [
  { name: 'Com ação', where: { tipo_acao: [1, 2] } },
  ...[1, 2].map((tipo_acao) => ({ name: item.word('tipo_acao', tipo_acao), where: { tipo_acao } })),
  ...Object.keys(RISKS).map((risco) => ({ name: item.word('risco', risco), where: { risco } })),
  { name: 'A executar', where: { tipo_acao: [1, 2], dhExecucao: null } },
  { name: 'Todos', where: {} },
]

function useItems(planId: number | string, where: Values, search: string, sort: Sort): ListModel {
  useSignals()
  const model = useMemo(() => new ListModel(ITEM_RESOURCE, PAGE), [])
  const company = chosenCompany.value
  const query = JSON.stringify({
    where: { planejamento_id: planId, ...where },
    ...(search === '' ? {} : { search }),
    ...sumsOf(columns),
    orderBy: sort.field,
    sortedBy: sort.desc ? 'desc' : 'asc',
  })
  useEffect(() => model.ask(JSON.parse(query), company), [model, query, company])
  useEffect(() => onChanged(ITEM_RESOURCE, () => model.reload()), [model])
  return model
}

function useWidths(): ColumnChoice {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  return {
    shown: columns,
    widths,
    isShown: () => true,
    toggle: () => undefined,
    resize: (field, width) => setWidths({ ...widths, [field]: Math.max(48, Math.round(width)) }),
  }
}

interface PlanGridProps {
  readonly plan: Row
  readonly path: string | undefined
  readonly selection: Selection
}

/** The items of a plan: as many as there are, drawn where they are seen; filtered, sorted, chosen. */
export function PlanGrid({ plan, path, selection }: PlanGridProps): ReactElement {
  useSignals()
  const [view, setView] = useState('Com ação')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>({ field: 'data_pedido', desc: false })
  const [active, setActive] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const choice = useWidths()
  const model = useItems(plan.id, VIEWS.find((one) => one.name === view)?.where ?? {}, search, sort)
  const selectAll = async (): Promise<void> => {
    if (selection.rows.size > 0) return selection.clear()
    try {
      const rows = await model.everything(SELECT_LIMIT)
      selection.add(rows.filter((row) => !isSet(row.dhExecucao) && numberOf(row.tipo_acao) !== 0))
      if (model.total.value > rows.length) toast.info(`Só os primeiros ${rows.length} itens foram selecionados.`)
    } catch (error) {
      toast.error(error)
    }
    return undefined
  }
  const restart = (change: () => void): void => {
    change()
    setActive(0)
  }
  const openItem = (row: Row): void => {
    if (path !== undefined) open(`${path}/planejamento_mercadoria/${row.id}`)
  }
  const all = selection.rows.size > 0 && selection.rows.size >= model.total.value
  return (
    <div className="plan-grid">
      <Tools
        view={view}
        search={search}
        onView={(name) => restart(() => setView(name))}
        onSearch={(text) => restart(() => setSearch(text))}
      />
      <TableGrid
        model={model}
        choice={choice}
        selection={selection}
        label="Itens do planejamento"
        active={active}
        onActive={setActive}
        onOpen={openItem}
        onSelectAll={() => void selectAll()}
        gridRef={grid}
        sort={sort}
        onSort={(field) => setSort({ field, desc: sort.field === field ? !sort.desc : false })}
        allSelected={all}
        onToggleAll={() => void selectAll()}
        filtersOpen={false}
        filters={{}}
        onFilter={() => undefined}
      />
      {!model.fresh.value && model.count() === 0 ? (
        <EmptyState text={view === 'Todos' ? 'Nenhum registro encontrado' : `Nenhum item em “${view}”`} />
      ) : null}
      <TableFooter model={model} columns={columns} selection={selection} />
    </div>
  )
}

interface ToolsProps {
  readonly view: string
  readonly search: string
  readonly onView: (name: string) => void
  readonly onSearch: (text: string) => void
}

/** What of the items is shown. */
function Tools({ view, search, onView, onSearch }: ToolsProps): ReactElement {
  return (
    <div className="plan-tools" role="toolbar" aria-label="Filtros dos itens">
      <input
        className="input"
        type="search"
        aria-label="Pesquisar mercadoria"
        placeholder="Pesquisar mercadoria"
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {VIEWS.map(({ name }) => (
        <button
          key={name}
          type="button"
          className={`pick ${view === name ? 'pick-on' : ''}`}
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
