import { code, constant, date, decimals, type FixedRecord, integer, text, time } from '../../layout/fixed-width'
import type { Tributo } from './pagamento'

/**
 * The file of payments of 240 columns, of FEBRABAN: batches of payments of one form, each payment one record or some. Banks differ in how they tell accounts and numbers; each
 * bank's file says so over what is common.
 */

/** Forms of payment, of which each bank has codes (FEBRABAN G029). */
export type Forma =
  | 'credito'
  | 'credito_mesma'
  | 'poupanca'
  | 'ted'
  | 'ted_mesma'
  | 'pix'
  | 'pix_qr'
  | 'boleto_proprio'
  | 'boleto'
  | 'guia'
  | 'guia_municipal'
  | 'guia_governo'
  | Tributo

/** Batches that are told alike. */
export type Grupo = 'transferencia' | 'boleto' | 'guia' | 'tributo'

export interface LotePagamento {
  readonly lote: FixedRecord
  readonly fim: FixedRecord
}

/** What a bank writes where the common layout lets it choose. */
export interface LayoutPagamento {
  readonly banco: string
  readonly header: FixedRecord
  readonly fim: FixedRecord
  readonly lotes: Readonly<Record<Grupo, LotePagamento>>
  readonly a: FixedRecord
  /** Of a Pix by key, which tells no account. */
  readonly aPix: FixedRecord
  readonly b: FixedRecord
  readonly bPix: FixedRecord
  readonly j: FixedRecord
  readonly j52: FixedRecord
  readonly j52Pix: FixedRecord
  readonly o: FixedRecord
  /** A record a tax; its constant `tributo_codigo` tells which. */
  readonly n: Readonly<Partial<Record<Tributo, FixedRecord>>>
  readonly w: FixedRecord
  readonly z: FixedRecord
  readonly formas: Readonly<Partial<Record<Forma, string>>>
  /** Numbers in a batch count records, or payments whose records share one. */
  readonly conta: 'registros' | 'pagamentos'
  /** Every transfer has a segment B; else those that tell something there. */
  readonly temB: boolean
  /** A TED says what it is for; else the bank takes it for a credit in account. */
  readonly finalidadeTed: boolean
  /** How many digits branches and accounts of the bank itself have at most. */
  readonly propria: { readonly agencia: number; readonly conta: number }
  /** Pix goes in files of its own. */
  readonly pixApart: boolean
  /** What the bank has no column for, or wants, of who pays. */
  readonly quer: readonly string[]
}

const control = (banco: string, registro: string) =>
  ({ banco: constant(1, banco, 3), lote: code(4, 4), registro: constant(8, registro) }) as const

const segment = (banco: string, letter: string) =>
  ({ ...control(banco, '3'), n: integer(9, 5), segmento: constant(14, letter) }) as const

/** Who pays, as header and batches tell it alike. */
const OWNER = {
  empresa_tipo: code(18, 1),
  empresa_documento: code(19, 14),
  convenio: text(33, 20),
  agencia: code(53, 5),
  agencia_dv: text(58, 1),
  conta: code(59, 12),
  conta_dv: text(71, 1),
  agencia_conta_dv: text(72, 1),
  empresa: text(73, 30),
} as const

const header = (banco: string, nome: string, versao: string, densidade: string): FixedRecord => ({
  ...control(banco, '0'),
  ...OWNER,
  banco_nome: constant(103, nome, 30),
  arquivo: constant(143, '1'),
  data: date(144, 'ddmmyyyy'),
  hora: time(152),
  sequencia: integer(158, 6),
  versao: constant(164, versao, 3),
  densidade: constant(167, densidade, 5),
})

const batch = (banco: string, versao: string): FixedRecord => ({
  ...control(banco, '1'),
  operacao: constant(9, 'C'),
  servico: code(10, 2),
  forma: code(12, 2),
  versao: constant(14, versao, 3),
  ...OWNER,
  empresa_logradouro: text(143, 30),
  empresa_numero: code(173, 5),
  empresa_complemento: text(178, 15),
  empresa_cidade: text(193, 20),
  empresa_cep: code(213, 8),
  empresa_uf: text(221, 2),
  ocorrencias: text(231, 10),
})

const batchTrailer = (banco: string): FixedRecord => ({
  ...control(banco, '5'),
  registros: integer(18, 6),
  total: decimals(24, 18),
  moedas: constant(42, '0'.repeat(18)),
  ocorrencias: text(231, 10),
})

