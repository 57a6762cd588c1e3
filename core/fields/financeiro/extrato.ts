import { f } from '../field'
import { empresaId } from '../kit'

/** A file of a bank statement that was read in. */
export const extratoArquivoFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco').required(),
  arquivo: f.text('Arquivo', { max: 200 }).required(),
  formato: f.choice('Formato', { ofx: 'OFX', cnab240: 'CNAB 240' }).required(),
  dInicio: f.date('De'),
  dFim: f.date('Até'),
  dSaldo: f.date('Saldo em'),
  vSaldo: f.money('Saldo no banco'),
  qLinhas: f.integer('Lançamentos', { min: 0 }).default(0),
  qNovas: f.integer('Novos', { min: 0 }).default(0),
  qConhecidas: f.integer('Já conhecidos', { min: 0, doc: 'Vieram antes, em outro arquivo' }).default(0),
  faltas: f.json('O que não pôde ser lido', { large: true }),
  qFaltas: f.integer('Não lidos', { min: 0 }).default(0),
  dhDesfeito: f.datetime('Importação desfeita em'),
  user_id: f.author('Importado por'),
}

/** A line of a bank statement (document 3: extrato_lancamento, positive is received, negative paid). */
export const extratoBancoFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco').required('Selecione a "Conta Caixa"'),
  extrato_arquivo_id: f
    .ref('Arquivo', 'extrato_arquivo', { doc: 'De que arquivo veio; nenhum, se lançada à mão' })
    .computed(),
  dMovimento: f.date('Data').required(),
  amount: f.money('Valor', { doc: 'Positivo entra, negativo sai' }).required().summed(),
  memo: f.text('Histórico', { max: 255 }).required(),
  fitid: f.text('Número no banco', { max: 255 }).computed(),
  tipo: f.text('Tipo', { max: 60 }).computed(),
  documento: f.text('Documento', { max: 255 }).computed(),
  chave: f.text('Chave', { max: 255, doc: 'Pela qual a linha é conhecida se vier de novo' }).computed(),
  esqueleto: f
    .text('O que diz', { max: 255, doc: 'O histórico sem números e datas, pelo qual regras o conhecem' })
    .computed(),
  vConciliado: f.money('Conciliado').default(0).computed().summed(),
  par_id: f
    .ref('Linha do estorno', 'extrato_banco', { doc: 'Com a qual o banco a desfez, ou que ela desfaz' })
    .computed(),
}

/** What a match is of. */
export const MATCH_KINDS = {
  titulo: 'Conta',
  titulos: 'Contas',
  lote: 'Lote',
  caixa: 'Lançamento do caixa',
  regra: 'Regra',
  transferencia: 'Transferência',
  lancamento: 'Lançamento novo',
  estorno: 'Estorno do banco',
} as const

export type MatchKind = keyof typeof MATCH_KINDS

/** What of a line is what of a fact on its account: a link beside both, which changes neither. */
export const extratoVinculoFields = {
  empresa_id: empresaId(),
  extrato_banco_id: f.ref('Linha do extrato', 'extrato_banco').required(),
  banco_id: f.ref('Conta caixa', 'banco').required(),
  lancamento_id: f.ref('Fato', 'lancamento').required(),
  valor: f.money('Valor', { doc: 'Com o sinal da linha' }).required().summed(),
  tipo: f.choice('Conciliada com', MATCH_KINDS).required(),
  criado: f.boolean('Fez o fato', { doc: 'Desfazer estorna o fato que a conciliação fez' }).default(false),
  automatico: f.boolean('Por si', { doc: 'Ninguém confirmou: os pontos bastaram' }).default(false),
  score: f.integer('Pontos', { min: 0 }),
  razoes: f.json('Razões'),
  regra_id: f.ref('Regra', 'conciliacao_regra'),
  regra_versao: f.integer('Versão da regra'),
  contas_receber_id: f.ref('Conta a receber que abriu', 'contas_receber', { trace: true }),
  contas_pagar_id: f.ref('Conta a pagar que abriu', 'contas_pagar', { trace: true }),
  dhDesfeito: f.datetime('Desfeito em'),
  desfeito_por_id: f.ref('Desfeito por', 'user'),
  user_id: f.author('Conciliado por'),
}
