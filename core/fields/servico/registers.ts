import { f } from '../field'

/** What is done for customers, and what it is done to (document 3, sections 3 and 7: N3-048; the other fields are not shown). */

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
