import { EVENTOS_PAGAMENTO } from '../../banking/pagamento/pagamento'
import { f } from '../field'
import { empresaId } from '../kit'
import { entregaFields } from './transmissao'

/** Payments that a bank is told to make (document 3, section 7): remittances, their items, files to the bank and back. */

/** Ways of paying that a file tells of a payable. */
export const FORMAS = {
  boleto: 'Boleto',
  guia: 'Conta ou tributo com código de barras',
  ted: 'TED',
  credito: 'Crédito em conta do próprio banco',
  pix_conta: 'Pix por agência e conta',
  pix: 'Pix por chave',
  pix_qr: 'Pix por QR Code',
} as const

export type FormaPagamento = keyof typeof FORMAS

/** What the specification says where nothing is chosen (M3-018). */
export const NONE_CHOSEN = 'Selecione uma conta para adicionar'

/** What a cash account has agreed on with its bank for payments, beside what it is. */
export const contaPagadoraFields = {
  limite_aprovacao: f.money('Aprovação por outra pessoa acima de', {
    min: 0,
    doc: 'De uma remessa de pagamentos; vazio: não há limite',
  }),
  pagamento_sequencia: f
    .integer('Última remessa de pagamentos', { min: 0, max: 999_999, doc: 'O número do último arquivo enviado' })
    .default(0),
  pagamento_convenio: f.text('Convênio de pagamentos', { max: 20, format: 'code', doc: 'Onde o banco pede um' }),
  pagamento_parametro: f.text('Parâmetro de transmissão', { max: 2, format: 'code', doc: 'Na Caixa' }),
  pagamento_compromisso: f.text('Compromisso', { max: 6, format: 'code', doc: 'Na Caixa: tipo e código' }),
}

export const remessaPagamentoFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco', { doc: 'A conta que paga' }).required(),
  descricao: f.text('Descrição', { max: 100 }),
  dPagamento: f.date('Data do pagamento').required(),
  sequencia: f.integer('Número', { doc: 'O do primeiro arquivo, na série da conta' }).computed(),
  aprovado_por_id: f.ref('Aprovada por', 'user').computed(),
  xDescarte: f.text('Por que o arquivo foi descartado', { max: 300 }).computed(),
  user_id: f.author('Incluída por'),
}

/** What the items of a remittance come to. */
export const remessaPagamentoSums = {
  qPagamentos: f.integer('Pagamentos'),
  vTotal: f.money('Valor'),
  vPago: f.money('Pago'),
  qEsperam: f.integer('Esperam', { doc: 'Sem resposta final do banco' }),
  qRecusados: f.integer('Recusados'),
}

/** Until when payables that may be added are due. */
export const contasAbertasFields = { ate: f.date('Vencem até').required() }

/** What discarding a file asks. */
export const descartaFields = {
  naoEnviada: f.boolean('O arquivo não foi enviado ao banco').default(false),
  xMotivo: f.text('Por que é descartado', { max: 300 }).required(),
}

/** What saying that the bank did not pay asks. */
export const semPagamentoFields = { xMotivo: f.text('Como se soube', { max: 250 }).required() }

/** Why a line is none of ours, or of which payment it is. */
export const ignoraPagamentoFields = { motivo: f.text('Por que não é nossa', { max: 300 }).required() }
export const vinculaPagamentoFields = {
  remessa_pagamento_conta_id: f.ref('Pagamento', 'remessa_pagamento_conta').required(),
}

/** What became of an item. */
export const ITEM = {
  RASCUNHO: 0,
  APROVADO: 1,
  EM_PROCESSAMENTO: 2,
  AGENDADO: 3,
  PAGO: 4,
  REJEITADO: 5,
  DEVOLVIDO: 6,
  CANCELADO: 9,
} as const

export const ITEM_STATES = {
  [ITEM.RASCUNHO]: 'Rascunho',
  [ITEM.APROVADO]: 'Aprovado',
  [ITEM.EM_PROCESSAMENTO]: 'Em processamento',
  [ITEM.AGENDADO]: 'Agendado',
  [ITEM.PAGO]: 'Pago',
  [ITEM.REJEITADO]: 'Rejeitado',
  [ITEM.DEVOLVIDO]: 'Devolvido',
  [ITEM.CANCELADO]: 'Cancelado',
}

