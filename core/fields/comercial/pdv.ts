import { f } from '../field'
import { empresaId } from '../kit'

/** A sale that issues an NFC-e (`venda.geraNFe`). */
export const NFCE = 3

/** What a point of sale issues. The numbers are those of `venda.geraNFe`. */
export const PDV_DOCUMENTS = { [NFCE]: 'NFC-e', 4: 'Documento não fiscal' } as const

/** A point of sale: what sales of a computer begin with (spec N2-026). */
export const pdvFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 60 }).required(),
  geraNFe: f.option('Documento', PDV_DOCUMENTS).default(3),
  nfe_serie_id: f.ref('Série', 'serie_numero', { doc: 'Da NFC-e, da mesma empresa' }),
  tpBalanca: f.option('Balança', { 0: 'Não lê etiquetas', 1: 'Lê etiquetas de balança' }).default(1),
  seleciona_vendedor: f.flag('Pede o vendedor').default(1),
  solicita_lote: f.flag('Pede o lote').default(0),
  APIUrl: f.text('Endereço do agente', {
    max: 300,
    doc: 'Programa deste computador que fala com balança e impressora',
  }),
  apiKey: f.sealed('Chave do agente'),
  ativo: f.boolean('Ativo').default(true),
}

const position = (label: string) => f.integer(label, { min: 1, max: 13 }).required()

/** How a point of sale reads the labels of a scale: an EAN-13 that begins with `digitBalanca` (spec N2-027). Positions count from 1, both ends inclusive. */
export const pdvBalancaFields = {
  empresa_id: empresaId(),
  pdv_id: f.ref('PDV', 'pdv').required(),
  digitBalanca: f
    .integer('Começa com', { min: 1, max: 999_999, doc: 'Primeiros dígitos dos códigos da balança' })
    .default(2),
  tpIdentificacao: f.option('Traz', { 0: 'Peso', 1: 'Preço' }).default(0),
  posCodIni: position('Código: de'),
  posCodEnd: position('Código: até'),
  posValIni: position('Valor: de'),
  posValEnd: position('Valor: até'),
  qDecimal: f.integer('Casas decimais', { min: 0, max: 6 }).default(3),
}
