import { code, date, decimals, type FixedRecord, integer, text } from '../../layout/fixed-width'

/** Where banks tell what, by the common vocabulary. Of 400 columns what all share, and each bank's differences over it. */

export const HEADER_400 = {
  banco: text(77, 3),
  convenio: text(27, 20),
  empresa: text(47, 30),
  data: date(95, 'ddmmyy'),
} as const

export const DETAIL_400 = {
  empresa_documento: text(4, 14),
  uso_empresa: text(38, 25),
  nosso_numero: text(63, 11),
  carteira: text(108, 1),
  codigo: text(109, 2),
  ocorrencia: date(111, 'ddmmyy'),
  seu_numero: text(117, 10),
  vencimento: date(147, 'ddmmyy'),
  valor: decimals(153, 13),
  banco_cobrador: text(166, 3),
  agencia_cobradora: text(169, 5),
  tarifa: decimals(176, 13),
  outras_despesas: decimals(189, 13),
  iof: decimals(215, 13),
  abatimento: decimals(228, 13),
  desconto: decimals(241, 13),
  pago: decimals(254, 13),
  juros: decimals(267, 13),
  outros_creditos: decimals(280, 13),
  credito: date(296, 'ddmmyy'),
} as const

/** Where the reasons are, and how many columns each has. */
export interface Retorno400 {
  readonly header?: FixedRecord
  readonly detalhe?: FixedRecord
  readonly sem?: readonly string[]
  readonly motivos?: readonly [at: number, length: number, size: number]
  readonly detalhes?: string
}

/** The credit and the fee as Banco do Brasil and Sicoob tell them, fewer columns for the fee. */
const EARLY_CREDIT = { credito: date(176, 'ddmmyy'), tarifa: decimals(182, 7), liquido: decimals(306, 13) } as const

const BANCO_DO_BRASIL: Retorno400 = {
  header: { agencia: text(27, 4), conta: text(32, 8), sequencia: integer(101, 7), convenio: text(150, 7) },
  detalhe: {
    ...EARLY_CREDIT,
    uso_empresa: text(39, 25),
    nosso_numero: text(64, 17),
    carteira: text(107, 2),
    agencia_cobradora: text(169, 4),
  },
  motivos: [87, 2, 2],
  detalhes: '17',
}

/** Agreements of six digits, whose record is 1. */
export const BANCO_DO_BRASIL_6: FixedRecord = {
  ...DETAIL_400,
  ...BANCO_DO_BRASIL.detalhe,
  uso_empresa: text(38, 25),
  nosso_numero: text(63, 11),
  nosso_numero_dv: text(74, 1),
}

/** Banks that tell by the common columns, as far as is known. */
const COMMON_BANKS =
  '003 021 047 069 133 174 212 224 246 320 389 399 435 604 611 623 633 634 637 653 654 655 707 746'.split(' ')

