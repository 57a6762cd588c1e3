import type { ReactElement } from 'react'
import { STEP_STATES } from '../../../core/fields/producao/apontamento'
import { BY_PRODUCT } from '../../../core/fields/producao/ordem-producao'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatCost, formatMoney, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { GOODS, PATH, RESOURCE, supply } from './kind'
import { LabelTools } from './labels'

const STATES: Readonly<Record<string, string>> = STEP_STATES

/** One of the goods of an order: what it draws, its steps, its parts, and what all that was planned to cost and did. */
export function GoodsOfOrder(modal: ModalProps): ReactElement {
  const answer = useLoaded(
    `${GOODS}/${modal.id}`,
    `${RESOURCE} ordem_producao_mercadoria ordem_producao_mercadoria_etapa`,
  )
  const one = isRecord(answer) ? answer : {}
  const rows = rowsOf(one.insumos)
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
      <div className="dialog-text stack">
        <Costs one={one} />
        {rows.length === 0 ? <EmptyState text="Este produto não tem composição." /> : <SupplyTable rows={rows} />}
        {steps.length === 0 ? null : <StepTable rows={steps} />}
        {isSet(one.id) ? <LabelTools goods={textOf(one.id)} /> : null}
      </div>
    </Dialog>
  )
}

function Costs({ one }: { readonly one: Readonly<Record<string, unknown>> }): ReactElement | null {
  if (!isSet(one.vPlanejado)) return null
  return (
    <dl className="facts">
      <dt>Custo planejado</dt>
      <dd>{formatMoney(one.vPlanejado)}</dd>
      <dt>Produzido</dt>
      <dd>
        {formatQuantity(one.qProduzida, 4)} por {formatMoney(one.vProduzido)}
      </dd>
      <dt>Em processo</dt>
      <dd>{formatMoney(one.vEmProcesso)}</dd>
    </dl>
  )
}

function SupplyTable({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Insumos">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Insumo</th>
            <th scope="col">Categoria</th>
            {['Por unidade', 'Planejada', 'Solicitada', 'Consumida', 'Custo'].map((label) => (
              <th scope="col" className="end" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                {textOf(getPath(row, 'mercadoria.xProd'))}
                {row.tpItem === BY_PRODUCT ? ' (subproduto)' : ''}
              </td>
              <td>{supply.word('categoria', row.categoria)}</td>
              <td className="end">{formatQuantity(row.quantidade, 6)}</td>
              <td className="end">{formatQuantity(row.qPlanejada, 4)}</td>
              <td className="end">{formatQuantity(row.qSolicitada, 4)}</td>
              <td className="end">{formatQuantity(row.qConsumida, 4)}</td>
              <td className="end">{formatCost(row.vCusto)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function StepTable({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Etapas">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Etapa</th>
            <th scope="col">Onde</th>
            <th scope="col">Situação</th>
            {['Planejado (min)', 'Feito (min)', 'Boa', 'Refugo'].map((label) => (
              <th scope="col" className="end" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                {textOf(row.n_ordem)} · {textOf(row.descricao)}
              </td>
              <td>{textOf(getPath(row, 'centro_trabalho.descricao'))}</td>
              <td>{STATES[textOf(row.situacao)] ?? ''}</td>
              <td className="end">{formatQuantity(row.qMinutosPlanejados, 2)}</td>
              <td className="end">{formatQuantity(row.qMinutos, 2)}</td>
              <td className="end">{formatQuantity(row.qBoa, 4)}</td>
              <td className="end">{formatQuantity(row.qRefugo, 4)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