const trailer = (banco: string): FixedRecord => ({
  ...control(banco, '9'),
  lotes: integer(18, 6),
  registros: integer(24, 6),
})

const segmentA = (banco: string) =>
  ({
    ...segment(banco, 'A'),
    movimento: code(15, 3),
    camara: code(18, 3),
    favorecido_banco: code(21, 3),
    favorecido_agencia: code(24, 5),
    favorecido_agencia_dv: text(29, 1),
    favorecido_conta: code(30, 12),
    favorecido_conta_dv: text(42, 1),
    favorecido_agencia_conta_dv: text(43, 1),
    favorecido_nome: text(44, 30),
    seu_numero: text(74, 20),
    data: date(94, 'ddmmyyyy'),
    moeda: constant(102, 'BRL'),
    quantidade: constant(105, '0'.repeat(15)),
    valor: decimals(120, 15),
    nosso_numero: text(135, 20),
    efetivacao: date(155, 'ddmmyyyy'),
    efetivado: decimals(163, 15),
    finalidade: text(220, 5),
    conta_tipo: text(225, 2),
    aviso: constant(230, '0'),
    ocorrencias: text(231, 10),
  }) as const

const TARGET = { favorecido_tipo: code(18, 1), favorecido_documento: code(19, 14) } as const

const segmentB = (banco: string) =>
  ({
    ...segment(banco, 'B'),
    ...TARGET,
    favorecido_logradouro: text(33, 30),
    favorecido_numero: code(63, 5),
    favorecido_complemento: text(68, 15),
    favorecido_bairro: text(83, 15),
    favorecido_cidade: text(98, 20),
    favorecido_cep: code(118, 8),
    favorecido_uf: text(126, 2),
    documento_data: date(128, 'ddmmyyyy'),
    documento_valor: decimals(136, 15),
    descontos: constant(151, '0'.repeat(60)),
    aviso: constant(226, '0'),
  }) as const

const segmentBPix = (banco: string) =>
  ({
    ...segment(banco, 'B'),
    chave_tipo: code(15, 2),
    ...TARGET,
    mensagem: text(68, 60),
    chave: text(128, 99),
  }) as const

const segmentJ = (banco: string) =>
  ({
    ...segment(banco, 'J'),
    movimento: code(15, 3),
    codigo_barras: code(18, 44),
    favorecido_nome: text(62, 30),
    vencimento: date(92, 'ddmmyyyy'),
    valor_titulo: decimals(100, 15),
    desconto: decimals(115, 15),
    acrescimo: decimals(130, 15),
    data: date(145, 'ddmmyyyy'),
    valor: decimals(153, 15),
    quantidade: constant(168, '0'.repeat(15)),
    seu_numero: text(183, 20),
    nosso_numero: text(203, 20),
    moeda: constant(223, '09'),
    ocorrencias: text(231, 10),
  }) as const

const PARTIES = {
  opcional: constant(18, '52'),
  sacado_tipo: code(20, 1),
  sacado_documento: code(21, 15),
  sacado_nome: text(36, 40),
  favorecido_tipo: code(76, 1),
  favorecido_documento: code(77, 15),
  // Of 40 letters, where `favorecido_nome` of segments A and J has 30: what is read tells the longer.
  favorecido_nome_todo: text(92, 40),
} as const

const segmentJ52 = (banco: string) =>
  ({
    ...segment(banco, 'J'),
    instrucao: constant(16, '00'),
    ...PARTIES,
    sacador_tipo: code(132, 1),
    sacador_documento: code(133, 15),
    sacador_nome: text(148, 40),
  }) as const

const segmentJ52Pix = (banco: string) =>
  ({
    ...segment(banco, 'J'),
    instrucao: constant(16, '00'),
    ...PARTIES,
    qr_endereco: text(132, 79),
    qr_txid: text(211, 30),
  }) as const

const segmentO = (banco: string) =>
  ({
    ...segment(banco, 'O'),
    movimento: code(15, 3),
    codigo_barras: code(18, 44),
    concessionaria: text(62, 30),
    vencimento: date(92, 'ddmmyyyy'),
    data: date(100, 'ddmmyyyy'),
    valor: decimals(108, 15),
    seu_numero: text(123, 20),
    nosso_numero: text(143, 20),
    ocorrencias: text(231, 10),
  }) as const

