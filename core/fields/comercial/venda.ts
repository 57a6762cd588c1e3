import { origin } from '../documents'
import { f } from '../field'
import { taxId } from '../kit'
import { TP_DOC } from '../nfe/serie-numero'
import { choiceFields, choiceSupplyFields, headFields, instalmentFields, lineFields } from './lines'
import { PDV_DOCUMENTS } from './pdv'

/** Who pays the freight, as the NF-e's own table says it (modFrete). */
export const FREIGHT: Readonly<Record<number, string>> = {
  0: 'Remetente (CIF)',
  1: 'Destinatário (FOB)',
  2: 'Terceiros',
  3: 'Próprio, remetente',
  4: 'Próprio, destinatário',
  9: 'Sem frete',
}

/** What a sale issues. 1 to 3 number as series do (`serie_numero`, tpDoc). */
const ISSUES = { 0: 'Não gera', 1: TP_DOC[1], 2: TP_DOC[2], ...PDV_DOCUMENTS }

/** Where the order was made: a shop of our own, or one between us and the buyer. */
export const [DIRECT, OWN_SHOP, MARKETPLACE] = [0, 1, 2] as const
const CHANNELS = { [DIRECT]: 'Direto', [OWN_SHOP]: 'Loja própria na internet', [MARKETPLACE]: 'Marketplace' }

export const vendaFields = {
  ...headFields(),
  orcamento_id: f.ref('Orçamento de origem', 'orcamento', { trace: true }).computed(),
  origem_id: origin(),
  tpFrete: f.option('Frete por conta', FREIGHT).default(9),
  armazem_id: f.ref('Armazém', 'armazem'),
  armazenamento_id: f.ref('Local de saída', 'armazenamento'),
  endereco_id: f.ref('Endereço de entrega', 'cliente_endereco'),
  geraNFe: f.option('Gera NF-e', ISSUES).default(0),
  pdv_id: f.ref('PDV', 'pdv', { doc: 'Onde foi vendida: dele vêm o documento e a série' }),
  serie_numero_id: f.ref('Série', 'serie_numero').computed(),
  canal: f.option('Canal da venda', CHANNELS, { doc: 'Onde foi feito o pedido; a nota o diz' }).default(DIRECT),
  CNPJ_intermed: taxId('CNPJ do marketplace', 'Vazio: o da empresa'),
  idCadIntTran: f.text('Cadastro no marketplace', {
    max: 60,
    doc: 'Vendedor ou perfil da empresa nele; vazio: o da empresa',
  }),
  dEntrega: f.date('Data de entrega'),
  xMotivoBloqueio: f.text('Motivo do bloqueio', { max: 200 }).computed(),
  volumes: f.integer('Volumes', { min: 0, max: 99999 }),
  rastreio: f.text('Rastreio', { max: 60 }),
  dhEnviado: f.datetime('Enviada em').computed(),
  veiculo_id: f.ref('Veículo', 'veiculo'),
}

export const vendaMercadoriaFields = { venda_id: f.ref('Venda', 'venda').required(), ...lineFields() }

export const vendaMercadoriaCrtFields = {
  venda_mercadoria_id: f.ref('Item da venda', 'venda_mercadoria').required(),
  ...choiceFields(),
}

export const vendaMercadoriaCrtInsumoFields = {
  venda_mercadoria_crt_id: f.ref('Característica do item', 'venda_mercadoria_crt').required(),
  ...choiceSupplyFields(),
}

export const vendaDuplicataFields = {
  venda_id: f.ref('Venda', 'venda').required(),
  ...instalmentFields(),
  nsu: f.text('NSU', { max: 30, format: 'code', doc: 'Do comprovante do cartão' }),
  cAut: f.text('Autorização', { max: 20, format: 'code', doc: 'Do comprovante do cartão' }),
  conta_receber_id: f.ref('Conta a receber', 'contas_receber').computed(),
}
