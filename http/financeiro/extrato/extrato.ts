import { extratoArquivoFields, extratoBancoFields, extratoVinculoFields } from '../../../core/fields/financeiro/extrato'
import { extratoBancoLife } from '../../../core/lifecycle/extrato'
import { type RecordOf, resource } from '../../platform/resource'
import { lineHooks } from './line-hooks'

/** What banks say: files, their lines, and what each line was matched with. */

export const extratoArquivo = resource({
  name: 'extrato_arquivo',
  paths: ['financeiro/extrato_arquivo', 'extrato_arquivo'],
  title: 'Arquivo de extrato',
  right: 'conciliacao_bancaria',
  readOnly: true,
  company: 'own',
  fields: extratoArquivoFields,
  search: ['arquivo'],
  display: ['arquivo'],
})

/** Lines of bank statements. One that came with a file is never deleted: it is matched, or ignored by whom and why (document 3, section 7). */
export const extratoBanco = resource({
  name: 'extrato_banco',
  paths: ['financeiro/extrato_banco', 'extrato_banco'],
  title: 'Linha do extrato',
  right: 'conciliacao_bancaria',
  company: 'own',
  fields: extratoBancoFields,
  life: extratoBancoLife,
  search: ['memo', 'documento'],
  display: ['dMovimento', 'amount', 'memo'],
  unique: [['banco_id', 'chave']],
  indexes: [
    ['banco_id', 'status', 'dMovimento', 'id'],
    ['empresa_id', 'status', 'dMovimento', 'id'],
    ['banco_id', 'esqueleto'],
  ],
  defaultOrder: 'dMovimento',
  hooks: lineHooks,
})

export type StatementLineRecord = RecordOf<typeof extratoBanco>

/** Matches: never changed but to be undone, and kept for what they tell of rules. */
export const extratoVinculo = resource({
  name: 'extrato_vinculo',
  paths: ['financeiro/extrato_vinculo', 'extrato_vinculo'],
  title: 'Conciliação de linha',
  right: 'conciliacao_bancaria',
  readOnly: true,
  company: 'own',
  fields: extratoVinculoFields,
  search: [],
  display: ['valor', 'tipo'],
  indexes: [['lancamento_id', 'banco_id']],
})
