import { useState, type ReactElement } from 'react'
import { conciliacaoBancariaFields, conciliacaoRegraFields } from '../../../core/fields/financeiro/conciliacao-bancaria'
import { conciliacaoBancariaLife } from '../../../core/lifecycle/conciliacao-bancaria'
import { open } from '../../app/navigation'
import { screen } from '../../app/registry'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { DropArea, FileButton } from '../../ui/drop-area'
import { fieldsOf } from '../../ui/fields-of'
import { lazyModal } from '../../ui/lazy-modal'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { loadFiles } from './load-files'

const KIND: DocumentKind = {
  life: conciliacaoBancariaLife,
  resource: 'financeiro/conciliacao_bancaria',
  name: 'conciliacao_bancaria',
  right: 'conciliacao_bancaria',
}

const { column } = fieldsOf(conciliacaoBancariaFields, conciliacaoBancariaLife)
const columns: readonly Column[] = [
  column('banco.descricao', { label: 'Conta caixa', card: 'title' }),
  column('dInicio', { width: 110 }),
  column('dFim', { width: 110, card: 'sub' }),
  column('vSaldoLido', { width: 150, card: 'value' }),
  column('vDiferenca', { width: 130 }),
]

const EMPTY = {
  text: 'Solte aqui o extrato do banco (OFX ou CNAB 240): a conciliação da conta abre com as linhas dele.',
}

function List(): ReactElement {
  const [busy, setBusy] = useState(false)
  const load = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    const id = await loadFiles(`${KIND.resource}/upload`, files)
    setBusy(false)
    if (id !== null) open(`/ui/${KIND.resource}/edit/${id}`)
  }
  return (
    <DropArea text="Solte o extrato para conciliar" onFiles={(files) => void load(files)}>
      <DocumentTable
        kind={KIND}
        columns={columns}
        empty={EMPTY}
        stateWidth={130}
        toolbar={
          <FileButton
            label={busy ? 'Carregando…' : 'Carregar extrato'}
            accept=".ofx,.ofc,.ret,.txt"
            onFiles={(files) => void load(files)}
          />
        }
      />
    </DropArea>
  )
}

const Modal = lazyModal(async () => (await import('./session-modal')).SessionModal)

export const conciliacaoBancaria = screen({
  path: '/ui/financeiro/conciliacao_bancaria',
  title: 'Conciliação Bancária',
  area: 'Financeiro',
  right: 'conciliacao_bancaria',
  component: List,
  modals: { 'edit/:id': { component: Modal, size: 'full' } },
})

const rule = fieldsOf(conciliacaoRegraFields)
const ruleColumns: readonly Column[] = [
  rule.column('padrao', { card: 'title' }),
  rule.column('sinal', { width: 90 }),
  rule.column('banco.descricao', { label: 'Conta caixa', width: 150 }),
  rule.column('plano_conta.descricao', { label: 'Conta de resultado', width: 170 }),
  rule.column('cliente.xNome', { label: 'Cliente', width: 150 }),
  rule.column('fornecedor.xNome', { label: 'Fornecedor', width: 150 }),
  rule.column('automatica', { width: 110 }),
  rule.column('ativa', { width: 80 }),
  rule.column('dhRemovida', { width: 130, hidden: true }),
]

const RULES = {
  text: 'Regras nascem da conciliação: quando três linhas que dizem o mesmo têm o mesmo destino, uma é oferecida.',
  to: { path: '/ui/financeiro/conciliacao_bancaria', label: 'Abrir a conciliação' },
}
const RULE_VIEWS = [
  { name: 'Em uso', where: { dhRemovida: null } },
  { name: 'Que agem por si', where: { dhRemovida: null, automatica: true } },
]

const Rules = (): ReactElement => (
  <ResourceTable
    resource="financeiro/conciliacao_regra"
    columns={ruleColumns}
    views={RULE_VIEWS}
    deletable={false}
    empty={RULES}
  />
)

const Uses = lazyModal(async () => (await import('./rule-form')).RuleForm)

export const conciliacaoRegra = screen({
  path: '/ui/financeiro/conciliacao_regra',
  title: 'Regras de Conciliação',
  area: 'Financeiro',
  right: 'conciliacao_bancaria',
  component: Rules,
  modals: { 'edit/:id': { component: Uses, size: 'lg' } },
})
