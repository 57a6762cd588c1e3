import { useEffect, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  CORRECTION,
  mercadoriaEanAuxiliarFields,
  mercadoriaFornecedorFields,
} from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import { hasScreen, pathOf } from '../../../core/access'
import { CoreError } from '../../../core/errors'
import { list } from '../../app/api'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { displayName, formatAmount, formatDateTime, formatCost, formatQuantity } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { EmptyState } from '../../ui/pieces'
import { textOf, type Row, type Values } from '../../ui/row'
import { FormationDialog } from './formation'
import { costOf, EANS, linked, priceColumns, PRICES, SUPPLIERS } from './prices'

const { line, lineTo } = fieldsOf(mercadoriaFornecedorFields)
const ean = fieldsOf(mercadoriaEanAuxiliarFields)

function addRow(form: FormModel, name: string, row: Values): void {
  form.set(name, [...linesOf(form.values.value[name]), { ...row, key: crypto.randomUUID() }])
}

/** The first price row takes a price; one is made when there is none. */
function takePrice(form: FormModel, price: number): void {
  const rows = linesOf(form.values.value[PRICES])
  const [first, ...others] = rows
  if (first === undefined) {
    addRow(form, PRICES, { vUnTrib: price })
    toast.info('Escolha a tabela da nova linha de preço.')
    return
  }
  form.set(PRICES, [linked({ ...first, vUnTrib: price }, ['vUnTrib'], form.values.value), ...others])
}

/** Prices by table: price, margin and markup follow each other. */
export function PricesTab(): ReactElement {
  useSignals()
  const form = useForm()
  const [forming, setForming] = useState(false)
  const product = form.values.value
  const cost = costOf(product)
  return (
    <div className="stack">
      <LinesField
        name={PRICES}
        label="Preços"
        columns={priceColumns}
        compute={(line, written) => linked(line, written, form.values.value)}
        onAdd={() => addRow(form, PRICES, { vUnTrib: 0 })}
        tools={
          <>
            <Button icon="chart" onClick={() => setForming(true)}>
              Formação de preço
            </Button>
            <span className="spacer" />
            <span className="field-help">
              Custo <b>{formatCost(cost)}</b>
            </span>
          </>
        }
      />
      {forming ? (
        <FormationDialog
          product={product}
          onClose={() => setForming(false)}
          onTake={(price) => {
            setForming(false)
            try {
              takePrice(form, price)
            } catch (error) {
              if (!(error instanceof CoreError)) throw error
              toast.danger(error.message)
            }
          }}
        />
      ) : null}
    </div>
  )
}

const supplierColumns: readonly LineColumn[] = [
  lineTo('fornecedor_id', 'fornecedor', { minChars: 1 }),
  line('codigo', { width: 200, editable: true }),
  line('fatorConversao', { label: 'Fator', width: 110, editable: true }),
]
const eanColumns: readonly LineColumn[] = [ean.line('cEAN', { editable: true })]

export function SuppliersTab(): ReactElement {
  const form = useForm()
  return (
    <div className="stack">
      <h3 className="group-title">Códigos dos fornecedores</h3>
      <LinesField
        name={SUPPLIERS}
        label="Fornecedores"
        columns={supplierColumns}
        onAdd={() => addRow(form, SUPPLIERS, { codigo: '', fatorConversao: 1 })}
      />
      <h3 className="group-title">Outros códigos de barras</h3>
      <LinesField
        name={EANS}
        label="EANs auxiliares"
        columns={eanColumns}
        tools={
          <Button icon="add" onClick={() => addRow(form, EANS, { cEAN: '' })}>
            Adicionar EAN
          </Button>
        }
      />
    </div>
  )
}

interface Stock {
  readonly places: readonly Row[]
  readonly moves: readonly Row[]
}

function useStock(id: number | string | undefined): Stock | null {
  const [stock, setStock] = useState<Stock | null>(null)
  useEffect(() => {
    if (id === undefined) return
    const load = async (): Promise<void> => {
      try {
        const where = { mercadoria_id: id }
        const [places, moves] = await Promise.all([
          list('estoque/mercadoria_armazenamento', { where, perPage: 100 }),
          list('estoque/movimento', { where, perPage: 50, orderBy: 'id', sortedBy: 'desc' }),
        ])
        setStock({ places: places.data, moves: moves.data })
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
  }, [id])
  return stock
}

/** What moved stock, as people call it: `saldo_inicial` is 'Saldo inicial'. */
const wordOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`

function DocumentLink({ move }: { readonly move: Row }): ReactElement {
  const [kind, number] = [textOf(move.documento), textOf(move.documento_id)]
  if (!hasScreen(kind)) return <>{wordOf(kind)}</>
  const path = pathOf(kind, number)
  return (
    <a
      href={path}
      onClick={(event) => {
        event.preventDefault()
        open(path)
      }}
    >
      {wordOf(kind)} {number}
      {move.estorno === true ? ' (estorno)' : ''}
    </a>
  )
}

function Places({ rows, unit }: { readonly rows: readonly Row[]; readonly unit: string }): ReactElement {
  if (rows.length === 0) return <EmptyState text="Sem estoque em nenhum local" />
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Local</th>
          <th scope="col" className="end">
            Quantidade
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{displayName(row.armazenamento)}</td>
            <td className="end">
              {formatQuantity(row.qDisp)} {unit}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Moves({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  if (rows.length === 0) return <EmptyState text="Nenhum movimento" />
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">Documento</th>
          <th scope="col">Local</th>
          <th scope="col" className="end">
            Quantidade
          </th>
          <th scope="col" className="end">
            Custo
          </th>
          <th scope="col">Quem</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{formatDateTime(row.criado_em)}</td>
            <td>
              <DocumentLink move={row} />
            </td>
            <td>{displayName(row.armazenamento)}</td>
            <td className={`end ${textOf(row.qTrib).startsWith('-') ? 'negative' : ''}`}>
              {row.tipo === CORRECTION ? 'Acerto de custo' : formatQuantity(row.qTrib)}
            </td>
            <td className="end">{formatAmount(row.vCusto)}</td>
            <td>{displayName(row.user)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where the product lies, and how it came and went. */
export function StockTab(): ReactElement {
  useSignals()
  const form = useForm()
  const product = form.record.value
  const stock = useStock(product?.id)
  if (product === undefined || stock === null) return <EmptyState text="Carregando…" />
  const unit = textOf(product.un)
  const parts = [
    { label: 'Disponível', value: `${formatQuantity(product.q_disp ?? 0)} ${unit}` },
    { label: 'Total', value: `${formatQuantity(product.q_total ?? 0)} ${unit}` },
    { label: 'Mínimo', value: `${formatQuantity(product.q_minimo ?? 0)} ${unit}` },
    ...(product.vCustoMedio === undefined ? [] : [{ label: 'Custo médio', value: formatCost(product.vCustoMedio) }]),
  ]
  return (
    <div className="stack">
      <dl className="amounts">
        {parts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Places rows={stock.places} unit={unit} />
      <h3 className="group-title">Últimos movimentos</h3>
      <Moves rows={stock.moves} />
    </div>
  )
}
