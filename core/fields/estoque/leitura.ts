import { f } from '../field'
import { empresaId } from '../kit'

/** What is done with what an invoice charges and does not come. */
export const [NOTHING_MISSING, LATER, DISCOUNT, LOSS] = [0, 1, 2, 3] as const

/** What of an item came, and what was done where that is not what its invoice says. */
export const receivedFields = {
  qComNota: f
    .decimal('Quantidade na nota', 4, { doc: 'Na unidade da nota; preenchida quando o recebido foi outro' })
    .computed(),
  vTotalNota: f.money('Total na nota', { doc: 'Preenchido quando o recebido foi outro' }).computed(),
  falta: f
    .option('O que faltou', {
      [NOTHING_MISSING]: 'Nada',
      [LATER]: 'Vem depois',
      [DISCOUNT]: 'Desconto do fornecedor',
      [LOSS]: 'Perda',
    })
    .default(NOTHING_MISSING)
    .computed(),
  nota: f
    .json('Como veio na nota', { doc: 'Quantidade, fator e valores da nota, quando o recebido foi outro' })
    .computed(),
}

export const receivedComputed = {
  qRecebida: f.decimal('Recebida', 4, { doc: 'Soma das leituras do recebimento' }).computed(),
}

/** What a scanner read at the door: one row a reading, added and never changed. One that is undone has a row that takes it off. */
export const entradaLeituraFields = {
  entrada_mercadoria_id: f.ref('Item da entrada', 'entrada_mercadoria').required(),
  empresa_id: empresaId(),
  chave: f
    .text('Chave', { max: 60, doc: 'Do aparelho que leu: a mesma leitura, enviada de novo, não conta outra vez' })
    .required(),
  codigo: f.text('Código lido', { max: 400, format: 'code' }),
  qTrib: f.decimal('Quantidade', 4, { doc: 'Negativa quando desfaz outra' }).required(),
  nLote: f.text('Lote', { max: 40, format: 'code' }),
  dVal: f.date('Validade'),
  armazenamento_id: f.ref('Local', 'armazenamento'),
  etiqueta: f.text('Etiqueta', {
    max: 120,
    format: 'code',
    doc: 'O que identifica um volume: SSCC ou número de série',
  }),
  unitizador_id: f.ref('Unitizador', 'unitizador', { trace: true, doc: 'Com o qual foi lida' }),
  grupo: f.text('Lida com', {
    max: 60,
    format: 'code',
    doc: 'Chave da leitura do unitizador que contou esta e outras',
  }),
  desfaz_id: f.ref('Desfaz a leitura', 'entrada_leitura', { trace: true }),
  user_id: f.author('Lida por'),
  dispositivo: f.text('Aparelho', { max: 60 }),
}
