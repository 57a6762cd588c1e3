import { conciliacaoBancariaFields, conciliacaoRegraFields } from '../../../core/fields/financeiro/conciliacao-bancaria'
import { conciliacaoBancariaLife } from '../../../core/lifecycle/conciliacao-bancaria'
import { type RecordOf, resource } from '../../platform/resource'
import { ruleHooks, sessionHooks } from './session-hooks'

/** Reconciliations of accounts, and what was learned by them. */

export const conciliacaoBancaria = resource({
  name: 'conciliacao_bancaria',
  paths: ['financeiro/conciliacao_bancaria', 'conciliacao_bancaria'],
  title: 'Conciliação bancária',
  right: 'conciliacao_bancaria',
  company: 'own',
  fields: conciliacaoBancariaFields,
  life: conciliacaoBancariaLife,
  search: ['banco_id.descricao'],
  display: ['dInicio', 'dFim'],
  defaultOrder: 'dFim',
  hooks: sessionHooks,
})

export type Session = RecordOf<typeof conciliacaoBancaria>

/** A rule is offered to people, switched by them and never deleted: one that was removed is not offered again. */
export const conciliacaoRegra = resource({
  name: 'conciliacao_regra',
  paths: ['financeiro/conciliacao_regra', 'conciliacao_regra'],
  title: 'Regra de conciliação',
  right: 'conciliacao_bancaria',
  company: 'own',
  fields: conciliacaoRegraFields,
  search: ['padrao'],
  display: ['padrao'],
  unique: [['banco_id', 'sinal', 'padrao']],
  hooks: ruleHooks,
})

export type Rule = RecordOf<typeof conciliacaoRegra>
