import type { ReactElement } from 'react'
import type { Field as Defined } from '../../../core/fields/field'
import { entradaMercadoriaRastreioFields } from '../../../core/fields/estoque/lote'
import {
  AT_START,
  BY_PRODUCT,
  opParteFields,
  ordemProducaoMercadoriaInsumoComputed,
  SUPPLY,
} from '../../../core/fields/producao/ordem-producao'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { controlOf, limitFault } from '../../ui/form/controls'
import { Field } from '../../ui/form/fields'
import type { FormModel } from '../../ui/form/form-model'
import { formatCost, formatMoney, formatQuantity } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { LIST, RESOURCE } from './kind'
import { lacks, SubstituteKey } from './substitute'

const part = fieldsOf(opParteFields)

/** What a field of a resource is asked by, under another name. */
const as = (field: Defined) => ({
  ...controlOf(field),
  required: false,
  validate: (value: unknown) => limitFault(field.meta, value),
})
const { qBoa, qRefugo, qRefugoAnormal } = opParteFields
const { qConsumida } = ordemProducaoMercadoriaInsumoComputed
const { nLote } = entradaMercadoriaRastreioFields

/** More supplies than these are drawn as planned, without being asked for one by one. */
const MOST_ASKED = 40

const amountOf = (value: unknown): Decimal => decimal(textOf(value) || '0')

/** What is still to be made of goods. */
function rest(one: Row): number {
  const left = amountOf(one.qTrib).minus(amountOf(one.qProduzida))
  return left.sign() > 0 ? Number(left.toFixed(4)) : 0
}

interface Asked {
  /** The goods that are still to be made, with what they draw. */
  readonly lines: readonly Row[]
  /** Their supplies left as the order began. */
  readonly started: boolean
}

function useOpenGoods(id: string): Asked | null {
  const order = useLoaded(`${RESOURCE}/${id}`, RESOURCE)
  if (!isRecord(order)) return null
  return { lines: rowsOf(order[LIST]).filter((one) => one.encerrada !== true), started: order.tpBaixa === AT_START }
}

function inputsOf(one: Row, tpItem: number): readonly Row[] {
  const all = rowsOf(one.insumos)
  return all.length > MOST_ASKED ? [] : all.filter((input) => input.tpItem === tpItem)
}

/** What follows where nothing is said of a supply. */
function unsaid(supply: Row, started: boolean): string {
  if (!started) return 'vazio segue o plano'
  const left = amountOf(supply.qPlanejada).minus(amountOf(supply.qSolicitada))
  return left.sign() > 0 ? 'vazio segue o plano do que não saiu no início' : 'vazio: nada mais sai'
}

const nameOf = (input: Row): string => textOf(getPath(input, 'mercadoria.xProd'))

function SupplyFields({ supply, started }: { readonly supply: Row; readonly started: boolean }): ReactElement {
  const [key, out] = [textOf(supply.id), formatQuantity(supply.qConsumida, 4)]
  const isIn = amountOf(supply.qConsumida).sign() <= 0
  return (
    <>
      <Field
        {...as(qConsumida)}
        name={`consumo_${key}`}
        label={`Consumir ${nameOf(supply)}`}
        span={8}
        help={`Planejado ${formatQuantity(supply.qPlanejada, 4)}, consumido ${out}; ${unsaid(supply, started)}`}
      />
      <Field
        {...as(qConsumida)}
        name={`devolve_${key}`}
        label={`Devolver ${nameOf(supply)}`}
        disabled={isIn}
        span={4}
        help={isIn ? 'Ainda não saiu' : `Volta ao estoque, até ${out}`}
      />
      {lacks(supply) && rowsOf(supply.substitutos).length > 0 ? <SubstituteKey supply={supply} /> : null}
    </>
  )
}

interface GoodsProps {
  readonly one: Row
  readonly started: boolean
  readonly first: boolean
}

