import type { ReactElement } from 'react'
import { promocaoFields } from '../../../core/fields/comercial/promocao'
import { screen, type ModalProps } from '../../app/registry'
import { session } from '../../app/session'
import { fieldsOf } from '../../ui/fields-of'
import { ChildList } from '../../ui/form/child-list'
import { ResourceForm } from '../../ui/form/resource-form'
import { displayName, formatDate, formatMoney, formatQuantity, localToday } from '../../ui/format'
import { isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { useLoaded } from '../../ui/use-loaded'
import { Choices } from './choices'
import { PromocaoMercadoriaForm } from './goods'

const { Field, column, defaults } = fieldsOf(promocaoFields)

const STATES = {
  off: { word: 'Inativa', hue: 'cinza', mark: 'dash' },
  ended: { word: 'Encerrada', hue: 'cinza', mark: 'dash' },
  ahead: { word: 'Agendada', hue: 'azul', mark: 'half' },
  running: { word: 'Vigente', hue: 'verde', mark: 'check' },
} as const

function stateOf({ ativo, dInicio, dFim }: Row): keyof typeof STATES {
  const today = localToday()
  if (ativo === false) return 'off'
  if (isSet(dFim) && textOf(dFim) < today) return 'ended'
  return isSet(dInicio) && textOf(dInicio) > today ? 'ahead' : 'running'
}

const columns: readonly Column[] = [
  column('xNome', { card: 'title' }),
  column('dInicio', { width: 120, card: 'sub' }),
  column('dFim', { width: 120, card: 'value' }),
  column('prioridade', { width: 110, card: 'none' }),
  column('ativo', {
    label: 'Estado',
    kind: 'chip',
    width: 130,
    chip: (row) => STATES[stateOf(row)],
    card: 'chip',
  }),
]

const views = [
  { name: 'Vigentes', custom: { vigentes: true } },
  { name: 'Inativas', where: { ativo: false } },
]

function Promocoes(): ReactElement {
  return (
    <ResourceTable
      resource="comercial/promocao"
      columns={columns}
      views={views}
      sort={{ field: 'dInicio', desc: true }}
      create="Nova promoção"
    />
  )
}

/** A product of a promotion in one line. */
function describeGoods(row: Row): string {
  const price = isSet(row.vUnTrib) ? formatMoney(row.vUnTrib) : ''
  const off = isSet(row.pDesc) && Number(row.pDesc) !== 0 ? `−${formatQuantity(row.pDesc, 4)} %` : ''
  const from = isSet(row.qMinima) ? `a partir de ${formatQuantity(row.qMinima)}` : ''
  const until = isSet(row.qMaxima) ? `até ${formatQuantity(row.qMaxima)}` : ''
  return [displayName(row.mercadoria), price, off, from, until].filter((part) => part !== '').join(' · ')
}

function Where(): ReactElement {
  const answer = useLoaded('comercial/tabela_preco?perPage=200&orderBy=descricao&sortedBy=asc', 'tabela_preco')
  const now = session.value
  const companies = now.status === 'in' ? now.empresas : []
  return (
    <>
      {companies.length > 1 ? <Choices name="empresa_ids" label="Só nas empresas" of={companies} /> : null}
      <Choices
        name="tabela_preco_ids"
        label="Só nas tabelas de preço"
        of={isRecord(answer) ? rowsOf(answer.data) : []}
      />
    </>
  )
}

/** A promotion: when and where it holds, and its goods. */
export function PromocaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="comercial/promocao"
      stay
      name="Promoção"
      title={(row) =>
        [textOf(row.xNome), isSet(row.dFim) ? `até ${formatDate(row.dFim)}` : ''].filter(Boolean).join(', ')
      }
      defaults={defaults}
    >
      <Field name="xNome" span={6} />
      <Field name="dInicio" span={2} help="Em branco, desde já" />
      <Field name="dFim" span={2} help="Em branco, sem fim" />
      <Field name="prioridade" span={2} />
      <Where />
      <Field name="ativo" span={3} />
      <Field name="obs" />
      <ChildList
        modal={modal}
        label="Mercadorias"
        resource="comercial/promocao_mercadoria"
        field="promocao_id"
        segment="promocao_mercadoria"
        describe={describeGoods}
        unsaved="Salve a promoção antes de adicionar mercadorias."
      />
    </ResourceForm>
  )
}

export const promocao = screen({
  path: '/ui/comercial/promocao',
  title: 'Promoções',
  area: 'Comercial',
  register: true,
  right: 'promocao',
  component: Promocoes,
  modals: {
    'edit/:promocao_id': { component: PromocaoForm, size: 'xl' },
    'edit/:promocao_id/promocao_mercadoria/:promocao_mercadoria_id': { component: PromocaoMercadoriaForm, size: 'lg' },
  },
})