const OWN: Readonly<Record<string, Retorno400>> = {
  '001': BANCO_DO_BRASIL,
  '004': { detalhe: { nosso_numero: text(63, 7), nosso_numero_dv: text(70, 1), credito: date(111, 'ddmmyy') } },
  '033': {
    header: { convenio: text(27, 20) },
    detalhe: { nosso_numero: text(63, 8), pagador_nome: text(302, 36), reserva: text(127, 8) },
    motivos: [137, 9, 3],
  },
  '041': {
    header: { convenio: text(27, 13) },
    detalhe: { nosso_numero: text(63, 10), convenio: text(18, 12) },
    motivos: [383, 10, 2],
  },
  '070': {
    header: { data: date(95, 'ddmmyyyy') },
    detalhe: {
      nosso_numero: text(129, 12),
      codigo: text(109, 2),
      ocorrencia: date(111, 'ddmmyyyy'),
      seu_numero: text(38, 25),
      uso_empresa: text(38, 25),
      vencimento: date(149, 'ddmmyyyy'),
      valor: decimals(157, 13),
      banco_cobrador: text(170, 3),
      agencia_cobradora: text(173, 4),
      tarifa: decimals(179, 13),
      pago: decimals(258, 13),
      credito: date(299, 'ddmmyyyy'),
    },
    sem: ['outras_despesas', 'iof', 'abatimento', 'desconto', 'juros', 'outros_creditos', 'carteira'],
  },
  '077': {
    detalhe: {
      carteira: text(21, 3),
      nosso_numero: text(71, 11),
      codigo: text(90, 2),
      ocorrencia: date(92, 'ddmmyy'),
      seu_numero: text(98, 10),
      vencimento: date(119, 'ddmmyy'),
      valor: decimals(125, 13),
      banco_cobrador: text(138, 3),
      agencia_cobradora: text(141, 4),
      pago: decimals(160, 13),
      credito: date(173, 'ddmmyy'),
      pagador_nome: text(182, 40),
      pagador_documento: text(227, 14),
    },
    sem: ['tarifa', 'outras_despesas', 'iof', 'abatimento', 'desconto', 'juros', 'outros_creditos'],
  },
  '084': { detalhe: { nosso_numero: text(71, 11), nosso_numero_dv: text(82, 1) }, motivos: [319, 10, 2] },
  '085': { detalhe: { nosso_numero: text(63, 17) } },
  '097': {
    header: { sequencia: integer(101, 7) },
    detalhe: {
      vencimento: date(147, 'ddmmyy'),
      valor: decimals(153, 13),
      credito: date(176, 'ddmmyy'),
      pagador_documento: text(221, 14),
      pagador_nome: text(235, 18),
      pago: decimals(254, 13),
      banco_cobrador: text(166, 3),
    },
    sem: [
      'tarifa',
      'outras_despesas',
      'iof',
      'abatimento',
      'desconto',
      'juros',
      'outros_creditos',
      'carteira',
      'codigo',
      'ocorrencia',
    ],
  },
  '104': {
    header: { agencia: text(27, 4), convenio: text(31, 6), sequencia: integer(390, 5) },
    detalhe: {
      uso_empresa: text(32, 25),
      nosso_numero: text(57, 17),
      carteira: text(107, 2),
      multa: decimals(280, 13),
      credito: date(294, 'ddmmyy'),
    },
    sem: ['outras_despesas', 'outros_creditos'],
    motivos: [80, 3, 3],
  },
  '136': {
    header: { sequencia: integer(108, 7) },
    detalhe: { ...EARLY_CREDIT, nosso_numero: text(46, 17), uso_empresa: text(281, 25) },
    sem: ['juros', 'outros_creditos'],
  },
  '208': { detalhe: { nosso_numero: text(71, 11), nosso_numero_dv: text(82, 1) }, motivos: [319, 10, 2] },
  '237': {
    header: { convenio: text(27, 20), sequencia: integer(109, 5), credito: date(380, 'ddmmyy') },
    detalhe: { nosso_numero: text(71, 11), nosso_numero_dv: text(82, 1), convenio: text(21, 17) },
    motivos: [319, 10, 2],
  },
  '274': { detalhe: { nosso_numero: text(71, 11), nosso_numero_dv: text(82, 1) } },
  '336': { detalhe: { nosso_numero: text(63, 11), nosso_numero_dv: text(74, 1) } },
  '341': {
    header: { agencia: text(27, 4), conta: text(33, 5), sequencia: integer(109, 5), credito: date(114, 'ddmmyy') },
    detalhe: {
      carteira: text(83, 3),
      nosso_numero: text(86, 8),
      nosso_numero_dv: text(94, 1),
      agencia_cobradora: text(169, 4),
      pagador_nome: text(325, 30),
    },
    sem: ['outras_despesas'],
    motivos: [378, 8, 2],
  },
  '422': { detalhe: { nosso_numero: text(63, 9) }, motivos: [105, 3, 3] },
  '643': { detalhe: { credito: date(386, 'ddmmyy') } },
  '712': { detalhe: { nosso_numero: text(71, 11), nosso_numero_dv: text(82, 1) } },
  '745': { detalhe: { nosso_numero: text(65, 12) } },
  '748': {
    header: { convenio: text(27, 5), empresa: text(46, 30), data: date(95, 'yyyymmdd'), sequencia: integer(111, 7) },
    detalhe: {
      nosso_numero: text(48, 15),
      uso_empresa: text(14, 11),
      multa: decimals(280, 13),
      credito: date(329, 'yyyymmdd'),
    },
    sem: ['outros_creditos', 'carteira', 'iof', 'banco_cobrador', 'agencia_cobradora'],
    motivos: [319, 10, 2],
  },
  '756': {
    header: { agencia: text(27, 4), convenio: text(32, 9), sequencia: integer(101, 7) },
    detalhe: {
      ...EARLY_CREDIT,
      nosso_numero: text(63, 11),
      nosso_numero_dv: text(74, 1),
      carteira: text(107, 2),
      pagador_documento: text(343, 15),
    },
    motivos: [80, 2, 2],
  },
}