/** The bank has it, and has not said what became of it. */
export const AT_BANK: readonly number[] = [ITEM.EM_PROCESSAMENTO, ITEM.AGENDADO]
/** It may still be paid: of a payable there is one. */
export const LIVE_ITEM: readonly number[] = [ITEM.RASCUNHO, ITEM.APROVADO, ...AT_BANK]
/** The payable is free, and the item may be tried again in another remittance. */
export const RETRIED: readonly number[] = [ITEM.REJEITADO, ITEM.DEVOLVIDO]

export const remessaPagamentoContaFields = {
  empresa_id: empresaId(),
  remessa_pagamento_id: f.ref('Remessa de pagamentos', 'remessa_pagamento').required(),
  conta_pagar_id: f.ref('Conta a pagar', 'contas_pagar').required(NONE_CHOSEN),
  fornecedor_id: f.ref('Fornecedor', 'fornecedor').computed(),
  forma: f.choice('Forma', FORMAS, { doc: 'Vazia: como a conta a pagar diz' }),
  valor: f.money('Valor', { min: 0, doc: 'O que se paga, com juros e desconto; vazio: o saldo' }).default(0).summed(),
  vJuros: f.money('Juros e multa', { min: 0, doc: 'Parte do valor' }).default(0),
  vDesc: f.money('Desconto', { min: 0, doc: 'Já fora do valor' }).default(0),
  fav_xNome: f.text('Favorecido', { max: 120 }).computed(),
  fav_CNPJ_CPF: f.text('CPF ou CNPJ do favorecido', { max: 14, format: 'code' }).computed(),
  fav_cBanco: f.text('Banco do favorecido', { max: 3, format: 'code' }).computed(),
  fav_xAgencia: f.text('Agência do favorecido', { max: 10 }).computed(),
  fav_xConta: f.text('Conta do favorecido', { max: 20 }).computed(),
  fav_pix: f.text('Pix do favorecido', { max: 2_000 }).computed(),
  linha_digitavel: f.text('Linha digitável', { max: 80, format: 'code' }).computed(),
  dVencimento: f.date('Vencimento').computed(),
  situacao: f.option('Situação', ITEM_STATES).default(ITEM.RASCUNHO).computed(),
  motivo: f.text('O que o banco disse', { max: 300 }).computed(),
  aviso: f.text('Atenção', { max: 300, doc: 'Os dados bancários do fornecedor mudaram há pouco' }).computed(),
  seu_numero: f.text('Seu número', { max: 20, format: 'code', doc: 'O que o banco devolve' }).computed(),
  nosso_numero: f.text('Número no banco', { max: 20, format: 'code' }).computed(),
  autenticacao: f.text('Autenticação', { max: 120, format: 'code' }).computed(),
  dEfetivacao: f.date('Efetivado em').computed(),
  vEfetivado: f.money('Efetivado').default(0).computed().summed(),
  arquivo_id: f.ref('Arquivo', 'remessa_pagamento_arquivo').computed(),
  repete_id: f.ref('Repete', 'remessa_pagamento_conta', { doc: 'O item recusado que este tenta de novo' }).computed(),
  pedido_por_id: f.ref('Pedido por', 'user', { doc: 'Quem incluiu ou mudou o pagamento por último' }).computed(),
  viva: f.generated(
    'Conta em pagamento',
    `case when situacao in (${LIVE_ITEM.join(', ')}) then conta_pagar_id else -id end`,
  ),
}

/** A file of a remittance, kept to the byte: some banks want Pix in one of its own. */
export const remessaPagamentoArquivoFields = {
  empresa_id: empresaId(),
  remessa_pagamento_id: f.ref('Remessa de pagamentos', 'remessa_pagamento').required(),
  banco_id: f.ref('Conta caixa', 'banco').required(),
  sequencia: f.integer('Número', { min: 1 }).required(),
  arquivo: f.text('Arquivo', { max: 60 }).required(),
  sha256: f.text('Conteúdo', { max: 64, format: 'code' }).required(),
  data: f.date('Data').required(),
  qPagamentos: f.integer('Pagamentos', { min: 0 }).default(0),
  vTotal: f.money('Valor').default(0).summed(),
  dhDescarte: f.datetime('Descartado em'),
  ...entregaFields,
  conteudo: f.text('Bytes', { max: 70_000_000, large: true, doc: 'Em base64' }).required(),
  user_id: f.author('Gerado por'),
}

