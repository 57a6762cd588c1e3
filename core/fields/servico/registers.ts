import { f } from '../field'
import { ISS_KINDS, WITHHOLDING } from '../nfse/nfse'

/** What is done for customers, and what it is done to (document 3, sections 3 and 7: N3-048; the other fields are not shown). */

/** `14.01.01` and `140101` are the same. */
const digits =
  (many: number, example: string) =>
  (text: string): { ok: string } | { error: string } => {
    const plain = text.replaceAll('.', '')
    return new RegExp(`^\\d{${many}}$`).test(plain)
      ? { ok: plain }
      : { error: `Informe ${many} dígitos, por exemplo ${example}.` }
  }

/** What a note of services (NFS-e) by the national system says of a service, and what of it the customer keeps back. */
const nationalFields = () => ({
  cTribNac: f.text('Código de tributação nacional', {
    max: 12,
    format: 'code',
    doc: 'Da lista nacional da NFS-e: item, subitem e desdobro, por exemplo 14.01.01',
    normalize: digits(6, '14.01.01'),
  }),
  cNBS: f.text('NBS', {
    max: 15,
    format: 'code',
    doc: 'Nomenclatura Brasileira de Serviços',
    normalize: digits(9, '1.1502.20.00'),
  }),
  tribISSQN: f.option('Tributação do ISS', ISS_KINDS).default(1),
  tpRetISSQN: f.option('ISS retido', WITHHOLDING, { doc: 'Se o cliente é uma empresa' }).default(1),
  pRetIRRF: f.percent('IRRF retido (%)', 2, { min: 0, max: 100, doc: 'Se o cliente é uma empresa' }),
  pRetCP: f.percent('INSS retido (%)', 2, { min: 0, max: 100, doc: 'Se o cliente é uma empresa' }),
  pRetCSLL: f.percent('PIS, COFINS e CSLL retidos (%)', 2, {
    min: 0,
    max: 100,
    doc: 'Somados, se o cliente é uma empresa',
  }),
  cstIBSCBS: f.text('CST do IBS e da CBS', { max: 3, format: 'code', normalize: digits(3, '000') }),
  cClassTrib: f.text('Classificação do IBS e da CBS', { max: 6, format: 'code', normalize: digits(6, '000001') }),
  cIndOp: f.text('Indicador da operação', {
    max: 6,
    format: 'code',
    doc: 'Onde o IBS é devido',
    normalize: digits(6, '100301'),
  }),
  pTotTribFed: f.percent('Tributos federais (%)', 2, { min: 0, max: 100, doc: 'Aproximados, Lei 12.741/2012' }),
  pTotTribMun: f.percent('Tributos municipais (%)', 2, { min: 0, max: 100, doc: 'Aproximados, Lei 12.741/2012' }),
})

export const servicoFields = {
  codigo: f.text('Código', { max: 20, format: 'code', doc: 'Da empresa' }),
  descricao: f.text('Descrição', { max: 120 }).required(),
  valor: f.money('Valor', { decimals: 4, min: 0, doc: 'De uma unidade' }).default(0),
  un: f.text('Unidade', { max: 6, format: 'upper', doc: 'Hora, visita, peça' }),
  cServico: f.text('Item da lista de serviços', {
    max: 5,
    format: 'code',
    doc: 'Da Lei Complementar 116/2003, por exemplo 14.01',
    normalize: (text) =>
      /^\d{1,2}\.?\d{2}$/.test(text)
        ? {
            ok: text
              .replace('.', '')
              .padStart(4, '0')
              .replace(/^(\d\d)/, '$1.'),
          }
        : { error: 'Informe o item da lista de serviços, por exemplo 14.01.' },
  }),
  cTribMun: f.text('Código do município', { max: 20, format: 'code', doc: 'De tributação do serviço' }),
  pISS: f.percent('ISS (%)', 2, { min: 0, max: 100 }),
  ...nationalFields(),
  ativo: f.boolean('Ativo').default(true),
}

export const equipamentoFields = {
  cliente_id: f.ref('Cliente', 'cliente', { doc: 'De quem é agora' }).required(),
  descricao: f.text('Descrição', { max: 120 }).required(),
  nSerie: f.text('Número de série', { max: 60, format: 'code' }),
  marca: f.text('Marca', { max: 60 }),
  modelo: f.text('Modelo', { max: 60 }),
  mercadoria_id: f.ref('Mercadoria', 'mercadoria', { doc: 'A que foi vendida, se foi daqui' }),
  dCompra: f.date('Comprado em'),
  dGarantia: f.date('Garantia até'),
  ativo: f.boolean('Ativo').default(true),
  obs: f.notes('Observações', { max: 2000 }),
}

/** What an equipment shows of its orders. */
export const equipamentoComputed = {
  qOrdens: f.integer('Ordens de serviço').computed(),
  dhUltimaOrdem: f.datetime('Última ordem').computed(),
}
