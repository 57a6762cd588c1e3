import { REASONS } from '../../banking/dda-match'
import { f } from '../field'
import { empresaId, slipLine, taxId } from '../kit'

/** Slips that others registered against the company (document 3, N3-010), as a sweep of the DDA tells them or somebody types them. */

export const DDA = { A_LIGAR: 1, LIGADO: 2, AGENDADO: 3, FRAUDE: 5, RECUSADO: 9 } as const

const DDA_STATES = {
  [DDA.A_LIGAR]: 'A ligar',
  [DDA.LIGADO]: 'Ligado',
  [DDA.AGENDADO]: 'Agendado',
  [DDA.FRAUDE]: 'Possível fraude',
  [DDA.RECUSADO]: 'Recusado',
}

const SITUACAO = `case when "dhRecusa" is not null then ${DDA.RECUSADO} when "contas_pagar_id" is not null and "dAgendado" is not null then ${DDA.AGENDADO}
  when "contas_pagar_id" is not null then ${DDA.LIGADO} when "fraude" then ${DDA.FRAUDE} else ${DDA.A_LIGAR} end`

const PODE_LOTE = `case when "contas_pagar_id" is not null and "dhRecusa" is null and not "fraude" and not "desconhecido" then 1 else 0 end`

/** The beginning of a tax id that all branches share; of a CPF, all of it. */
const root = (label: string) => f.text(label, { max: 14, format: 'code' })

export const boletoDdaFields = {
  empresa_id: empresaId(),
  linha_digitavel: slipLine('Linha digitável').required(),
  codigo_barras: f.text('Código de barras', { max: 44, format: 'code' }).computed(),
  banco: f.text('Banco emissor', { max: 3, format: 'code' }).computed(),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor', { doc: 'Vazio: o do CNPJ do emissor; ligado: o da conta a pagar' }),
  issuerTaxId: taxId('CNPJ / CPF do emissor'),
  xEmissor: f.text('Emissor', { max: 120 }),
  issuerActivity: f.text('Atividade do emissor', { max: 120 }),
  sacadorTaxId: taxId('CNPJ / CPF do sacador', 'Quem vendeu a cobrança ao emissor'),
  xSacador: f.text('Sacador', { max: 120 }),
  numero_documento: f.text('Número do documento', { max: 60 }),
  dueDate: f.date('Vencimento', { doc: 'Vazio: o do código' }),
  issueDate: f.date('Emissão'),
  cost: f.money('Valor', { min: 0, doc: 'Vazio: o do código' }).default(0).summed(),
  vAbatimento: f.money('Abatimento', { min: 0 }).default(0),
  vDesconto: f.money('Desconto', { min: 0 }).default(0),
  dDesconto: f.date('Desconto até'),
  vMulta: f.money('Multa', { min: 0, doc: 'Depois do vencimento' }).default(0),
  vJurosDia: f.money('Juros por dia', { min: 0, doc: 'De atraso' }).default(0),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'O banco que o disse' }),
  mensagem: f.text('Mensagem do emissor', { max: 200 }),
  contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar').computed(),
  ligado_por: f.choice('Ligado por', REASONS).computed(),
  nfe_compra_id: f.ref('Espera a nota', 'nfe_compra', { trace: true }).computed(),
  desconhecido: f.boolean('Emissor desconhecido').default(false).computed(),
  fraude: f.boolean('Possível fraude').default(false).computed(),
  motivo: f.text('Por quê', { max: 300, doc: 'O que falta para ligar, ou por que se desconfia' }).computed(),
  xRecusa: f.text('Motivo da recusa', { max: 300 }).computed(),
  dhRecusa: f.datetime('Recusado em').computed(),
  dAgendado: f.date('Agendado para').computed(),
  situacao: f.generated('Situação', SITUACAO, { words: DDA_STATES }),
  pode_lote: f.generated('Pode em lote', PODE_LOTE, {
    words: { 0: 'Não', 1: 'Sim' },
    doc: 'Ligado, de emissor conhecido e sem desconfiança: pode ser aprovado com outros',
  }),
  arquivo: f.text('Arquivo', { max: 200, doc: 'O último que o disse' }).computed(),
  movimento: f.text('Movimento', { max: 2, format: 'code', doc: 'O código do banco' }).computed(),
  raiz: root('Raiz do emissor').computed(),
  raiz_sacador: root('Raiz do sacador').computed(),
  so_proposta: f.boolean('Não liga por si', { doc: 'Alguém já o desligou ou recusou' }).default(false).computed(),
  pos_codigo: f.boolean('A linha foi posta na conta por ele').default(false).computed(),
  tpPagamento_antes: f.integer('Pagar por, antes').computed(),
  user_id: f.author('Incluído por'),
}

/** Who collects for a supplier: learned from a slip that somebody linked. */
export const boletoDdaAliasFields = {
  empresa_id: empresaId(),
  raiz: root('Raiz do emissor').required(),
  xEmissor: f.text('Emissor', { max: 120 }),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  user_id: f.author('Aprendido de'),
}

/** What is asked before a slip is refused. */
export const recusaFields = { motivo: f.text('Por que é recusado', { max: 300 }).required() }

/** What the payable of a slip is opened with. */
export const abreContaFields = {
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').required(),
  plano_conta_id: f.ref('Conta de resultado', 'plano_conta'),
  numero: f.text('Número', { max: 60 }),
  descricao: f.text('Descrição', { max: 200 }),
}

/** When a slip is paid. */
export const agendaFields = { dPagamento: f.date('Dia do pagamento').required() }

/** Of which payable a slip is, where nothing proposes it. */
export const vinculaContaFields = { contas_pagar_id: f.ref('Conta a pagar', 'contas_pagar').required() }
