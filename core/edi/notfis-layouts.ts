import { date, decimals, integer, text } from '../layout/fixed-width'

/** The records of a NOTFIS that are written and read. */

/** Record 311: who ships. */
export const SHIPPER = {
  id: text(1, 3),
  CNPJ: text(4, 14),
  IE: text(18, 15),
  endereco: text(33, 40),
  cidade: text(73, 35),
  CEP: text(108, 9),
  UF: text(117, 9),
  embarque: date(126, 'ddmmyyyy'),
  nome: text(134, 40),
} as const

/** Record 312: who receives the notes that follow it. */
export const RECEIVER = {
  id: text(1, 3),
  nome: text(4, 40),
  CNPJ_CPF: text(44, 14),
  IE: text(58, 15),
  endereco: text(73, 40),
  bairro: text(113, 20),
  cidade: text(133, 35),
  CEP: text(168, 9),
  cMun: text(177, 9),
  UF: text(186, 9),
  fone: text(199, 35),
  tipo: text(234, 1),
} as const

/** Record 313. The access key is of the revisions since there is the NF-e. */
export const NOTE = {
  id: text(1, 3),
  romaneio: text(4, 15),
  condicao: text(29, 1),
  serie: text(30, 3),
  numero: integer(33, 8),
  emissao: date(41, 'ddmmyyyy'),
  natureza: text(49, 15),
  especie: text(64, 15),
  volumes: decimals(79, 7),
  valor: decimals(86, 15),
  peso: decimals(101, 7),
  seguro: text(114, 1),
  frete: decimals(198, 15),
  acao: text(213, 1),
  chave: text(239, 44),
} as const

/** Record 318. */
export const TOTALS = {
  id: text(1, 3),
  valor: decimals(4, 15),
  peso: decimals(19, 15),
  volumes: decimals(49, 15),
} as const

/** Record 501. */
export const SHIPPER_5 = {
  id: text(1, 3),
  nome: text(4, 50),
  CNPJ: text(54, 14),
  IE: text(68, 15),
  endereco: text(113, 50),
  bairro: text(163, 35),
  cidade: text(198, 35),
  CEP: text(233, 9),
  cMun: text(242, 9),
  UF: text(251, 2),
  embarque: date(260, 'ddmmyyyy'),
} as const

/** Record 503. */
export const RECEIVER_5 = {
  id: text(1, 3),
  nome: text(4, 50),
  CNPJ_CPF: text(54, 14),
  IE: text(68, 15),
  endereco: text(98, 50),
  bairro: text(148, 35),
  cidade: text(183, 35),
  CEP: text(218, 9),
  cMun: text(227, 9),
  UF: text(236, 9),
  fone: text(245, 35),
  tipo: text(288, 1),
} as const

/** Record 505. */
export const NOTE_5 = {
  id: text(1, 3),
  serie: text(4, 3),
  numero: integer(7, 9),
  emissao: date(16, 'ddmmyyyy'),
  natureza: text(24, 15),
  especie: text(39, 15),
  condicao: text(64, 1),
  embarque: date(65, 'ddmmyyyy'),
  romaneio: text(125, 20),
  chave: text(239, 45),
  acao: text(299, 1),
} as const

/** Record 506: the amounts of the note before it. */
export const NOTE_AMOUNTS_5 = {
  id: text(1, 3),
  volumes: decimals(4, 8),
  peso: decimals(12, 9),
  seguro: text(51, 1),
  valor: decimals(67, 15),
  frete: decimals(262, 15),
} as const

/** Record 519. */
export const TOTALS_5 = {
  id: text(1, 3),
  valor: decimals(4, 15),
  peso: decimals(19, 15),
  volumes: decimals(34, 15),
  notas: integer(49, 10),
} as const

/** How wide a NOTFIS is. */
export const WIDTHS = { '3.0a': 290, '5.0': 320 } as const
