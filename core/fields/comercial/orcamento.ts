import { f } from '../field'
import { empresaId } from '../kit'
import { choiceFields, choiceSupplyFields, headFields, instalmentFields, lineFields } from './lines'

/** How long a customer's name and what they ask for may be. */
export const CUSTOMER_NAME = 80
export const CUSTOMER_TEXT = 1000

export const orcamentoFields = {
  ...headFields(),
  dValidade: f.date('Válido até', { doc: 'Último dia em que o orçamento vale' }),
  xContato: f.text('Contato', { max: 80, doc: 'Com quem se fala no cliente' }),
  acaoOp: f.option(
    'Ordem de produção',
    { 0: 'Não gera', 1: 'Gera ao fechar', 2: 'Como a empresa' },
    { doc: 'O que fechar faz, onde a empresa pergunta' },
  ),
  venda_id: f.ref('Venda gerada', 'venda').computed(),
  motivo_perda_id: f.ref('Motivo da perda, do cadastro', 'motivo_perda').computed(),
  nLink: f.integer('Link do cliente', { doc: 'Conta os links: um revogado não abre mais' }).default(1).computed(),
  dhVisto: f.datetime('Visto pelo cliente em').computed(),
  xAceite: f.text('Aceito por', { max: CUSTOMER_NAME }).computed(),
  revisaoAceita: f.integer('Versão aceita', { doc: 'A que o cliente viu quando aceitou' }).computed(),
  xPedidoAlteracao: f.text('Alteração pedida', { max: CUSTOMER_TEXT }).computed(),
}

/** What a customer was shown of a quote by its link; a new one whenever that is not what was shown before. */
export const orcamentoRevisaoFields = {
  orcamento_id: f.ref('Orçamento', 'orcamento').required(),
  empresa_id: empresaId(),
  n: f.integer('Versão', { min: 1 }).required(),
  dhVista: f.datetime('Vista em', { doc: 'Vazia no que só um programa leu' }).computed(),
  conteudo: f.json('O que o cliente viu', { large: true }).computed(),
}

export const orcamentoMercadoriaFields = { orcamento_id: f.ref('Orçamento', 'orcamento').required(), ...lineFields() }

export const orcamentoMercadoriaCrtFields = {
  orcamento_mercadoria_id: f.ref('Item do orçamento', 'orcamento_mercadoria').required(),
  ...choiceFields(),
}

export const orcamentoMercadoriaCrtInsumoFields = {
  orcamento_mercadoria_crt_id: f.ref('Característica do item', 'orcamento_mercadoria_crt').required(),
  ...choiceSupplyFields(),
}

export const orcamentoDuplicataFields = {
  orcamento_id: f.ref('Orçamento', 'orcamento').required(),
  ...instalmentFields(),
}
