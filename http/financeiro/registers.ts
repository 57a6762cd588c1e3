import { sql } from 'drizzle-orm'
import { f } from '../platform/fields'
import { empresaId } from '../platform/kit'
import { resource } from '../platform/resource'
import { may } from '../platform/rights'

/** Payment methods. */
export const pagamento = resource({
  name: 'pagamento',
  paths: ['financeiro/pagamentos', 'pagamento', 'configuracao/pagamento'],
  title: 'Forma de pagamento',
  right: 'pagamento',
  open: true,
  company: 'optional',
  fields: {
    empresa_id: f.ref('Empresa', 'empresa'),
    descricao: f.text('Descrição', { max: 60 }).required(),
    tPag: f.text('Meio de pagamento na NF-e', { max: 2, doc: 'Tabela tPag da NF-e' }).default('99'),
    emite_boleto: f.integer('Emite boleto', { options: [0, 1] }).default(0),
    maxInstallments: f.integer('Máximo de parcelas', { min: 1, max: 120 }).default(1),
    installmentType: f.integer('Tipo de parcelamento', { options: [1, 2] }).default(2),
    baixaCaixaAutomatico: f.integer('Baixa automática no caixa', { options: [0, 1] }).default(0),
    tpIntegracao: f.integer('Integração', { options: [1, 2] }).default(1),
    parcelaDiaUtil: f.integer('Vencimento em dia útil', { options: [0, 1] }).default(0),
    ativo: f.boolean('Ativo').default(true),
  },
  search: ['descricao'],
  display: ['descricao', 'maxInstallments', 'parcelaDiaUtil'],
})

/** What both kinds of titles hold. */
const title = () => ({
  empresa_id: empresaId(),
  documento: f.text('Documento', { max: 40, doc: 'Nome do recurso que gerou o título' }).computed(),
  documento_id: f.integer('Número do documento').computed(),
  numero: f.text('Número', { max: 60 }),
  parcela: f.integer('Parcela', { min: 1 }).default(1),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
  dEmissao: f.date('Emissão').required(),
  dVencimento: f.date('Vencimento').required(),
  vDup: f.money('Valor', { min: 0.01 }).required(),
  vPago: f.money('Pago').default(0).computed(),
  dhCancelamento: f.datetime('Cancelado em').computed(),
  vSaldo: f.money('Saldo').default(0).computed(),
  uuid: f.text('Identificador', { max: 40 }).computed(),
  obs: f.text('Observações', { max: 500 }),
})

export const contasReceber = resource({
  name: 'contas_receber',
  paths: ['financeiro/contas_receber', 'contas_receber'],
  title: 'Conta a receber',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: { ...title(), cliente_id: f.ref('Cliente', 'cliente').required() },
  search: ['numero', 'cliente_id.xNome'],
  display: ['numero', 'vDup', 'vSaldo'],
  indexes: [
    ['empresa_id', 'dVencimento'],
    ['documento', 'documento_id'],
  ],
})

export const contasPagar = resource({
  name: 'contas_pagar',
  paths: ['financeiro/contas_pagar', 'contas_pagar'],
  title: 'Conta a pagar',
  right: 'contas_pagar',
  readOnly: true,
  company: 'own',
  fields: { ...title(), fornecedor_id: f.ref('Fornecedor', 'fornecedor').required() },
  search: ['numero', 'fornecedor_id.xNome'],
  display: ['numero', 'vDup', 'vSaldo'],
  indexes: [
    ['empresa_id', 'dVencimento'],
    ['documento', 'documento_id'],
  ],
})

/** The money ledger of titles: one row an event, added and never changed. The sum of a title's rows is its balance. */
export const movimentoFinanceiro = resource({
  name: 'movimento_financeiro',
  paths: ['financeiro/movimento'],
  title: 'Movimento financeiro',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
    contas_receber_id: f.ref('Conta a receber', 'contas_receber'),
    contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar'),
    evento: f.choice('Evento', ['abertura', 'baixa', 'estorno', 'cancelamento']).required(),
    valor: f.money('Valor', { doc: 'Positivo aumenta o saldo do título' }).required(),
    user_id: f.ref('Usuário', 'user'),
  },
  search: ['evento'],
  display: ['evento', 'valor'],
  // What is owed to others shows to those who may see what is owed.
  visible: (ctx) => (may(ctx, contasPagar, 'read') ? sql`true` : sql`t.contas_pagar_id is null`),
})
