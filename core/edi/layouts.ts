import { date, decimals, integer, text, time } from '../layout/fixed-width'

/**
 * The records of PROCEDA that are read, by where their fields are. Edition 3.0A is as implementations of it agree; of 5.0 what they agree on (README). `id` is the record's own
 * name, its first three columns.
 */

/** Record 000, the same in every file: who sends to whom, when, and the name of the interchange. */
export const INTERCHANGE = {
  id: text(1, 3),
  remetente: text(4, 35),
  destinatario: text(39, 35),
  data: date(74, 'ddmmyy'),
  hora: time(80, 4),
  intercambio: text(84, 12),
} as const

/** Records 310, 340, 320, 350 and 500, 540, 520, 550: the document within the file. */
export const DOCUMENT = { id: text(1, 3), documento: text(4, 14) } as const

/** Records 341, 321, 351; those of 5.0 tell a longer name. */
export const CARRIER = { id: text(1, 3), CNPJ: text(4, 14), nome: text(18, 40) } as const
export const CARRIER_5 = { ...CARRIER, nome: text(18, 50) } as const

/** Record 342. */
export const EVENT = {
  id: text(1, 3),
  CNPJ: text(4, 14),
  serie: text(18, 3),
  numero: integer(21, 8),
  codigo: text(29, 2),
  data: date(31, 'ddmmyyyy'),
  hora: time(39, 4),
  observacao: text(43, 2),
  texto: text(45, 70),
} as const

/** Record 542. */
export const EVENT_5 = {
  id: text(1, 3),
  CNPJ: text(4, 14),
  serie: text(18, 3),
  numero: integer(21, 9),
  codigo: text(30, 3),
  data: date(33, 'ddmmyyyy'),
  hora: time(41, 4),
  observacao: text(45, 2),
  romaneio: text(47, 20),
  filial_conhecimento: text(127, 10),
  serie_conhecimento: text(137, 5),
  numero_conhecimento: text(142, 12),
} as const

/** Record 543: free text of the event before it. */
export const EVENT_TEXT_5 = {
  id: text(1, 3),
  texto1: text(4, 70),
  texto2: text(74, 70),
  texto3: text(144, 70),
} as const

/** Record 343: the waybill of the event before it. */
export const EVENT_WAYBILL = {
  id: text(1, 3),
  CNPJ: text(4, 14),
  filial: text(18, 10),
  serie: text(28, 5),
  numero: text(33, 12),
} as const

/** Record 322. Its notes follow from column 233, forty of them, and are read apart. */
export const WAYBILL = {
  id: text(1, 3),
  filial: text(4, 10),
  serie: text(14, 5),
  numero: text(19, 12),
  emissao: date(31, 'ddmmyyyy'),
  condicao: text(39, 1),
  peso: decimals(40, 7),
  frete: decimals(47, 15),
  CNPJ_emissor: text(205, 14),
  CNPJ_embarcadora: text(219, 14),
  acao: text(673, 1),
  chave: text(681, 44),
} as const

/** A note among the forty of record 322. */
export const WAYBILL_NOTES = { at: 233, count: 40, series: 3, number: 8 } as const

/** Record 522. */
export const WAYBILL_5 = {
  id: text(1, 3),
  filial: text(4, 10),
  serie: text(14, 5),
  numero: text(19, 12),
  emissao: date(31, 'ddmmyyyy'),
  condicao: text(39, 1),
  CNPJ_emissor: text(40, 14),
  CNPJ_embarcadora: text(54, 14),
  chave: text(219, 45),
  acao: text(322, 1),
} as const

/** Record 523: the amounts of the waybill before it. */
export const WAYBILL_AMOUNTS_5 = {
  id: text(1, 3),
  peso: decimals(12, 9),
  frete: decimals(41, 15),
} as const

/** Record 524: a note of the waybill before it. */
export const WAYBILL_NOTE_5 = { id: text(1, 3), CNPJ: text(4, 14), numero: integer(18, 9), serie: text(27, 3) } as const

/** Record 323. */
export const WAYBILL_TOTALS = { id: text(1, 3), quantidade: integer(4, 4), frete: decimals(8, 15) } as const

/** Record 352. */
export const INVOICE = {
  id: text(1, 3),
  filial: text(4, 10),
  tipo: text(14, 1),
  serie: text(15, 3),
  numero: text(18, 10),
  emissao: date(28, 'ddmmyyyy'),
  vencimento: date(36, 'ddmmyyyy'),
  total: decimals(44, 15),
  acao: text(167, 1),
} as const

/** Record 552: what is done is told before what 352 tells after it. */
export const INVOICE_5 = { ...INVOICE, acao: text(156, 1) } as const

/** Records 353 and 555: a waybill that the invoice before it charges. */
export const INVOICE_WAYBILL = {
  id: text(1, 3),
  filial: text(4, 10),
  serie: text(14, 5),
  numero: text(19, 12),
  frete: decimals(31, 15),
  emissao: date(46, 'ddmmyyyy'),
  CNPJ_remetente: text(54, 14),
  CNPJ_destinatario: text(68, 14),
  CNPJ_emissor: text(82, 14),
} as const

/** Record 354: a note of the waybill before it. */
export const INVOICE_NOTE = {
  id: text(1, 3),
  serie: text(4, 3),
  numero: integer(7, 8),
  emissao: date(15, 'ddmmyyyy'),
  peso: decimals(23, 7),
  valor: decimals(30, 15),
  CNPJ: text(45, 14),
} as const

/** Record 556. */
export const INVOICE_NOTE_5 = {
  id: text(1, 3),
  serie: text(4, 3),
  numero: integer(7, 9),
  emissao: date(16, 'ddmmyyyy'),
  peso: decimals(24, 7),
  valor: decimals(31, 15),
  CNPJ: text(46, 14),
} as const

/** Record 355. */
export const INVOICE_TOTALS = { id: text(1, 3), quantidade: integer(4, 4), total: decimals(8, 15) } as const
