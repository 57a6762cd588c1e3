import {
  conciliacaoFields,
  conciliacaoRecebimentoFields,
  conciliacaoVendaFields,
} from '../../../core/fields/financeiro/conciliacao'
import { type RecordOf, resource } from '../../platform/resource'
import { depositHooks, headHooks, rowHooks } from './hooks'

/** Reconciliation of cards: files of acquirers, their rows, and the deposits that those are in (N3-013 to N3-015). */

export const conciliacao = resource({
  name: 'conciliacao',
  paths: ['financeiro/conciliacao', 'conciliacao'],
  title: 'Conciliação de cartões',
  right: 'conciliacao',
  company: 'own',
  fields: conciliacaoFields,
  search: ['arquivo', 'merchant'],
  display: ['acquirer', 'begin_date', 'arquivo'],
  indexes: [['empresa_id', 'begin_date']],
  hooks: headHooks,
})

export const conciliacaoRecebimento = resource({
  name: 'conciliacao_recebimento',
  paths: ['financeiro/conciliacao_recebimento', 'conciliacao_recebimento'],
  title: 'Recebimento de cartões',
  right: 'conciliacao',
  company: 'own',
  fields: conciliacaoRecebimentoFields,
  search: ['brand', 'account'],
  display: ['payment_date', 'brand', 'net_amount'],
  unique: [['empresa_id', 'chave']],
  indexes: [['empresa_id', 'payment_date']],
  parent: { resource: 'conciliacao', field: 'conciliacao_id', list: 'recebimentos', apart: 'shown' },
  hooks: depositHooks,
})

export const conciliacaoVenda = resource({
  name: 'conciliacao_venda',
  paths: ['financeiro/conciliacao_venda', 'conciliacao_venda'],
  title: 'Registro de cartão',
  right: 'conciliacao_venda',
  company: 'own',
  fields: conciliacaoVendaFields,
  search: ['nsu', 'authorization_code', 'description', 'card_number'],
  display: ['kind', 'nsu', 'batch_gross_amount', 'sale_date'],
  unique: [['empresa_id', 'chave']],
  indexes: [['empresa_id', 'status', 'sale_date']],
  parent: { resource: 'conciliacao', field: 'conciliacao_id', list: 'conciliacao_venda_list', apart: 'shown' },
  hooks: rowHooks,
})

export type Deposit = RecordOf<typeof conciliacaoRecebimento>
export type CardRowRecord = RecordOf<typeof conciliacaoVenda>
