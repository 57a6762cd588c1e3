import type { ReactElement } from 'react'
import { opMercadoriaAtividadeFields } from '../../../core/fields/producao/apontamento'
import { screen, type ModalProps } from '../../app/registry'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { Field, ReferenceField, column, defaults } = fieldsOf(opMercadoriaAtividadeFields)

const RESOURCE = 'producao/op_mercadoria_atividade'

const columns: readonly Column[] = [
  column('dhIni', { width: 150, card: 'title' }),
  column('dhFim', { width: 150, card: 'sub' }),
  column('ordem_producao_mercadoria_etapa.nOrdemProducao', { label: 'Ordem', width: 90 }),
  column('ordem_producao_mercadoria_etapa.xProd', { label: 'Mercadoria' }),
  column('ordem_producao_mercadoria_etapa.descricao', { label: 'Etapa', width: 150 }),
  column('user.name', { label: 'Pessoa' }),
  column('colaborador.xNome', { label: 'Crachá de', width: 150 }),
  column('recurso.descricao', { label: 'Recurso', width: 150 }),
  column('atividade.descricao', { label: 'Motivo da parada', width: 150 }),
  column('qBoa', { width: 90, card: 'value' }),
  column('qRefugo', { width: 90 }),
  column('vCusto', { width: 110, hidden: true }),
]

const EMPTY = { text: 'Os apontamentos nascem das etapas das ordens, no chão de fábrica.' }

const Apontamentos = (): ReactElement => (
  <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'dhIni', desc: true }} empty={EMPTY} />
)

/** A step with its goods and its order. */
const stepName = ({ n_ordem, descricao, xProd, nOrdemProducao }: Row): string =>
  [...[n_ordem, descricao, xProd].map(textOf).filter(Boolean), `ordem ${textOf(nOrdemProducao)}`].join(' · ')

const IN_PRODUCTION: Values = { em_producao: true }

/** Work that was not told, or wrongly, is written down by who manages orders. */
function ApontamentoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource={RESOURCE} name="Apontamento" defaults={defaults}>
      <ReferenceField
        name="ordem_producao_mercadoria_etapa_id"
        resource="producao/ordem_producao_mercadoria_etapa"
        minChars={0}
        display={stepName}
        custom={IN_PRODUCTION}
        disabled={modal.id !== 'new'}
        span={12}
      />
      <ReferenceField name="user_id" resource="user" span={6} help="Você, se vazio" />
      <ReferenceField name="recurso_id" resource="producao/recurso" minChars={0} span={6} help="O da etapa, se vazio" />
      <Field name="dhIni" span={6} />
      <Field name="dhFim" required={modal.id === 'new'} span={6} />
      <Field name="qBoa" span={6} />
      <Field name="qRefugo" span={6} />
    </ResourceForm>
  )
}

export const apontamentos = screen({
  path: '/ui/producao/ordem_producao_mercadoria_atividade',
  title: 'Apontamentos de produção',
  area: 'Produção',
  register: true,
  right: 'ordem_producao_mercadoria_atividade',
  component: Apontamentos,
  modals: { 'edit/:ordem_producao_mercadoria_atividade_id': { component: ApontamentoForm, size: 'md' } },
})
