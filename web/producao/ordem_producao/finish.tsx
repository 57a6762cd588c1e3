import type { ReactElement } from 'react'
import { BY_PRODUCT, opParteFields } from '../../../core/fields/producao/ordem-producao'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { Field } from '../../ui/form/fields'
import { formatCost, formatMoney, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { LIST, RESOURCE } from './kind'

const part = fieldsOf(opParteFields)

/** More supplies than these are drawn as planned, without being asked for one by one. */
const MOST_ASKED = 40

const rest = (one: Row): number => Math.max(0, (numberOf(one.qTrib) ?? 0) - (numberOf(one.qProduzida) ?? 0))

/** The goods of an order that are still to be made, with what they draw. */
function useOpenGoods(id: string): readonly Row[] | null {
  const order = useLoaded(`${RESOURCE}/${id}`, RESOURCE)
  return isRecord(order) ? rowsOf(order[LIST]).filter((one) => one.encerrada !== true) : null
}

const suppliesOf = (one: Row): readonly Row[] => {
  const all = rowsOf(one.insumos).filter((supply) => supply.tpItem !== BY_PRODUCT)
  return all.length > MOST_ASKED ? [] : all
}

function GoodsFields({ one, first }: { readonly one: Row; readonly first: boolean }): ReactElement {
  const key = textOf(one.id)
  return (
    <>
      <h3 className="group-title">
        {textOf(one.xProd)} · faltam {formatQuantity(rest(one), 4)} {textOf(one.un)}
      </h3>
      <Field name={`boa_${key}`} label="Boa" kind="number" decimals={4} autoFocus={first} required span={3} />
      <Field name={`refugo_${key}`} label="Refugo normal" kind="number" decimals={4} span={3} />
      <Field name={`anormal_${key}`} label="Refugo anormal" kind="number" decimals={4} span={3} help="É perda" />
      <Field name={`lote_${key}`} label="Lote" span={3} help="O da ordem, se vazio" />
      {suppliesOf(one).map((supply) => (
        <Field
          key={supply.id}
          name={`consumo_${textOf(supply.id)}`}
          label={textOf(getPath(supply, 'mercadoria.xProd'))}
          kind="number"
          decimals={4}
          span={4}
          help={`Planejado ${formatQuantity(supply.qPlanejada, 4)}, consumido ${formatQuantity(supply.qConsumida, 4)}; vazio segue o plano`}
        />
      ))}
    </>
  )
}

const initialOf = (lines: readonly Row[]): Values =>
  Object.fromEntries([
    ['encerra', false],
    ...lines.flatMap((one) => [
      [`boa_${textOf(one.id)}`, rest(one)],
      [`refugo_${textOf(one.id)}`, 0],
      [`anormal_${textOf(one.id)}`, 0],
    ]),
  ])

/** What was written of the goods, as the server takes it: goods of which nothing is said are left as they are. */
function partsOf(lines: readonly Row[], values: Values): object {
  const amount = (name: string): number => numberOf(values[name]) ?? 0
  const mercadorias = lines.flatMap((one) => {
    const key = textOf(one.id)
    const [qBoa, qRefugo, qRefugoAnormal] = [`boa_${key}`, `refugo_${key}`, `anormal_${key}`].map(amount)
    if (values.encerra !== true && !qBoa && !qRefugo && !qRefugoAnormal) return []
    const consumo = suppliesOf(one).flatMap(({ id }) => {
      const told = values[`consumo_${textOf(id)}`]
      return isSet(told) ? [{ id, qTrib: told }] : []
    })
    const nLote = textOf(values[`lote_${key}`])
    return [{ id: one.id, qBoa, qRefugo, qRefugoAnormal, consumo, ...(nLote === '' ? {} : { nLote }) }]
  })
  return { encerra: values.encerra === true, mercadorias }
}

/** Finishes what was made, all or a part. */
function Finish({
  id,
  lines,
  modal,
}: {
  readonly id: string
  readonly lines: readonly Row[]
  readonly modal: ModalProps
}) {
  const go = async (values: Values): Promise<boolean> => {
    try {
      const answer = await post(`${RESOURCE}/${id}/finaliza`, partsOf(lines, values))
      for (const one of [RESOURCE, 'entrada']) announce(one)
      const entry = textOf(getPath(answer, 'entrada_id'))
      const told = getPath(answer, 'finalizada') === true ? 'Ordem de produção finalizada' : 'Parte finalizada'
      toast.success(entry === '' ? `${told}.` : `${told}: entrada ${entry} no estoque.`)
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível finalizar')
      return false
    }
  }
  return (
    <AskDialog
      title={`Finalizar a ordem ${id}`}
      action="Finalizar"
      initial={initialOf(lines)}
      onGo={go}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
    >
      {lines.map((one, at) => (
        <GoodsFields key={one.id} one={one} first={at === 0} />
      ))}
      <part.Field name="encerra" span={12} help="Nada mais se produz desta ordem" />
    </AskDialog>
  )
}

/** The finishing of an order: of a new part, or of one that an entry has brought in. */
export function Finishing(modal: ModalProps): ReactElement | null {
  const id = textOf(modal.params.id)
  return modal.params.entrada_id === 'new' ? <NewPart id={id} modal={modal} /> : <Part modal={modal} />
}

function NewPart({ id, modal }: { readonly id: string; readonly modal: ModalProps }): ReactElement | null {
  const lines = useOpenGoods(id)
  return lines === null ? null : <Finish id={id} lines={lines} modal={modal} />
}

const COSTS = [
  ['vMaterial', 'Insumos desta parte'],
  ['vHoras', 'Horas apontadas'],
  ['vRateado', 'Do que estava em processo'],
  ['vPerda', 'Perda'],
  ['vSubprodutos', 'Subprodutos'],
  ['vPrincipal', 'Custo das boas'],
  ['vEmProcesso', 'Fica em processo'],
] as const

/** What a part brought, and what it cost. */
function Part({ modal }: { readonly modal: ModalProps }): ReactElement {
  const entry = textOf(modal.params.entrada_id)
  const where = encodeURIComponent(JSON.stringify({ entrada_id: Number(entry) }))
  const answer = useLoaded(`producao/op_parte?where=${where}`, RESOURCE)
  const parts = isRecord(answer) ? rowsOf(answer.data) : []
  return (
    <Dialog
      title={`Parte finalizada · entrada ${entry}`}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={<Button onClick={modal.onClose}>Voltar</Button>}
    >
      <div className="dialog-text">
        {answer !== null && parts.length === 0 ? <EmptyState text="Esta entrada não é desta ordem." /> : null}
        {parts.map((one) => (
          <dl className="facts" key={one.id}>
            <dt>{textOf(getPath(one, 'ordem_producao_mercadoria.xProd'))}</dt>
            <dd>
              {formatQuantity(one.qBoa, 4)} boas
              {numberOf(one.qRefugo) ? `, ${formatQuantity(one.qRefugo, 4)} de refugo` : ''}
            </dd>
            {COSTS.flatMap(([name, label]) =>
              isSet(one[name]) && numberOf(one[name]) !== 0
                ? [<dt key={`${name}-dt`}>{label}</dt>, <dd key={name}>{formatMoney(one[name])}</dd>]
                : [],
            )}
            {isSet(one.vCustoUn) ? (
              <>
                <dt>Custo de uma</dt>
                <dd>{formatCost(one.vCustoUn)}</dd>
              </>
            ) : null}
          </dl>
        ))}
      </div>
    </Dialog>
  )
}