function GoodsFields({ one, started, first }: GoodsProps): ReactElement {
  const key = textOf(one.id)
  return (
    <>
      <h3 className="group-title">
        {textOf(one.xProd)} · faltam {formatQuantity(rest(one), 4)} {textOf(one.un)}
      </h3>
      <Field {...as(qBoa)} name={`boa_${key}`} autoFocus={first} required span={3} />
      <Field {...as(qRefugo)} name={`refugo_${key}`} span={3} />
      <Field {...as(qRefugoAnormal)} name={`anormal_${key}`} span={3} help="É perda" />
      <Field {...as(nLote)} name={`lote_${key}`} span={3} help="O da ordem, se vazio" />
      {inputsOf(one, SUPPLY).map((supply) => (
        <SupplyFields key={supply.id} supply={supply} started={started} />
      ))}
      {inputsOf(one, BY_PRODUCT).map((input) => (
        <Field
          {...as(qConsumida)}
          key={input.id}
          name={`subproduto_${textOf(input.id)}`}
          label={`${nameOf(input)} (subproduto)`}
          span={8}
          help={`Planejado ${formatQuantity(input.qPlanejada, 4)}, entrou ${formatQuantity(input.qConsumida, 4)}; vazio segue o plano`}
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

/** What was written of goods, as the server takes it; goods of which nothing is said are left as they are. */
function partsOf(lines: readonly Row[], values: Values): readonly object[] {
  const amount = (name: string): number => numberOf(values[name]) ?? 0
  return lines.flatMap((one) => {
    const key = textOf(one.id)
    const [boa, refugo, anormal] = [`boa_${key}`, `refugo_${key}`, `anormal_${key}`].map(amount)
    if (values.encerra !== true && !boa && !refugo && !anormal) return []
    const said = (prefix: string, tpItem: number) =>
      inputsOf(one, tpItem).flatMap(({ id }) => {
        const told = values[`${prefix}_${textOf(id)}`]
        return isSet(told) ? [{ id, qTrib: told }] : []
      })
    const lot = textOf(values[`lote_${key}`])
    return [
      {
        id: one.id,
        qBoa: boa,
        qRefugo: refugo,
        qRefugoAnormal: anormal,
        consumo: said('consumo', SUPPLY),
        devolve: said('devolve', SUPPLY),
        subprodutos: said('subproduto', BY_PRODUCT),
        ...(lot === '' ? {} : { nLote: lot }),
      },
    ]
  })
}

interface FinishProps extends Asked {
  readonly id: string
  readonly modal: ModalProps
}

/** Finishes what was made, all or a part. */
function Finish({ id, lines, started, modal }: FinishProps): ReactElement {
  const go = async (values: Values, form: FormModel): Promise<boolean> => {
    const mercadorias = partsOf(lines, values)
    if (mercadorias.length === 0) {
      form.refuse(`boa_${textOf(lines[0]?.id)}`, 'Informe quanto foi produzido.')
      return false
    }
    try {
      const answer = await post(`${RESOURCE}/${id}/finaliza`, { encerra: values.encerra === true, mercadorias })
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
        <GoodsFields key={one.id} one={one} started={started} first={at === 0} />
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
  const asked = useOpenGoods(id)
  return asked === null ? null : <Finish id={id} modal={modal} {...asked} />
}

const COSTS = [
  'vMaterial',
  'vDevolvido',
  'vHoras',
  'vRateado',
  'vPerda',
  'vSubprodutos',
  'vPrincipal',
  'vEmProcesso',
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
      size="md"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={<Button onClick={modal.onClose}>Voltar</Button>}
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="O que a parte trouxe e custou">
        <div className="stack">
          {answer !== null && parts.length === 0 ? <EmptyState text="Esta entrada não é desta ordem." /> : null}
          {parts.map((one) => (
            <dl className="facts" key={one.id}>
              <dt>{textOf(getPath(one, 'ordem_producao_mercadoria.xProd'))}</dt>
              <dd>
                {formatQuantity(one.qBoa, 4)} boas
                {numberOf(one.qRefugo) ? `, ${formatQuantity(one.qRefugo, 4)} de refugo` : ''}
                {numberOf(one.qRefugoAnormal) ? `, ${formatQuantity(one.qRefugoAnormal, 4)} de refugo anormal` : ''}
              </dd>
              {COSTS.flatMap((name) =>
                isSet(one[name]) && numberOf(one[name]) !== 0
                  ? [<dt key={`${name}-dt`}>{part.label(name)}</dt>, <dd key={name}>{formatMoney(one[name])}</dd>]
                  : [],
              )}
              {isSet(one.vCustoUn) ? (
                <>
                  <dt>{part.label('vCustoUn')}</dt>
                  <dd>{formatCost(one.vCustoUn)}</dd>
                </>
              ) : null}
            </dl>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
