import type { ReactElement } from 'react'
import { BY_PRODUCT } from '../../../core/fields/producao/ordem-producao'
import { compareCosts, type Line } from '../../../core/production/compare'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatCost, formatMoney, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { GOODS, goods, PATH, RESOURCE, step, supply } from './kind'
import { LabelTools } from './labels'
import { SubstituteKey } from './substitute'

/** One of the goods of an order: what it draws, its steps, its parts, and what all that was planned to cost and did. */
export function GoodsOfOrder(modal: ModalProps): ReactElement {
  const answer = useLoaded(
    `${GOODS}/${modal.id}`,
    `${RESOURCE} ordem_producao_mercadoria ordem_producao_mercadoria_etapa`,
  )
  const one = isRecord(answer) ? answer : {}
  const rows = rowsOf(one.insumos).toSorted((a, b) => Number(a.categoria) - Number(b.categoria))
  const steps = rowsOf(one.etapas)
  const order = textOf(modal.params.id)
  const footer = (
    <>
      {steps.length === 0 ? null : (
        <Button onClick={() => open(`${PATH}/edit/${order}/chao`)}>Apontar no chão de fábrica</Button>
      )}
      <span className="spacer" />
      <Button onClick={modal.onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog
      title={`Insumos e etapas · ${textOf(one.xProd)}`}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={footer}
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Insumos, etapas e etiquetas">
        <div className="stack">
          <Costs one={one} />
          {rows.length === 0 ? (
            <EmptyState text="Este produto não tem composição." />
          ) : (
            <Lines label="Insumos" words={SUPPLY_WORDS} amounts={SUPPLY_AMOUNTS} rows={rows} tool={keyOf} />
          )}
          {steps.length === 0 ? null : <Lines label="Etapas" words={STEP_WORDS} amounts={STEP_AMOUNTS} rows={steps} />}
          {isSet(one.id) ? <LabelTools goods={textOf(one.id)} /> : null}
        </div>
      </div>
    </Dialog>
  )
}

function Costs({ one }: { readonly one: Readonly<Record<string, unknown>> }): ReactElement | null {
  if (!isSet(one.vPlanejado)) return null
  return (
    <>
      <dl className="facts">
        <dt>Produzido</dt>
        <dd>
          {formatQuantity(one.qProduzida, 4)} por {formatMoney(one.vProduzido)}
        </dd>
        <dt>{goods.label('vEmProcesso')}</dt>
        <dd>{formatMoney(one.vEmProcesso)}</dd>
      </dl>
      <Lines label="Custo de uma" words={COST_WORDS} amounts={COST_AMOUNTS} rows={costRows(one)} />
    </>
  )
}

const told = (value: unknown): string => textOf(value) || '0'

/** What one was planned to cost, beside what it did. */
function costRows(one: Readonly<Record<string, unknown>>): readonly Row[] {
  const { material, hours, loss, byProducts, total } = compareCosts({
    planned: { material: told(one.vPlanejado), hours: told(one.vHorasPlanejadas) },
    quantity: told(one.qTrib),
    real: { material: told(one.vMaterialProduzido), hours: told(one.vHorasProduzido) },
    loss: told(one.vPerdido),
    byProducts: told(one.vSubprodutos),
    made: told(one.qProduzida),
  })
  const row = (id: string, { planned, real, over }: Line): Row => ({
    id,
    planned: planned.toString(),
    real: real?.toString(),
    over: over?.toString(),
  })
  return [
    row('Insumos', material),
    row('Horas', hours),
    ...(isSet(one.vPerdido) && told(one.vPerdido) !== '0' ? [row('Perda (não entra no custo)', loss)] : []),
    ...(told(one.vSubprodutos) !== '0' ? [row('Subprodutos', byProducts)] : []),
    row('Uma boa', total),
  ]
}

const COST_WORDS: readonly Cell[] = [['Custo de uma', (row) => textOf(row.id)]]
const cost = (value: unknown): string => (isSet(value) ? formatCost(value) : '')
const COST_AMOUNTS: readonly Cell[] = [
  ['Planejado', (row) => cost(row.planned)],
  ['Real', (row) => cost(row.real)],
  ['Diferença', (row) => (isSet(row.over) ? `${formatQuantity(row.over, 2)}%` : '')],
]

type Cell = readonly [heading: string, show: (row: Row) => string]

interface LinesProps {
  readonly label: string
  readonly words: readonly Cell[]
  /** Behind them, at the right of their columns. */
  readonly amounts: readonly Cell[]
  readonly rows: readonly Row[]
  /** At the end of a line: what may be done with it. */
  readonly tool?: (row: Row) => ReactElement
}

/** Lines of goods: what each is in words, then its quantities. */
function Lines({ label, words, amounts, rows, tool }: LinesProps): ReactElement {
  const cells = [...words.map((one) => [...one, ''] as const), ...amounts.map((one) => [...one, 'end'] as const)]
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table className="plain">
        <thead>
          <tr>
            {cells.map(([heading, , side]) => (
              <th scope="col" className={side} key={heading}>
                {heading}
              </th>
            ))}
            {tool === undefined ? null : <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {cells.map(([heading, show, side]) => (
                <td className={side} key={heading}>
                  {show(row)}
                </td>
              ))}
              {tool === undefined ? null : <td>{tool(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const keyOf = (row: Row): ReactElement => <SubstituteKey supply={row} />

const amount = (name: string, decimals: number) => (row: Row) => formatQuantity(row[name], decimals)

const SUPPLY_WORDS: readonly Cell[] = [
  [
    supply.label('mercadoria_id'),
    (row) =>
      `${textOf(getPath(row, 'mercadoria.xProd'))}${row.tpItem === BY_PRODUCT ? ' (subproduto)' : ''}${isSet(row.substitui_id) ? ' (substituto)' : ''}`,
  ],
  [supply.label('categoria'), (row) => supply.word('categoria', row.categoria)],
]
const SUPPLY_AMOUNTS: readonly Cell[] = [
  ['Por unidade', amount('quantidade', 6)],
  ['Planejada', amount('qPlanejada', 4)],
  ['Solicitada', amount('qSolicitada', 4)],
  [supply.label('qConsumida'), amount('qConsumida', 4)],
  [supply.label('qDisp'), amount('qDisp', 4)],
  [supply.label('vCusto'), (row) => formatCost(row.vCusto)],
]

const STEP_WORDS: readonly Cell[] = [
  ['Etapa', (row) => `${textOf(row.n_ordem)} · ${textOf(row.descricao)}`],
  ['Onde', (row) => textOf(getPath(row, 'centro_trabalho.descricao'))],
  [step.label('situacao'), (row) => step.word('situacao', row.situacao)],
]
const STEP_AMOUNTS: readonly Cell[] = [
  ['Planejado (min)', amount('qMinutosPlanejados', 2)],
  ['Feito (min)', amount('qMinutos', 2)],
  [step.label('qBoa'), amount('qBoa', 4)],
  [step.label('qRefugo'), amount('qRefugo', 4)],
]