/** The banks whose retornos of 400 columns are read. */
export const RETORNOS_400: Readonly<Record<string, Retorno400>> = {
  ...Object.fromEntries(COMMON_BANKS.map((banco) => [banco, {}])),
  ...OWN,
}

/** The last record's number, which is the count of records. */
export const TRAILER_400 = { linha: text(395, 6) } as const

/** Santander's record of the Pix of a title. */
export const PIX_400 = { location: text(44, 53), txid: text(97, 35) } as const

export const HEADER_240 = {
  banco: text(1, 3),
  empresa_documento: text(19, 14),
  convenio: text(33, 20),
  agencia: text(53, 5),
  conta: text(59, 12),
  empresa: text(73, 30),
  data: date(144, 'ddmmyyyy'),
  sequencia: text(158, 6),
} as const

export const SEGMENT_T = {
  codigo: text(16, 2),
  nosso_numero: text(38, 20),
  carteira: text(58, 1),
  seu_numero: text(59, 15),
  vencimento: date(74, 'ddmmyyyy'),
  valor: decimals(82, 15),
  banco_cobrador: text(97, 3),
  agencia_cobradora: text(100, 5),
  uso_empresa: text(106, 25),
  pagador_tipo: text(133, 1),
  pagador_documento: text(134, 15),
  pagador_nome: text(149, 40),
  tarifa: decimals(199, 15),
  motivos: text(214, 10),
} as const

export const SEGMENT_U = {
  juros: decimals(18, 15),
  desconto: decimals(33, 15),
  abatimento: decimals(48, 15),
  iof: decimals(63, 15),
  pago: decimals(78, 15),
  liquido: decimals(93, 15),
  outras_despesas: decimals(108, 15),
  outros_creditos: decimals(123, 15),
  ocorrencia: date(138, 'ddmmyyyy'),
  credito: date(146, 'ddmmyyyy'),
} as const

/** Segment Y, kind 03: the Pix of a title. */
export const SEGMENT_Y03 = { kind: code(18, 2), location: text(82, 77), txid: text(159, 35) } as const
/** Segment Y, kind 04: the code that is copied and pasted, or what Santander tells there. */
export const SEGMENT_Y04 = { kind: code(18, 2), emv: text(20, 200) } as const

/** Where banks of 240 columns tell a title's number otherwise. */
export const SEGMENTS_T: Readonly<Record<string, FixedRecord>> = {
  '033': {
    codigo: text(16, 2),
    nosso_numero: text(41, 13),
    carteira: text(54, 1),
    seu_numero: text(55, 15),
    vencimento: date(70, 'ddmmyyyy'),
    valor: decimals(78, 15),
    banco_cobrador: text(93, 3),
    agencia_cobradora: text(96, 5),
    uso_empresa: text(101, 25),
    pagador_tipo: text(128, 1),
    pagador_documento: text(129, 15),
    pagador_nome: text(144, 40),
    tarifa: decimals(194, 15),
    motivos: text(209, 10),
  },
  '104': { ...SEGMENT_T, nosso_numero: text(40, 17), nosso_numero_dv: text(57, 1), seu_numero: text(59, 11) },
  '237': { ...SEGMENT_T, carteira: text(38, 3), nosso_numero: text(46, 11), nosso_numero_dv: text(57, 1) },
  '341': {
    ...SEGMENT_T,
    carteira: text(38, 3),
    nosso_numero: text(41, 8),
    nosso_numero_dv: text(49, 1),
    seu_numero: text(59, 10),
  },
  '756': { ...SEGMENT_T, nosso_numero: text(38, 9), nosso_numero_dv: text(47, 1) },
}

export const BATCH_TRAILER_240 = { registros: text(18, 6) } as const
export const TRAILER_240 = { lotes: text(18, 6), registros: text(24, 6) } as const

export const RECORD_A_150 = {
  operacao: text(2, 1),
  convenio: text(3, 20),
  empresa: text(23, 20),
  banco: text(43, 3),
  data: date(66, 'yyyymmdd'),
  sequencia: integer(74, 6),
} as const

export const RECORD_G_150 = {
  conta: text(2, 20),
  pagamento: date(22, 'yyyymmdd'),
  credito: date(30, 'yyyymmdd'),
  codigo_barras: text(38, 44),
  valor: decimals(82, 12),
  tarifa: decimals(94, 7),
  nsr: text(101, 8),
} as const

export const RECORD_Z_150 = { registros: integer(2, 6), total: decimals(8, 17) } as const