/** Columns of segment N before those of the tax. */
const taxes = (banco: string, codigo: string) =>
  ({
    ...segment(banco, 'N'),
    movimento: code(15, 3),
    seu_numero: text(18, 20),
    nosso_numero: text(38, 20),
    contribuinte_nome: text(58, 30),
    data: date(88, 'ddmmyyyy'),
    valor: decimals(96, 15),
    receita: text(111, 6),
    contribuinte_tipo_n: code(117, 2),
    contribuinte_documento: code(119, 14),
    tributo_codigo: constant(133, codigo),
    ocorrencias: text(231, 10),
  }) as const

/** N1 to N4: GPS, DARF, DARF Simples and GARE-SP. */
const segmentsN = (banco: string): Readonly<Partial<Record<Tributo, FixedRecord>>> => ({
  gps: {
    ...taxes(banco, '17'),
    competencia: code(135, 6),
    principal: decimals(141, 15),
    outras_entidades: decimals(156, 15),
    atualizacao: decimals(171, 15),
    uso_empresa: text(186, 45),
  },
  darf: {
    ...taxes(banco, '16'),
    periodo: date(135, 'ddmmyyyy'),
    referencia: code(143, 17),
    principal: decimals(160, 15),
    multa: decimals(175, 15),
    juros: decimals(190, 15),
    vencimento: date(205, 'ddmmyyyy'),
  },
  darf_simples: {
    ...taxes(banco, '18'),
    periodo: date(135, 'ddmmyyyy'),
    receita_bruta: decimals(143, 15),
    percentual: decimals(158, 7),
    principal: decimals(165, 15),
    multa: decimals(180, 15),
    juros: decimals(195, 15),
  },
  gare_icms: {
    ...taxes(banco, '22'),
    vencimento: date(135, 'ddmmyyyy'),
    inscricao_estadual: code(143, 12),
    divida_ativa: code(155, 13),
    competencia: code(168, 6),
    parcela: code(174, 13),
    principal: decimals(187, 15),
    juros: decimals(202, 14),
    multa: decimals(216, 14),
  },
})

const segmentW = (banco: string) =>
  ({
    ...segment(banco, 'W'),
    complemento_1: text(17, 40),
    complemento_2: text(57, 40),
    complemento_3: text(97, 40),
    complemento_4: text(137, 40),
  }) as const

const segmentZ = (banco: string) =>
  ({ ...segment(banco, 'Z'), autenticacao: text(15, 64), protocolo: text(79, 25) }) as const

/** Forms as FEBRABAN numbers them. */
const FORMAS: Readonly<Partial<Record<Forma, string>>> = {
  credito: '01',
  poupanca: '05',
  guia: '11',
  darf: '16',
  gps: '17',
  darf_simples: '18',
  gare_icms: '22',
  boleto_proprio: '30',
  boleto: '31',
  ted: '41',
  ted_mesma: '43',
  pix: '45',
  pix_qr: '47',
}

/** Versions that a bank wants told: of the file, and of its batches by group. */
export interface Versoes extends Readonly<Record<Grupo, string>> {
  readonly arquivo: string
  readonly densidade: string
}

/** The layout as FEBRABAN has it, for a bank that differs in nothing but name and versions. */
export function layoutPagamento(banco: string, nome: string, versoes: Versoes): LayoutPagamento {
  const group = (versao: string): LotePagamento => ({ lote: batch(banco, versao), fim: batchTrailer(banco) })
  const a = segmentA(banco)
  return {
    banco,
    header: header(banco, nome, versoes.arquivo, versoes.densidade),
    fim: trailer(banco),
    lotes: {
      transferencia: group(versoes.transferencia),
      boleto: group(versoes.boleto),
      guia: group(versoes.guia),
      tributo: group(versoes.tributo),
    },
    a,
    aPix: a,
    b: segmentB(banco),
    bPix: segmentBPix(banco),
    j: segmentJ(banco),
    j52: segmentJ52(banco),
    j52Pix: segmentJ52Pix(banco),
    o: segmentO(banco),
    n: segmentsN(banco),
    w: segmentW(banco),
    z: segmentZ(banco),
    formas: FORMAS,
    conta: 'registros',
    temB: true,
    finalidadeTed: true,
    propria: { agencia: 5, conta: 12 },
    pixApart: false,
    quer: ['convenio'],
  }
}

/** The records of a group of batches: what is known of a form by its code is known of the batch. */
export const grupoDe = (segmento: string): Grupo | undefined =>
  ({ A: 'transferencia', J: 'boleto', O: 'guia', N: 'tributo' } as const)[segmento]
