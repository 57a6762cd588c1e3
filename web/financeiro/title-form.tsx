import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { isAdmin, meets } from '../../core/access'
import { receivableValueNeed } from '../../core/access/needs'
import {
  AFTER_SETTLED,
  contasPagarFields,
  contasReceberFields,
  movimentoFinanceiroFields,
  TITLE,
} from '../../core/fields/financeiro/titulos'
import { allowsValueChange } from '../../core/settings/settings'
import type { ModalProps } from '../app/registry'
import { rights, settings } from '../app/session'
import { fieldsOf } from '../ui/fields-of'
import { Attachments } from '../ui/form/attachments'
import { useForm } from '../ui/form/context'
import { ResourceForm } from '../ui/form/resource-form'
import { Tab } from '../ui/form/tab'
import { formatDate, formatMoney, localToday } from '../ui/format'
import { EmptyState } from '../ui/pieces'
import { isSet, rowsOf, textOf, type Row } from '../ui/row'
import { LastOfSupplier } from './last-of-supplier'
import type { Side } from './side'
import { MissingToPay, SlipEntry } from './slip-entry'
import { Retained } from './title-retained'
import { Split } from './title-split'
import { TitleVerbs } from './title-verbs'
import { useSeries } from './use-series'

const receivable = fieldsOf(contasReceberFields)
const payable = fieldsOf(contasPagarFields)
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

/** Who may not write a field of the title as it stands: what was settled lets little be changed (T3-019), a value asks for a right (P3-024 to P3-028). */
function useLocked(side: Side): (name: string) => { readonly disabled?: true } {
  useSignals()
  const row = useForm().record.value
  const user = rights.value
  const isSettled = Number(row?.status) === SETTLED
  const mayAfter = side === 'pagar' || isAdmin(user)
  const need = receivableValueNeed({ isNew: row === undefined, valueChangeAllowed: allowsValueChange(settings.value) })
  const mayValue = side === 'pagar' || meets(user, need)
  return (name) => {
    const isLocked = isSettled ? !mayAfter || !AFTER_SETTLED.has(name) : name === 'vDup' && !mayValue
    return isLocked ? { disabled: true } : {}
  }
}

/** `status` of a title that owes nothing. */
const SETTLED = 4

function Common({ side }: { readonly side: Side }): ReactElement {
  const { Field, ReferenceField } = receivable
  const locked = useLocked(side)
  return (
    <>
      <Field name="numero" span={3} {...locked('numero')} />
      <Field name="descricao" span={6} {...locked('descricao')} />
      <Field name="tpConta" span={3} {...locked('tpConta')} />
      <Field name="dEmissao" span={3} {...locked('dEmissao')} />
      <Field name="dCompetencia" span={3} {...locked('dCompetencia')} />
      <Field name="dVencimento" span={3} {...locked('dVencimento')} />
      <Field name="dPrevisao" span={3} {...locked('dPrevisao')} />
      <Field name="vDup" required span={3} {...locked('vDup')} />
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
        {...locked('plano_conta_id')}
      />
      <ReferenceField
        name="centro_resultado_id"
        resource="financeiro/centro_resultado"
        minChars={0}
        span={6}
        {...locked('centro_resultado_id')}
      />
      <ReferenceField
        name="pagamento_id"
        resource="financeiro/pagamentos"
        minChars={0}
        span={4}
        {...locked('pagamento_id')}
      />
      <ReferenceField
        name="banco_id"
        resource="financeiro/banco"
        minChars={0}
        where={{ ativo: true }}
        span={4}
        {...locked('banco_id')}
      />
      <Field name="pMulta" span={2} {...locked('pMulta')} />
      <Field name="pJuros" span={2} {...locked('pJuros')} />
    </>
  )
}

/** What a sale by card has: who pays it, the numbers of its receipt, and what is expected. */
function CardFields(): ReactElement | null {
  useSignals()
  const locked = useLocked('receber')
  if (Number(useForm().values.value.tpConta) !== TITLE.CARTAO) return null
  const { Field } = receivable
  return (
    <>
      <Field name="adquirente" span={3} {...locked('adquirente')} />
      <Field name="nsu" span={3} {...locked('nsu')} />
      <Field name="cAut" span={3} {...locked('cAut')} />
      <Field name="vLiquido" span={3} {...locked('vLiquido')} />
    </>
  )
}

const heading = (row: Row): string =>
  [textOf(row.numero) || `Conta ${row.id}`, formatMoney(row.vDup)].filter(Boolean).join(' · ')
const begins = () => ({ dEmissao: localToday(), tpConta: TITLE.NORMAL, parcela: 1 })

export function ReceivableForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = receivable
  const series = useSeries('receber')
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/contas_receber"
      name="Conta a receber"
      title={heading}
      defaults={{ ...defaults, ...begins() }}
      stay
      {...series}
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
      <Tab label="Retenções" needsRecord>
        <Retained />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="contas_receber" />
      </Tab>
    </ResourceForm>
  )
}

export function PayableForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = payable
  const series = useSeries('pagar')
  return (
    <ResourceForm
      modal={modal}
      resource="financeiro/contas_pagar"
      name="Conta a pagar"
      title={heading}
      defaults={{ ...defaults, ...begins() }}
      stay
      {...series}
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
        <LastOfSupplier />
        <Field name="obs" span={12} />
      </Tab>
      <Tab label="Rateio">
        <Split />
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
