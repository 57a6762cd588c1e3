import type { ReactElement } from 'react'
import { bancoCnabFields } from '../../../core/fields/financeiro/boleto'
import type { ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { textOf } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const RESOURCE = 'financeiro/banco_cnab'
const { Field, ReferenceField, column, defaults } = fieldsOf(bancoCnabFields)

const columns: readonly Column[] = [
  column('descricao', { card: 'title' }),
  column('banco.descricao', { label: 'Conta caixa', width: 180, card: 'sub' }),
  column('layout', { width: 110 }),
  column('agencia', { width: 90, card: 'none' }),
  column('conta', { width: 110, card: 'none' }),
  column('carteira', { width: 90, card: 'none' }),
  column('convenio', { width: 130, hidden: true, card: 'none' }),
  column('nosso_numero_proximo', { width: 180, card: 'none' }),
  column('sequencia', { width: 140, card: 'none' }),
  column('ativo', { width: 80 }),
]

const views = [{ name: 'Quase no fim', custom: { quase_no_fim: true } }]

/** What is agreed on with banks: an agreement an account and carteira. */
export function Setups(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      views={views}
      sort={{ field: 'descricao', desc: false }}
      empty={{
        text: 'Cadastre o que foi combinado com o banco: conta, carteira, convênio e a faixa de nosso número. A conta caixa precisa ter o código do banco.',
        to: { path: '/ui/financeiro/conta_caixa', label: 'Abrir Contas de Caixa' },
      }}
    />
  )
}

/** An agreement; what the bank would refuse of it is said at its field. */
export function SetupForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Cobrança"
      title={(row) => textOf(row.descricao)}
      defaults={defaults}
    >
      <Tab label="Cobrança">
        <Field name="descricao" span={6} help="Como a empresa a chama: banco e carteira" />
        <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={4} />
        <Field name="ativo" span={2} />
        <Field name="layout" span={3} />
        <Field name="agencia" span={2} />
        <Field name="agencia_dv" span={2} />
        <Field name="conta" span={3} />
        <Field name="conta_dv" span={2} />
        <Field name="convenio" span={6} help="Ou o código do beneficiário, ou do cedente" />
        <Field name="carteira" span={2} />
        <Field name="variacao" span={2} help="No Sicoob, a modalidade" />
        <Field name="posto" span={2} help="No Sicredi" />
        <Field name="codigo_transmissao" span={6} help="No Santander; no Bradesco, o código da empresa" />
        <Field name="especieDoc" span={4} />
        <Field name="aceite" span={2} />
      </Tab>
      <Tab label="Nosso número e remessa">
        <Field name="nosso_numero_proximo" span={4} help="Sem o dígito; segue sozinho daí em diante" />
        <Field name="nosso_numero_fim" span={4} help="Onde o banco deu uma faixa" />
        <Field name="sequencia" span={4} help="O número do último arquivo enviado" />
        <Field name="pago_liquido" span={12} help="Onde o banco desconta a tarifa do valor pago" />
      </Tab>
      <Tab label="Encargos">
        <Field name="pMulta" span={6} help="Onde a conta a receber não diz outra; vazia: a da empresa" />
        <Field name="pJuros" span={6} help="Onde a conta a receber não diz outros; vazios: os da empresa" />
        <Field name="pDesconto" span={6} help="De quem paga até o dia dito ao lado" />
        <Field name="diasDesconto" span={6} help="Até quando vale o desconto" />
        <Field name="protesto_dias" span={6} help="Depois do vencimento; vazio: o banco não protesta" />
        <Field name="devolucao_dias" span={6} help="Depois do vencimento, o banco deixa de cobrar" />
      </Tab>
      <Tab label="Instruções">
        <Field
          name="instrucao_1"
          span={12}
          help="Impressas em cada boleto, e levadas ao banco onde o layout tem lugar"
        />
        <Field name="instrucao_2" span={12} />
        <Field name="instrucao_3" span={12} />
      </Tab>
    </ResourceForm>
  )
}
