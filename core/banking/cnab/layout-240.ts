import { code, constant, date, decimals, type FixedRecord, integer, text, time } from '../../layout/fixed-width'
import type { Comando, Especie } from './titulo'

/**
 * The remessa of 240 columns, of FEBRABAN: a file of batches of titles, each a record P (the title), Q (who pays) and R (fine and messages). Banks differ in how they tell account
 * and number; each bank's file says so over what is common.
 */

/** What a bank writes where the common layout lets it choose. */
export interface Layout240 {
  readonly banco: string
  readonly header: FixedRecord
  readonly lote: FixedRecord
  readonly p: FixedRecord
  readonly q: FixedRecord
  readonly r: FixedRecord
  readonly fimLote: FixedRecord
  readonly fim: FixedRecord
  readonly comandos: Readonly<Partial<Record<Comando, string>>>
  readonly especies: Readonly<Partial<Record<Especie, string>>>
  readonly aceite: readonly [no: string, yes: string]
  /** The codes of segment P for protest (days in a row) and for none, for return and for none. */
  readonly protesto: readonly [no: string, yes: string]
  readonly devolucao: readonly [no: string, yes: string]
  /** The code of no interest. */
  readonly semJuros: string
  /** The days of return that a bank wants told where none are. */
  readonly devolucaoDias?: number
}

const control = (banco: string, registro: string) =>
  ({ banco: constant(1, banco), lote: code(4, 4), registro: constant(8, registro) }) as const

export const header240 = (banco: string, nome: string, versao: string, densidade = '00000') =>
  ({
    ...control(banco, '0'),
    empresa_tipo: code(18, 1),
    empresa_documento: code(19, 14),
    agencia: code(53, 5),
    agencia_dv: text(58, 1),
    conta: code(59, 12),
    conta_dv: text(71, 1),
    empresa: text(73, 30),
    banco_nome: constant(103, nome, 30),
    operacao: constant(143, '1'),
    data: date(144, 'ddmmyyyy'),
    hora: time(152),
    sequencia: integer(158, 6),
    versao: constant(164, versao),
    densidade: constant(167, densidade),
  }) as const

export const batch240 = (banco: string, versao: string) =>
  ({
    ...control(banco, '1'),
    operacao: constant(9, 'R'),
    servico: constant(10, '01'),
    versao: constant(14, versao),
    empresa_tipo: code(18, 1),
    empresa_documento: code(19, 15),
    agencia: code(54, 5),
    agencia_dv: text(59, 1),
    conta: code(60, 12),
    conta_dv: text(72, 1),
    empresa: text(74, 30),
    sequencia: integer(184, 8),
    data: date(192, 'ddmmyyyy'),
    credito: constant(200, '00000000'),
  }) as const

const segment = (banco: string, letter: string) =>
  ({ ...control(banco, '3'), n: integer(9, 5), segmento: constant(14, letter), comando: code(16, 2) }) as const

/** Columns 58 to 240 of segment P: the title. */
const TITLE = {
  carteira_codigo: constant(58, '1'),
  cadastramento: constant(59, '1'),
  tipo_documento: constant(60, '1'),
  papel: constant(61, '2'),
  entrega: constant(62, '2'),
  seu_numero: text(63, 15),
  vencimento: date(78, 'ddmmyyyy'),
  valor: decimals(86, 15),
  agencia_cobradora: constant(101, '00000'),
  especie: code(107, 2),
  aceite: text(109, 1),
  emissao: date(110, 'ddmmyyyy'),
  juros_codigo: code(118, 1),
  juros_data: date(119, 'ddmmyyyy'),
  juros_valor: decimals(127, 15),
  desconto_codigo: code(142, 1),
  desconto_data: date(143, 'ddmmyyyy'),
  desconto_valor: decimals(151, 15),
  iof: decimals(166, 15),
  abatimento: decimals(181, 15),
  uso_empresa: text(196, 25),
  protesto_codigo: code(221, 1),
  protesto_dias: integer(222, 2),
  devolucao_codigo: code(224, 1),
  devolucao_dias: integer(225, 3),
  moeda: constant(228, '09'),
  contrato: constant(230, '0000000000'),
} as const

export const segmentP = (banco: string) =>
  ({
    ...segment(banco, 'P'),
    agencia: code(18, 5),
    agencia_dv: text(23, 1),
    conta: code(24, 12),
    conta_dv: text(36, 1),
    nosso_numero: text(38, 20),
    ...TITLE,
  }) as const

export const segmentQ = (banco: string) =>
  ({
    ...segment(banco, 'Q'),
    pagador_tipo: code(18, 1),
    pagador_documento: code(19, 15),
    pagador_nome: text(34, 40),
    pagador_endereco: text(74, 40),
    pagador_bairro: text(114, 15),
    pagador_cep: code(129, 8),
    pagador_cidade: text(137, 15),
    pagador_uf: text(152, 2),
    avalista_tipo: code(154, 1),
    avalista_documento: code(155, 15),
    avalista_nome: text(170, 40),
    compensacao: constant(210, '000'),
  }) as const

export const segmentR = (banco: string) =>
  ({
    ...segment(banco, 'R'),
    segundo_desconto: constant(18, '0'.repeat(24)),
    terceiro_desconto: constant(42, '0'.repeat(24)),
    multa_codigo: code(66, 1),
    multa_data: date(67, 'ddmmyyyy'),
    multa_valor: decimals(75, 15),
    mensagem_1: text(100, 40),
    mensagem_2: text(140, 40),
    alegacao: constant(200, '00000000'),
    debito: constant(208, '00000000'),
    debito_conta: constant(217, '000000000000'),
    debito_aviso: constant(231, '0'),
  }) as const

export const batchTrailer240 = (banco: string) =>
  ({
    ...control(banco, '5'),
    registros: integer(18, 6),
    quantidade: integer(24, 6),
    total: decimals(30, 17),
    outras: constant(47, '0'.repeat(69)),
  }) as const

export const trailer240 = (banco: string) =>
  ({
    ...control(banco, '9'),
    lotes: integer(18, 6),
    registros: integer(24, 6),
    contas: constant(30, '000000'),
  }) as const

export const COMANDOS_240 = {
  entrada: '01',
  baixa: '02',
  abatimento: '04',
  cancela_abatimento: '05',
  vencimento: '06',
  desconto: '07',
  cancela_desconto: '08',
  protesto: '09',
  susta_protesto_baixa: '10',
  susta_protesto: '11',
  valor: '47',
  alteracao: '31',
} as const

export const ESPECIES_240 = {
  DM: '02',
  DMI: '03',
  DS: '04',
  LC: '07',
  NP: '12',
  NS: '16',
  RC: '17',
  FAT: '18',
  ND: '19',
  ME: '21',
  CC: '31',
  BDP: '32',
  OUTROS: '99',
} as const

/** The layout as FEBRABAN has it, for a bank that differs in nothing but name and versions. */
export const layout240 = (
  banco: string,
  nome: string,
  versions: readonly [file: string, batch: string],
  densidade?: string,
): Layout240 => ({
  banco,
  header: header240(banco, nome, versions[0], densidade),
  lote: batch240(banco, versions[1]),
  p: segmentP(banco),
  q: segmentQ(banco),
  r: segmentR(banco),
  fimLote: batchTrailer240(banco),
  fim: trailer240(banco),
  comandos: COMANDOS_240,
  especies: ESPECIES_240,
  aceite: ['N', 'A'],
  protesto: ['3', '1'],
  devolucao: ['2', '1'],
  semJuros: '3',
})
