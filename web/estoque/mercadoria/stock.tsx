import { useContext, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CORRECTION } from '../../../core/fields/estoque/mercadoria'
import { decimal, sum } from '../../../core/money/decimal'
import { inAuxiliary } from '../../../core/stock/convert'
import { mayCreate } from '../../app/access'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { TabContext, useForm } from '../../ui/form/context'
import {
  amountOf,
  displayName,
  formatAmount,
  formatCost,
  formatDate,
  formatDateTime,
  formatQuantity,
} from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { DocumentLink } from '../document-link'
import { lotState } from '../mercadoria_lote/state'
import { Forecast } from './forecast'
import { freeOf, QuickTransfer, type Lying } from '../transferencia/quick'

/** Where a product lies, of which lots, and how it came and went. */

const SHOWN = 50
const WITH_STOCK = `&between=${encodeURIComponent(JSON.stringify({ qDisp: { ini: 0.0001 } }))}`

function useRows(resource: string, mercadoria_id: number | string, more = ''): readonly Row[] | null {
  const where = encodeURIComponent(JSON.stringify({ mercadoria_id }))
  const answer = useLoaded(`${resource}?where=${where}&perPage=100${more}`, 'mercadoria estoque/transf_armaz')
  return isRecord(answer) ? rowsOf(answer.data) : null
}

/** The lots of each place, and what of it has none. */
function lyingOf(places: readonly Row[], lots: readonly Row[]): Lying[] {
  return places.flatMap((place) => {
    const here = lots.filter((lot) => lot.armazenamento_id === place.armazenamento_id)
    const without = (column: 'qDisp' | 'qReservado') =>
      here.reduce((left, lot) => left.minus(amountOf(lot[column])), decimal(amountOf(place[column])))
    const rest = without('qDisp')
    const loose = { place, lot: null, quantity: rest.toFixed(4), reserved: without('qReservado').toFixed(4) }
    return [
      ...here.map((lot) => ({ place, lot, quantity: textOf(lot.qDisp), reserved: textOf(lot.qReservado) })),
      ...(rest.isZero() && here.length > 0 ? [] : [loose]),
    ]
  })
}

interface PlacesProps {
  readonly lying: readonly Lying[]
  readonly unit: string
  readonly onTransfer: ((of: Lying) => void) | undefined
}

function Places({ lying, unit, onTransfer }: PlacesProps): ReactElement {
  if (lying.length === 0) return <EmptyState text="Sem estoque em nenhum local" />
  const byLot = lying.some(({ lot }) => lot !== null)
  const isHeld = lying.some(({ reserved }) => decimal(amountOf(reserved)).sign() > 0)
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Local</th>
          {byLot ? <th scope="col">Lote</th> : null}
          <th scope="col" className="end">
            Quantidade
          </th>
          {isHeld ? (
            <th scope="col" className="end">
              Reservado
            </th>
          ) : null}
          {onTransfer === undefined ? null : (
            <th scope="col" className="end">
              Ação
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lying.map((of) => (
          <tr key={`${of.place.id}/${String(of.lot?.id)}`}>
            <td>{displayName(of.place.armazenamento)}</td>
            {byLot ? <LotCell lot={getPath(of.lot, 'lote')} /> : null}
            <td className="end">
              {formatQuantity(of.quantity)} {unit}
            </td>
            {isHeld ? (
              <td className="end">
                {formatQuantity(of.reserved)} {unit}
              </td>
            ) : null}
            {onTransfer === undefined ? null : (
              <td className="end">
                {freeOf(of).sign() > 0 ? <Button onClick={() => onTransfer(of)}>Transferir</Button> : null}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A lot, until when it is good, and whether it does not leave. */
function LotCell({ lot }: { readonly lot: unknown }): ReactElement {
  if (!isRecord(lot)) return <td>Sem lote</td>
  const state = lotState(lot)
  return (
    <td>
      {textOf(lot.nLote)}
      {isSet(lot.dVal) ? <div className="field-help">até {formatDate(lot.dVal)}</div> : null}
      {state.mark === 'check' ? null : <Chip {...state} />}
    </td>
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
            <td>{[displayName(row.armazenamento), textOf(getPath(row, 'lote.nLote'))].filter(Boolean).join(' · ')}</td>
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
  const product = useForm().record.value
  return product === undefined ? <EmptyState text="Carregando…" /> : <Stock product={product} />
}

/** The stock in each other unit of the product: `10 CX e 7 UN`. */
function inOtherUnits(product: Row): readonly { readonly label: string; readonly value: string }[] {
  return rowsOf(product.unidades_auxiliares).flatMap(({ un, fator_conversao }) => {
    const [factor, stock] = [decimal(amountOf(fator_conversao)), decimal(amountOf(product.q_total))]
    if (factor.sign() <= 0 || stock.sign() < 0) return []
    const { whole, rest } = inAuxiliary(stock, factor)
    const left = rest.isZero() ? '' : ` e ${formatQuantity(rest.toString())} ${textOf(product.un)}`
    return [{ label: `Total em ${textOf(un)}`, value: `${formatQuantity(whole.toString(), 0)} ${textOf(un)}${left}` }]
  })
}

function Stock({ product }: { readonly product: Row }): ReactElement {
  useSignals()
  const form = useForm()
  const shown = form.tab.value === useContext(TabContext)
  const [moving, setMoving] = useState<Lying | null>(null)
  const places = useRows('estoque/mercadoria_armazenamento', product.id)
  const lots = useRows('estoque/mercadoria_armazenamento_lote', product.id, WITH_STOCK)
  const moves = useRows('estoque/movimento', product.id, '&orderBy=id&sortedBy=desc')
  if (places === null || lots === null || moves === null) return <EmptyState text="Carregando…" />
  const unit = textOf(product.un)
  const held = sum(places.map((place) => decimal(amountOf(place.qReservado))))
  const parts = [
    { label: 'Disponível', value: `${formatQuantity(product.q_disp ?? 0)} ${unit}` },
    { label: 'Total', value: `${formatQuantity(product.q_total ?? 0)} ${unit}` },
    ...(held.isZero() ? [] : [{ label: 'Reservado', value: `${formatQuantity(held.toFixed(4))} ${unit}` }]),
    ...inOtherUnits(product),
    { label: 'Mínimo', value: `${formatQuantity(product.q_minimo ?? 0)} ${unit}` },
    ...(product.vCustoMedio === undefined ? [] : [{ label: 'Custo médio', value: formatCost(product.vCustoMedio) }]),
  ]
  const transfers = mayCreate(rights.value, 'transferencia_armazenamento')
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
      <Places lying={lyingOf(places, lots)} unit={unit} onTransfer={transfers ? setMoving : undefined} />
      <h3 className="group-title">Previsão de estoque</h3>
      <Forecast id={product.id} unit={unit} shown={shown} />
      <h3 className="group-title">Últimos movimentos</h3>
      <Moves rows={moves.slice(0, SHOWN)} />
      {moving === null ? null : <QuickTransfer of={moving} unit={unit} onClose={() => setMoving(null)} />}
    </div>
  )
}
