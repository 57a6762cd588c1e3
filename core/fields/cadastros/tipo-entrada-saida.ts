import { T_PAG } from '../financeiro/registers'
import { f } from '../field'
import { cfop } from '../kit'

/** What a debit note is of (tpNFDebito, technical note 2025.002). */
const DEBIT_KINDS = {
  '01': '01 · Créditos para cooperativa',
  '02': '02 · Anulação de crédito por saída imune ou isenta',
  '03': '03 · Débitos de notas não processadas',
  '04': '04 · Multa e juros',
  '05': '05 · Crédito na sucessão',
  '06': '06 · Pagamento antecipado',
  '07': '07 · Perda em estoque',
  '08': '08 · Saída do Simples Nacional',
}

/** What a credit note is of (tpNFCredito). */
const CREDIT_KINDS = {
  '01': '01 · Multa e juros',
  '02': '02 · Crédito presumido na Zona Franca de Manaus',
  '03': '03 · Recusa na entrega',
  '04': '04 · Redução de valores',
  '05': '05 · Crédito na sucessão',
  '06': '06 · Recusa de parte na entrega',
}

/** Where the buyer was (indPres). */
const PRESENCE = {
  0: '0 · Não se aplica',
  1: '1 · Presencial',
  2: '2 · Pela internet',
  3: '3 · Por telefone',
  4: '4 · NFC-e com entrega em domicílio',
  5: '5 · Presencial, fora do estabelecimento',
  9: '9 · A distância, outros',
}

export const tipoEntradaSaidaFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  tipo: f.option('Tipo', { 0: 'Entrada', 1: 'Saída' }).default(1),
  padrao: f.option('Padrão de', { 0: 'Entrada', 1: 'Saída', 2: 'Produção', 3: 'Ajuste' }),
  finNFe: f
    .option('Finalidade da NF-e', {
      1: '1 · Normal',
      2: '2 · Complementar',
      3: '3 · Ajuste',
      4: '4 · Devolução',
      5: '5 · Nota de crédito',
      6: '6 · Nota de débito',
    })
    .default(1),
  natOp: f.text('Natureza da operação', { max: 60, doc: 'Como a nota a chama' }),
  tpNFDebito: f.choice('Tipo da nota de débito', DEBIT_KINDS),
  tpNFCredito: f.choice('Tipo da nota de crédito', CREDIT_KINDS),
  indFinal: f.option('Consumidor final', { 0: '0 · Não', 1: '1 · Sim' }, { doc: 'Vazio: pelo cliente' }),
  indPres: f.option('Presença do comprador', PRESENCE, { doc: 'Vazio: por onde foi a venda' }),
  tPag: f.choice('Meio de pagamento na nota', T_PAG, { doc: 'Vazio: o da forma de pagamento' }),
  exige_referencia: f.boolean('Exige nota referenciada').default(false),
  exibe_relatorio: f.boolean('Exibe em relatórios').default(true),
  movimenta_estoque: f.boolean('Movimenta estoque').default(true),
  forca_tributacao: f
    .boolean('Força tributação', { doc: 'As regras desta operação valem antes da regra da mercadoria' })
    .default(false),
  gera_financeiro: f
    .choice('Financeiro', { GERA_DUPLICATA: 'Gera duplicatas', NAO_GERA: 'Não gera' })
    .default('GERA_DUPLICATA'),
  ativo: f.boolean('Ativo').default(true),
}

/** A line of the table that says the CFOP of a case. */
export const tipoEntradaSaidaCfopFields = {
  tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida').required(),
  origem: f
    .option('Origem da mercadoria', {
      1: '1 · Produção própria',
      2: '2 · Revenda',
      3: '3 · Uso e consumo',
      4: '4 · Ativo imobilizado',
    })
    .default(2),
  st: f
    .option('Substituição tributária', { 0: '0 · Sem ST', 1: '1 · Somos o substituto', 2: '2 · Já substituída' })
    .default(0),
  destino: f.option('Outra parte', { 1: '1 · No estado', 2: '2 · Em outro estado', 3: '3 · No exterior' }).default(1),
  contribuinte: f.option(
    'Contribuinte',
    { 1: '1 · Contribuinte', 0: '0 · Não contribuinte' },
    { doc: 'Vazio: qualquer um' },
  ),
  CFOP: cfop().required(),
}
