import { f } from '../field'
import { empresaId } from '../kit'
import { contaPagadoraFields } from './remessa-pagamento'
import { transmissaoFields } from './transmissao'

/** To what use an account of the plan is put by the program: where interest, fines, discounts and bank fees are booked. */
export const PLANO_USOS = {
  juros: 'Juros',
  multa: 'Multas',
  desconto: 'Descontos',
  tarifa: 'Tarifas bancárias',
} as const

const CODE = /^[1-9]\d{0,9}(\.\d{1,10}){0,6}$/

/** The chart of accounts: codes by level, 1 to 5 at the top; 3 is expense, 4 is revenue (document 3). */
export const planoContaFields = {
  codigo: f
    .text('Código', {
      max: 30,
      normalize: (text) =>
        CODE.test(text) ? { ok: text } : { error: 'Use números separados por pontos, como 3.1.02.' },
    })
    .required('Informe o código'),
  descricao: f.text('Descrição', { max: 80 }).required('Informe uma descrição'),
  uso: f.choice('Uso', PLANO_USOS, { doc: 'Onde o programa lança o que ninguém classifica à mão' }),
  ativo: f.boolean('Ativa').default(true),
}

export const centroCustoFields = {
  codigo: f.text('Código', { max: 20 }),
  descricao: f.text('Descrição', { max: 80 }).required(),
  ativo: f.boolean('Ativo').default(true),
}

export const centroResultadoFields = { ...centroCustoFields }

/** A cash account: a drawer, or an account at a bank. */
export const bancoFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 60 }).required(),
  tipo: f.option('Tipo', { 1: 'Caixa', 2: 'Conta bancária', 3: 'Cartão', 4: 'Investimento' }).default(1),
  codigo: f.text('Banco', { max: 3, format: 'code', doc: 'Código de compensação' }),
  agencia: f.text('Agência', { max: 10 }),
  conta: f.text('Conta', { max: 20 }),
  plano_conta_id: f.ref('Conta de resultado das tarifas', 'plano_conta', {
    doc: 'A conta de uso Tarifas do plano, se vazia',
  }),
  padrao: f
    .boolean('Usual', { doc: 'Recebe o que é baixado por si, onde a forma de pagamento não diz outra' })
    .default(false),
  ativo: f.boolean('Ativa').default(true),
  ...contaPagadoraFields,
  ...transmissaoFields,
  vSaldo: f.money('Saldo').default(0).computed().summed(),
}

/** What a new cash account begins with: a row of its ledger. */
export const saldoInicialFields = {
  vSaldoInicial: f.money('Saldo inicial'),
  dSaldoInicial: f.date('Em'),
}

/** What a row of the cash ledger is. */
export const CASH_EVENTS = {
  saldo_inicial: 'Saldo inicial',
  baixa: 'Baixa',
  tarifa: 'Tarifa',
  transferencia: 'Transferência',
  lancamento: 'Lançamento',
  devolucao: 'Devolução de crédito',
  reembolso: 'Reembolso',
} as const

export type CashEvent = keyof typeof CASH_EVENTS

export const caixaLancamentoFields = {
  empresa_id: empresaId(),
  lancamento_id: f.ref('Passo', 'lancamento', { doc: 'O passo que o fez' }).required().computed(),
  banco_id: f.ref('Conta caixa', 'banco').required(),
  evento: f.choice('Evento', CASH_EVENTS).default('lancamento').computed(),
  dMovimento: f.date('Data').required(),
  vLancamento: f.money('Valor', { doc: 'Positivo entra, negativo sai' }).required().summed(),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta'),
  centro_resultado_id: f.ref('Centro de resultado', 'centro_resultado'),
  contas_receber_id: f.ref('Conta a receber', 'contas_receber').computed(),
  contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar').computed(),
  descricao: f.text('Descrição', { max: 200 }),
  estorno_de: f.ref('Estorno de', 'caixa_lancamento', { doc: 'A linha que esta desfaz' }).computed(),
  user_id: f.author('Usuário'),
}

/** A month that is closed: nothing is dated in it, or before, any more. */
export const financeiroFechamentoFields = {
  empresa_id: empresaId(),
  ate: f.date('Fechado até', { doc: 'O último dia do mês' }).required(),
  dhFechamento: f.datetime('Fechado em').required(),
  user_id: f.author('Fechado por'),
  xPendencias: f.text('Pendências ao fechar', { max: 2000, doc: 'O que não estava em zero' }),
  xMotivoPendencias: f.text('Motivo das pendências', { max: 500 }),
  dhReabertura: f.datetime('Reaberto em'),
  reaberto_por_id: f.ref('Reaberto por', 'user'),
  xMotivoReabertura: f.text('Motivo da reabertura', { max: 500 }),
}