export const RETORNO_PAGAMENTO_STATES = { 1: 'A baixar', 2: 'Com diferenças', 4: 'Lido' } as const

/** A file of the bank: what became of payments. */
export const retornoPagamentoFields = {
  empresa_id: empresaId(),
  banco_id: f.ref('Conta caixa', 'banco').computed(),
  codigo: f.text('Banco', { max: 3, format: 'code' }).computed(),
  sequencia: f.integer('Número do arquivo').computed(),
  data: f.date('Data do arquivo').computed(),
  arquivo: f.text('Arquivo', { max: 200 }).computed(),
  sha256: f.text('Conteúdo', { max: 64, format: 'code', doc: 'Pelo qual o mesmo arquivo é conhecido' }).computed(),
  qLinhas: f.integer('Ocorrências', { min: 0 }).default(0).computed(),
  qBaixar: f.integer('A baixar', { min: 0 }).default(0).computed(),
  qSemPagamento: f.integer('Sem pagamento', { min: 0 }).default(0).computed(),
  vPago: f.money('Pago').default(0).computed().summed(),
  avisos: f.json('Avisos', { large: true }).computed(),
  desconhecidas: f.json('Registros desconhecidos', { large: true, doc: 'Como vieram: {line, text}' }).computed(),
  conteudo: f.text('Bytes', { max: 28_000_000, large: true, doc: 'Em base64' }).computed(),
  status: f.generated('Situação', `case when "qSemPagamento" > 0 then 2 when "qBaixar" > 0 then 1 else 4 end`, {
    words: RETORNO_PAGAMENTO_STATES,
  }),
  user_id: f.author('Carregado por'),
}

/** What became of a line of such a file. */
export const PAY_LINE = {
  A_BAIXAR: 1,
  SEM_PAGAMENTO: 2,
  BAIXADA: 4,
  INFORMADA: 5,
  REPETIDA: 6,
  DEVOLVIDA: 7,
  IGNORADA: 9,
} as const

const PAY_LINE_STATES = {
  [PAY_LINE.A_BAIXAR]: 'A baixar',
  [PAY_LINE.SEM_PAGAMENTO]: 'Sem pagamento',
  [PAY_LINE.BAIXADA]: 'Baixada',
  [PAY_LINE.INFORMADA]: 'Informada',
  [PAY_LINE.REPETIDA]: 'Repetida',
  [PAY_LINE.DEVOLVIDA]: 'Devolvida',
  [PAY_LINE.IGNORADA]: 'Não é nossa',
}

export const retornoPagamentoItemFields = {
  empresa_id: empresaId(),
  retorno_pagamento_id: f.ref('Retorno', 'retorno_pagamento').required(),
  banco_id: f.ref('Conta caixa', 'banco').required(),
  remessa_pagamento_conta_id: f.ref('Pagamento', 'remessa_pagamento_conta'),
  linha: f.integer('Linha', { min: 1 }).required(),
  evento: f.choice('Evento', EVENTOS_PAGAMENTO).required(),
  codigos: f.text('Códigos', { max: 20, format: 'code' }),
  texto: f.text('Ocorrência', { max: 300 }),
  seu_numero: f.text('Seu número', { max: 25, format: 'code' }),
  nosso_numero: f.text('Número no banco', { max: 20, format: 'code' }),
  xFavorecido: f.text('Favorecido', { max: 60 }),
  valor: f.money('Valor').default(0),
  dEfetivacao: f.date('Efetivado em'),
  vEfetivado: f.money('Efetivado').default(0).summed(),
  autenticacao: f.text('Autenticação', { max: 120, format: 'code' }),
  chave: f.text('Evento conhecido por', { max: 160, format: 'code' }),
  situacao: f.option('Situação', PAY_LINE_STATES).default(PAY_LINE.INFORMADA),
  motivo: f.text('Por quê', { max: 300 }),
  par_id: f.ref('Devolvida por', 'retorno_pagamento_item', { doc: 'A ocorrência que devolveu este pagamento' }),
  lancamento_id: f.ref('Lançamento', 'lancamento'),
}
