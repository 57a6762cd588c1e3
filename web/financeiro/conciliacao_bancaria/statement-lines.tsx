import type { ReactElement } from 'react'
import { extratoArquivoFields, extratoBancoFields } from '../../../core/fields/financeiro/extrato'
import { extratoBancoLife } from '../../../core/lifecycle/extrato'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { fieldsOf } from '../../ui/fields-of'
import { ResourceForm } from '../../ui/form/resource-form'
import { counted } from '../../ui/format'
import { isRecord, isSet, numberOf, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'

/** Lines of statements wherever they stand, and the files that brought them: what was done to either is taken back here. */

const KIND: DocumentKind = {
  life: extratoBancoLife,
  resource: 'financeiro/extrato_banco',
  name: 'extrato_banco',
  right: 'conciliacao_bancaria',
}

const line = fieldsOf(extratoBancoFields, extratoBancoLife)
const lineColumns: readonly Column[] = [
  line.column('dMovimento', { width: 110, card: 'sub' }),
  line.column('banco.descricao', { label: 'Conta caixa', width: 160 }),
  line.column('memo', { card: 'title' }),
  line.column('documento', { width: 140, card: 'none' }),
  line.column('amount', { width: 130, card: 'value' }),
  line.column('vConciliado', { width: 130, hidden: true }),
  line.column('xMotivoIgnorada', { width: 200, hidden: true }),
]

const LINES = {
  text: 'As linhas vêm com os extratos que são carregados na conciliação da conta.',
  to: { path: '/ui/financeiro/conciliacao_bancaria', label: 'Abrir a conciliação' },
}

export const Lines = (): ReactElement => (
  <DocumentTable
    kind={KIND}
    columns={lineColumns}
    sort={{ field: 'dMovimento', desc: true }}
    stateWidth={130}
    empty={LINES}
  />
)

/** A line by hand, where the bank gives no file; one of a file is as the bank said it. */
export function LineForm(modal: ModalProps): ReactElement {
  const { Field, ReferenceField, defaults } = line
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Linha do extrato"
      life={KIND.life}
      defaults={defaults}
      actions={<LifeBar kind={KIND} />}
    >
      <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
      <Field name="dMovimento" span={3} />
      <Field name="amount" span={3} />
      <Field name="memo" span={12} />
      <Field name="vConciliado" span={3} />
      <Field name="xMotivoIgnorada" disabled span={9} />
    </ResourceForm>
  )
}

const FILES = 'financeiro/extrato_arquivo'
const file = fieldsOf(extratoArquivoFields)
const fileColumns: readonly Column[] = [
  file.column('arquivo', { card: 'title' }),
  file.column('banco.descricao', { label: 'Conta caixa', width: 160 }),
  file.column('dInicio', { width: 110 }),
  file.column('dFim', { width: 110, card: 'sub' }),
  file.column('qNovas', { width: 90, card: 'value' }),
  file.column('qConhecidas', { width: 120 }),
  file.column('qFaltas', { width: 100 }),
  file.column('vSaldo', { width: 140 }),
  file.column('dhDesfeito', { width: 200 }),
]

const whyNotUndone = (rows: readonly Row[]): string | undefined =>
  rows.length !== 1
    ? 'Selecione um arquivo.'
    : isSet(rows[0]?.dhDesfeito)
      ? 'A importação deste arquivo já foi desfeita.'
      : undefined

async function undo([row]: readonly Row[]): Promise<void> {
  if (row === undefined) return
  const yes = await confirm({
    title: 'Desfazer a importação?',
    text: textOf(row.arquivo),
    details: ['Saem as linhas que ninguém conciliou nem ignorou; as outras ficam.'],
    action: 'Desfazer a importação',
    danger: true,
  })
  if (!yes) return
  try {
    const answer = await post(`${FILES}/${row.id}/desfaz`)
    const [gone, kept] = isRecord(answer) ? [numberOf(answer.removidas) ?? 0, numberOf(answer.ficam) ?? 0] : [0, 0]
    toast.success(`${counted(gone, 'linha saiu', 'linhas saíram')}${kept > 0 ? `, ${kept} ficam` : ''}.`)
    announce('extrato_arquivo')
    announce('extrato_banco')
  } catch (error) {
    toast.error(error)
  }
}

const fileActions: readonly TableAction[] = [
  {
    label: 'Desfazer a importação',
    danger: true,
    right: 'conciliacao_bancaria',
    reason: whyNotUndone,
    run: undo,
  },
]

const FILE_VIEWS = [
  { name: 'Importados', where: { dhDesfeito: null } },
  { name: 'Todos', where: {} },
]

export const Files = (): ReactElement => (
  <ResourceTable
    resource={FILES}
    columns={fileColumns}
    views={FILE_VIEWS}
    create={false}
    path={false}
    deletable={false}
    actions={fileActions}
    empty={{ text: 'Nenhum extrato foi carregado.', to: LINES.to }}
  />
)
