import {
  bancoFields,
  caixaLancamentoFields,
  centroCustoFields,
  centroResultadoFields,
  financeiroFechamentoFields,
  planoContaFields,
  saldoInicialFields,
} from '../../core/fields/financeiro/caixa'
import { sql } from 'drizzle-orm'
import { bears } from '../documents/steps'
import { resource } from '../platform/resource'
import { isGiven } from '../platform/secrets'
import { accountHooks } from './account-hooks'
import { entryHooks } from './entry-hooks'
import { planHooks } from './plan-hooks'

/** What money is booked to, where it is, and what became of it. */

/** The chart of accounts, common to all companies (N3-024, S3-015). */
export const planoConta = resource({
  name: 'plano_conta',
  paths: ['financeiro/plano_contas', 'plano_conta', 'financeiro/plano_conta'],
  title: 'Conta do plano',
  right: 'contas_pagar',
  open: true,
  company: 'none',
  fields: planoContaFields,
  search: ['descricao', 'codigo'],
  display: ['codigo', 'descricao'],
  unique: [['codigo'], ['uso']],
  defaultOrder: 'codigo',
  custom: {
    /** By the first digits of their codes: `23` for what is paid, `45` for what is received (R3-175). */
    raizes: (value) => sql`strpos(${String(value)}, left(t.codigo, 1)) > 0`,
  },
  hooks: planHooks,
})

export const centroCusto = resource({
  name: 'centro_custo',
  paths: ['financeiro/centro_custo', 'financeiro/centro_custos', 'centro_custo'],
  title: 'Centro de custo',
  right: 'centro_custos',
  open: true,
  company: 'none',
  fields: centroCustoFields,
  search: ['descricao', 'codigo'],
  display: ['descricao'],
})

export const centroResultado = resource({
  name: 'centro_resultado',
  paths: ['financeiro/centro_resultado', 'financeiro/centro_resultados', 'centro_resultado'],
  title: 'Centro de resultado',
  right: 'centro_resultados',
  open: true,
  company: 'none',
  fields: centroResultadoFields,
  search: ['descricao', 'codigo'],
  display: ['descricao'],
})

/** Cash accounts: drawers and accounts at banks. A balance is the sum of the account's rows; what it began with is one of them. */
export const banco = resource({
  name: 'banco',
  paths: ['financeiro/banco', 'financeiro/conta_caixa', 'banco'],
  title: 'Conta caixa',
  right: 'conta_caixa',
  open: true,
  company: 'own',
  fields: { ...bancoFields, vSaldo: bancoFields.vSaldo.guarded('fluxo_caixa') },
  computed: {
    transmissao_senha_definida: isGiven('banco', 'transmissao_senha', 'Senha da transmissão informada'),
    transmissao_chave_definida: isGiven('banco', 'transmissao_chave', 'Chave da transmissão informada'),
  },
  beside: saldoInicialFields,
  search: ['descricao', 'conta'],
  display: ['descricao'],
  hooks: accountHooks,
})

bears(banco)

/** The cash ledger: what went into an account, or out of it. Rows are added, never changed. */
export const caixaLancamento = resource({
  name: 'caixa_lancamento',
  paths: ['financeiro/caixa_lancamento', 'financeiro/fluxo_caixa', 'caixa_lancamento'],
  title: 'Lançamento de caixa',
  right: 'fluxo_caixa',
  company: 'own',
  fields: caixaLancamentoFields,
  search: ['descricao'],
  display: ['evento', 'vLancamento'],
  unique: [['estorno_de']],
  indexes: [['banco_id', 'dMovimento', 'id']],
  defaultOrder: 'dMovimento',
  hooks: entryHooks,
})

/** Months that are closed: the latest that was not opened again counts. */
export const financeiroFechamento = resource({
  name: 'financeiro_fechamento',
  paths: ['financeiro/fechamento', 'financeiro_fechamento'],
  title: 'Fechamento do mês',
  right: 'fluxo_caixa',
  readOnly: true,
  company: 'own',
  fields: financeiroFechamentoFields,
  search: [],
  display: ['ate'],
  indexes: [['empresa_id', 'ate']],
})
