import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { tabelaPrecoFields } from '../../../core/fields/comercial/tabela-preco'
import { importAction } from '../../cadastros/importacao/importacao'
import { mayCreate } from '../../app/access'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import type { ChipState } from '../../ui/chip'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { SavedView } from '../../ui/table/table-state'
import type { TableAction } from '../../ui/table/verbs'
import { CopyDialog } from './copy-dialog'
import { whyNotToday } from './holding'
import { pricesPath } from './paths'

const { Field, column, defaults } = fieldsOf(tabelaPrecoFields)

const one = (rows: readonly Row[]): string | undefined => (rows.length === 1 ? undefined : 'Selecione uma tabela só.')

/** Does it hold today? */
function holding(row: Row): ChipState {
  const why = whyNotToday(row)
  return why === undefined
    ? { word: 'Vigente', hue: 'verde', mark: 'check' }
    : { word: why[0]?.toUpperCase() + why.slice(1), hue: 'cinza', mark: 'dash' }
}

const columns: readonly Column[] = [
  column('descricao'),
  { field: 'vigencia', label: 'Vigência', kind: 'chip', width: 200, sort: false, filter: 'none', chip: holding },
  column('dInicio', { width: 110 }),
  column('dFim', { width: 110 }),
  column('pMargem', { label: 'Margem %', width: 120 }),
  column('pMarkup', { label: 'Markup %', width: 120 }),
  column('tabela_base.descricao', { label: 'Copiada de', width: 160, hidden: true }),
  column('padrao', { label: 'Padrão', width: 100 }),
  column('ativo', { width: 100 }),
]

const views: readonly SavedView[] = [
  { name: 'Vigentes', custom: { vigente: true } },
  { name: 'Fora de vigência', custom: { vigente: false } },
]

function TabelasPreco(): ReactElement {
  useSignals()
  const [copying, setCopying] = useState<Row | null>(null)
  const first = (rows: readonly Row[], then: (row: Row) => void): void => {
    const [row] = rows
    if (row !== undefined) then(row)
  }
  const prices: TableAction = {
    label: 'Preços da tabela',
    icon: 'money',
    reason: one,
    run: (rows) => first(rows, ({ id }) => open(pricesPath(id))),
  }
  const copy: TableAction = {
    label: 'Copiar com os preços',
    icon: 'copy',
    reason: one,
    run: (rows) => first(rows, setCopying),
  }
  const actions = [prices, ...(mayCreate(rights.value, 'tabela_preco') ? [copy] : []), importAction('precos')]
  return (
    <>
      <ResourceTable
        resource="comercial/tabela_preco"
        columns={columns}
        views={views}
        actions={actions}
        sort={{ field: 'descricao', desc: false }}
      />
      {copying === null ? null : (
        <CopyDialog table={copying} onClose={() => setCopying(null)} onCopied={(id) => open(pricesPath(id))} />
      )}
    </>
  )
}

export function TabelaPrecoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="comercial/tabela_preco" name="Tabela de preço" defaults={defaults}>
      <Field name="descricao" span={12} />
      <Field name="dInicio" span={6} />
      <Field name="dFim" span={6} />
      <Field name="pMargem" span={6} />
      <Field name="pMarkup" span={6} />
      <Field name="padrao" span={6} />
      <Field name="ativo" span={6} />
    </ResourceForm>
  )
}

export const tabelaPreco = screen({
  path: '/ui/comercial/tabela_preco',
  title: 'Tabelas de Preço',
  area: 'Comercial',
  register: true,
  right: 'tabela_preco',
  component: TabelasPreco,
  modals: { 'edit/:tabela_preco_id': { component: TabelaPrecoForm, size: 'md' } },
})
