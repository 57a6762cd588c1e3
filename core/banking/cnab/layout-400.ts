import { code, constant, date, decimals, type FixedRecord, integer, text } from '../../layout/fixed-width'
import type { Comando, Especie } from './titulo'

/**
 * The remessa of 400 columns. Banks share its middle (columns 109 to 351) and differ before and behind; each bank's file says in which names of the common vocabulary its columns
 * are. What a bank has no column for, its record does not name, and a title that asks for it is refused.
 */

/** How a bank is told to protest or to give back: by a code of instruction and days in a field, or by a code for each number of days. */
export type PrazoRule =
  | { readonly codigo: string; readonly dias: 'instrucao_2' | 'prazo' }
  | { readonly codigos: Readonly<Record<string, string>> }

export interface Layout400 {
  readonly banco: string
  readonly header: FixedRecord
  readonly detalhe: FixedRecord
  /** A record of its own for the fine. */
  readonly multa?: FixedRecord
  readonly trailer: FixedRecord
  /** The command's codes; a command that is not named the bank does not take by this layout. */
  readonly comandos: Readonly<Partial<Record<Comando, string>>>
  readonly especies: Readonly<Partial<Record<Especie, string>>>
  readonly aceite: readonly [no: string, yes: string]
  /** Codes of instruction for protest and return; where absent, it cannot be told. */
  readonly protesto?: PrazoRule
  readonly devolucao?: PrazoRule
  /** What says that a fine stands there, if not a record of its own. */
  readonly multaCodigo?: string
}

const header400 = (banco: string, nome: string) =>
  ({
    registro: constant(1, '0'),
    operacao: constant(2, '1'),
    literal: constant(3, 'REMESSA'),
    servico: constant(10, '01'),
    servico_literal: constant(12, 'COBRANCA', 15),
    empresa: text(47, 30),
    banco: constant(77, banco),
    banco_nome: constant(80, nome, 15),
    data: date(95, 'ddmmyy'),
    linha: integer(395, 6),
  }) as const

/** Columns 1 to 17: what the record is, and who collects. */
const OWNER_400 = {
  registro: constant(1, '1'),
  empresa_tipo: code(2, 2),
  empresa_documento: code(4, 14),
} as const

/** Columns 109 to 218: the title. */
const title400 = (banco: string) =>
  ({
    comando: code(109, 2),
    seu_numero: text(111, 10),
    vencimento: date(121, 'ddmmyy'),
    valor: decimals(127, 13),
    banco_cobrador: constant(140, banco),
    agencia_cobradora: constant(143, '00000'),
    especie: code(148, 2),
    aceite: text(150, 1),
    emissao: date(151, 'ddmmyy'),
    instrucao_1: code(157, 2),
    instrucao_2: code(159, 2),
    juros_dia: decimals(161, 13),
    desconto_data: date(174, 'ddmmyy'),
    desconto_valor: decimals(180, 13),
    iof: decimals(193, 13),
    abatimento: decimals(206, 13),
  }) as const

/** Columns 219 to 314: who pays. */
const PAYER_400 = {
  pagador_tipo: code(219, 2),
  pagador_documento: code(221, 14),
  pagador_nome: text(235, 40),
  pagador_endereco: text(275, 40),
} as const

/** Columns 315 to 351: where who pays lives. */
const PLACE_400 = {
  pagador_bairro: text(315, 12),
  pagador_cep: code(327, 8),
  pagador_cidade: text(335, 15),
  pagador_uf: text(350, 2),
} as const

export const LINE_400 = { linha: integer(395, 6) } as const

export const TRAILER_400 = { registro: constant(1, '9'), linha: integer(395, 6) } as const

/** Commands that most banks number alike. */
export const COMANDOS_400 = {
  entrada: '01',
  baixa: '02',
  abatimento: '04',
  cancela_abatimento: '05',
  vencimento: '06',
  protesto: '09',
} as const

/** The layout as banks have it in common: each takes what it has, and says its own over it. */
export const layout400 = (banco: string, nome: string) =>
  ({
    banco,
    header: header400(banco, nome),
    detalhe: { ...OWNER_400, ...title400(banco), ...PAYER_400, ...PLACE_400, ...LINE_400 },
    trailer: TRAILER_400,
    comandos: COMANDOS_400,
    aceite: ['N', 'A'],
  }) as const
