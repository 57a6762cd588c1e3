import { date, decimals, integer, text } from '../layout/fixed-width'

/** Records of Rede's EEVC (sales on credit): summaries (RV) of sales (CV), paid at once or in instalments. */

export const HEADER = {
  tipo_registro: text(1, 3),
  data_emissao: date(4, 'ddmmyyyy'),
  adquirente: text(12, 8),
  descricao: text(20, 30),
  nome_comercial: text(50, 22),
  sequencia: text(72, 6),
  pv_grupo: text(78, 9),
  tipo_processamento: text(87, 15),
  versao: text(102, 20),
} as const

export const MATRIX = { tipo_registro: text(1, 3), pv: text(4, 9), nome_comercial: text(13, 22) } as const

/** Records 006 and 010. */
export const SUMMARY = {
  tipo_registro: text(1, 3),
  pv: text(4, 9),
  rv: text(13, 9),
  banco: text(22, 3),
  agencia: text(25, 5),
  conta: text(30, 11),
  data_rv: date(41, 'ddmmyyyy'),
  quantidade_cvs: integer(49, 5),
  valor_bruto: decimals(54, 15),
  valor_gorjeta: decimals(69, 15),
  valor_rejeitado: decimals(84, 15),
  valor_desconto: decimals(99, 15),
  valor_liquido: decimals(114, 15),
  data_credito: date(129, 'ddmmyyyy'),
  bandeira: text(137, 1),
} as const

const SALE = {
  tipo_registro: text(1, 3),
  pv: text(4, 9),
  rv: text(13, 9),
  data_cv: date(22, 'ddmmyyyy'),
  valor: decimals(38, 15),
  valor_gorjeta: decimals(53, 15),
  cartao: text(68, 16),
  status: text(84, 3),
} as const

/** Record 008. */
export const AT_ONCE = {
  ...SALE,
  nsu: text(87, 12),
  referencia: text(99, 13),
  valor_desconto: decimals(112, 15),
  autorizacao: text(127, 6),
  hora: text(133, 6),
  tipo_captura: text(203, 1),
  valor_liquido: decimals(204, 15),
  terminal: text(219, 8),
  pais: text(227, 3),
  bandeira: text(230, 1),
} as const

/** Record 012. */
export const IN_PARTS = {
  ...SALE,
  parcelas: integer(87, 2),
  nsu: text(89, 12),
  referencia: text(101, 13),
  valor_desconto: decimals(114, 15),
  autorizacao: text(129, 6),
  hora: text(135, 6),
  tipo_captura: text(205, 1),
  valor_liquido: decimals(206, 15),
  valor_liquido_primeira: decimals(221, 15),
  valor_liquido_demais: decimals(236, 15),
  terminal: text(251, 8),
  pais: text(259, 3),
  bandeira: text(262, 1),
} as const

/** Record 014: what falls due of a summary. */
export const PART = {
  tipo_registro: text(1, 3),
  pv: text(4, 9),
  rv: text(13, 9),
  data_rv: date(22, 'ddmmyyyy'),
  parcela: integer(38, 2),
  valor_bruto: decimals(40, 15),
  valor_desconto: decimals(55, 15),
  valor_liquido: decimals(70, 15),
  data_credito: date(85, 'ddmmyyyy'),
} as const

/** Record 011. */
export const ADJUSTMENT = {
  tipo_registro: text(1, 3),
  pv: text(4, 9),
  rv: text(13, 9),
  data_ajuste: date(22, 'ddmmyyyy'),
  valor_ajuste: decimals(30, 15),
  data_credito: date(45, 'ddmmyyyy'),
  valor_credito: decimals(53, 15),
  natureza: text(68, 1),
  banco: text(69, 3),
  agencia: text(72, 6),
  conta: text(78, 11),
  motivo: text(89, 2),
  descricao: text(91, 28),
  bandeira: text(119, 1),
} as const

const totals = (at: number) =>
  ({
    valor_bruto: decimals(at, 15),
    quantidade_rejeitados: integer(at + 15, 6),
    valor_rejeitado: decimals(at + 21, 15),
    valor_rotativo: decimals(at + 36, 15),
    valor_parcelado: decimals(at + 51, 15),
    valor_iata: decimals(at + 66, 15),
    valor_dolar: decimals(at + 81, 15),
    valor_desconto: decimals(at + 96, 15),
    valor_liquido: decimals(at + 111, 15),
    valor_gorjeta: decimals(at + 126, 15),
    valor_taxa_embarque: decimals(at + 141, 15),
    quantidade_cvs: integer(at + 156, 6),
  }) as const

/** Record 026. */
export const TOTAL = { tipo_registro: text(1, 3), pv: text(4, 9), ...totals(13) } as const

/** Record 028. */
export const TRAILER = {
  tipo_registro: text(1, 3),
  quantidade_matrizes: integer(4, 4),
  quantidade_registros: integer(8, 6),
  pv_grupo: text(14, 9),
  ...totals(23),
} as const
