import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  contasPagarFields,
  contasPagarRateioFields,
  contasReceberFields,
  movimentoFinanceiroFields,
  TITLE,
} from '../../core/fields/financeiro/titulos'
import { splitValue } from '../../core/settlement/split'
import type { ModalProps } from '../app/registry'
import { Button } from '../ui/button'
import { fieldsOf } from '../ui/fields-of'
import { Attachments } from '../ui/form/attachments'
import { useForm } from '../ui/form/context'
import { ResourceForm } from '../ui/form/resource-form'
import { Tab } from '../ui/form/tab'
import { amountOf, formatDate, formatMoney, localToday } from '../ui/format'
import { ListField } from '../ui/lines/list-field'
import { linesOf } from '../ui/lines/lines-state'
import { EmptyState } from '../ui/pieces'
import { isSet, rowsOf, textOf, type Row } from '../ui/row'
import type { Side } from './side'
import { MissingToPay, SlipEntry } from './slip-entry'
import { TitleVerbs } from './title-verbs'

const receivable = fieldsOf(contasReceberFields)
const payable = fieldsOf(contasPagarFields)
const part = fieldsOf(contasPagarRateioFields)
const moved = fieldsOf(movimentoFinanceiroFields)

/** Accounts of the plan that are offered: 4 and 5 for receivables, 2 and 3 for payables (R3-175). */
const planOf = (side: Side) => ({ raizes: side === 'receber' ? '45' : '23' })
const planName = (row: Row): string => [textOf(row.codigo), textOf(row.descricao)].filter(Boolean).join(' ')

/** What became of the title: its ledger, the newest last. */
function Movements(): ReactElement | null {
  useSignals()
  const rows = rowsOf(useForm().record.value?.movimentos)
  if (rows.length === 0) return <EmptyState text="A conta ainda não teve movimento." />
  return (
    <ul aria-label="Movimentos">
      {rows.map((row) => (
        <li key={row.id}>
          {[
            formatDate(row.dMovimento),
            moved.word('evento', row.evento),
            formatMoney(row.valor),
            ...(isSet(row.estorno_de) ? ['estorno'] : row.desfeito === true ? ['estornado'] : []),
          ].join(' · ')}
        </li>
      ))}
    </ul>
  )
}

/** Divides the value among the centres that take part: fixed parts stay, the last takes the cents. */
function Divide(): ReactElement {
  const form = useForm()
  const divide = (): void => {
    const lines = linesOf(form.values.value.centro_custo_rateio_list)
    const parts = splitValue(
      amountOf(form.values.value.vDup),
      lines.map((one) => ({ checked: one.checked !== false, fixed: one.fixed === true, vDist: amountOf(one.vDist) })),
    )
    form.set(
      'centro_custo_rateio_list',
      lines.map((one, at) => ({ ...one, vDist: parts[at]?.toFixed(2) ?? '0.00' })),
    )
  }
  return <Button onClick={divide}>Dividir o valor</Button>
}

const split = [
  part.lineTo('centro_custo_id', 'financeiro/centro_custo'),
  part.line('vDist'),
  part.line('fixed'),
  part.line('checked'),
]

function Common({ side }: { readonly side: Side }): ReactElement {
  const { Field, ReferenceField } = receivable
  return (
    <>
      <Field name="numero" span={3} />
      <Field name="descricao" span={6} />
      <Field name="tpConta" span={3} />
      <Field name="dEmissao" span={3} />
      <Field name="dCompetencia" span={3} />
      <Field name="dVencimento" span={3} />
      <Field name="dPrevisao" span={3} />
      <Field name="vDup" required span={3} />
      <Field name="vSaldo" span={3} />
      <Field name="vPago" span={3} />
      <Field name="dPagamento" span={3} />
      <ReferenceField
        name="plano_conta_id"
        resource="financeiro/plano_contas"
        minChars={0}
        where={{ ativo: true }}
        custom={planOf(side)}
        display={planName}
        span={6}
      />
      <ReferenceField name="centro_resultado_id" resource="financeiro/centro_resultado" minChars={0} span={6} />
      <ReferenceField name="pagamento_id" resource="financeiro/pagamentos" minChars={0} span={4} />
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={4} />
      <Field name="pMulta" span={2} />
      <Field name="pJuros" span={2} />
    </>
  )
}

/** What a sale by card has: who pays it, the numbers of its receipt, and what is expected. */
function CardFields(): ReactElement | null {
  useSignals()
  if (Number(useForm().values.value.tpConta) !== TITLE.CARTAO) return null
  const { Field } = receivable
  return (
    <>
      <Field name="adquirente" span={3} />
      <Field name="nsu" span={3} />
      <Field name="cAut" span={3} />
      <Field name="vLiquido" span={3} />
    </>
  )
}

const heading = (row: Row): string =>
  [textOf(row.numero) || `Conta ${row.id}`, formatMoney(row.vDup)].filter(Boolean).join(' · ')
const begins = () => ({ dEmissao: localToday(), tpConta: TITLE.NORMAL, parcela: 1 })

export function ReceivableForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = receivable
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/contas_receber"
      name="Conta a receber"
      title={heading}
      defaults={{ ...defaults, ...begins() }}
      stay
      actions={<TitleVerbs side="receber" />}
    >
      <Tab label="Conta">
        <ReferenceField name="cliente_id" resource="cliente" span={12} />
        <Common side="receber" />
        <CardFields />
        <Field name="obs" span={12} />
      </Tab>
      <Tab label="Movimentos" needsRecord>
        <Movements />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="contas_receber" />
      </Tab>
    </ResourceForm>
  )
}

export function PayableForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = payable
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/contas_pagar"
      name="Conta a pagar"
      title={heading}
      defaults={{ ...defaults, ...begins() }}
      stay
      actions={<TitleVerbs side="pagar" />}
    >
      <Tab label="Conta">
        <SlipEntry first={modal.query.get('ler') === '1'} />
        <ReferenceField name="fornecedor_id" resource="fornecedor" span={12} />
        <Common side="pagar" />
        <Field name="tpPagamento" span={4} />
        <Field name="linha_digitavel" span={8} />
        <Field name="pix" span={12} />
        <MissingToPay />
        <Field name="obs" span={12} />
      </Tab>
      <Tab label="Rateio">
        <ListField name="centro_custo_rateio_list" label="Centros de custo" columns={split} blank={part.defaults} />
        <Divide />
      </Tab>
      <Tab label="Movimentos" needsRecord>
        <Movements />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="contas_pagar" />
      </Tab>
    </ResourceForm>
  )
}
