import { code, constant, date, decimals, type FixedRecord, integer, text, without } from '../../../layout/fixed-width'
import { type Grupo, type LayoutPagamento, layoutPagamento, type LotePagamento } from '../layout'

/** SISPAG, layout 086: no agreement is told, accounts have their digit a column further, payments are numbered and not their records, Pix goes apart. */

const COMMON = layoutPagamento('341', 'BANCO ITAU SA', {
  arquivo: '080',
  densidade: '00000',
  transferencia: '040',
  boleto: '030',
  guia: '030',
  tributo: '030',
})

/** The account of who pays, in header and batches. */
const account = (record: FixedRecord): FixedRecord => ({
  ...without(record, 'convenio', 'agencia_dv', 'agencia_conta_dv'),
  conta_dv: text(72, 1),
})

const group = (name: Grupo, ...sums: readonly FixedRecord[]): LotePagamento => ({
  lote: account(COMMON.lotes[name].lote),
  fim: { ...without(COMMON.lotes[name].fim, 'moedas'), ...Object.assign({}, ...sums) },
})

const A: FixedRecord = {
  ...without(COMMON.a, 'favorecido_agencia_dv', 'favorecido_agencia_conta_dv', 'quantidade', 'conta_tipo'),
  favorecido_conta_dv: text(43, 1),
  moeda: constant(102, 'REA'),
  pix_tipo: text(113, 2),
  zeros: constant(115, '00000'),
  nosso_numero: text(135, 15),
  documento: constant(198, '000000'),
  favorecido_documento: code(204, 14),
}

/** Columns that stand before and after those of a tax, whose block begins at column 18. */
const tax = (codigo: string, own: FixedRecord): FixedRecord => ({
  ...without(COMMON.w, 'segmento', 'complemento_1', 'complemento_2', 'complemento_3', 'complemento_4'),
  segmento: constant(14, 'N'),
  movimento: code(15, 3),
  tributo_codigo: constant(18, codigo),
  ...own,
  seu_numero: text(196, 20),
  nosso_numero: text(216, 15),
  ocorrencias: text(231, 10),
})

const REVENUE = { receita: code(20, 4), contribuinte_tipo: code(24, 1), contribuinte_documento: code(25, 14) } as const
const NAME = { contribuinte_nome: text(166, 30) } as const

/** DARF and DARJ. */
const revenue = (reference: FixedRecord): FixedRecord => ({
  ...REVENUE,
  periodo: date(39, 'ddmmyyyy'),
  ...reference,
  principal: decimals(64, 14),
  multa: decimals(78, 14),
  juros: decimals(92, 14),
  valor: decimals(106, 14),
  vencimento: date(120, 'ddmmyyyy'),
  data: date(128, 'ddmmyyyy'),
  ...NAME,
})

/** IPVA and DPVAT. */
const VEHICLE: FixedRecord = {
  contribuinte_tipo: code(24, 1),
  contribuinte_documento: code(25, 14),
  ano_base: code(39, 4),
  renavam_9: constant(43, '000000000'),
  uf: text(52, 2),
  municipio: code(54, 5),
  placa: text(59, 7),
  opcao: text(66, 1),
  principal: decimals(67, 14),
  desconto: decimals(81, 14),
  valor: decimals(95, 14),
  vencimento: date(109, 'ddmmyyyy'),
  data: date(117, 'ddmmyyyy'),
  renavam: code(154, 12),
  ...NAME,
}

const GARE: FixedRecord = {
  ...REVENUE,
  inscricao_estadual: code(39, 12),
  divida_ativa: code(51, 13),
  competencia: code(64, 6),
  parcela: code(70, 13),
  principal: decimals(83, 14),
  juros: decimals(97, 14),
  multa: decimals(111, 14),
  valor: decimals(125, 14),
  vencimento: date(139, 'ddmmyyyy'),
  data: date(147, 'ddmmyyyy'),
  ...NAME,
}

export const ITAU: LayoutPagamento = {
  ...COMMON,
  header: {
    ...account(without(COMMON.header, 'versao')),
    versao: constant(15, '080'),
    sequencia: integer(158, 9),
  },
  lotes: {
    transferencia: group('transferencia', { moedas: constant(42, '0'.repeat(18)) }),
    boleto: group('boleto', { moedas: constant(42, '0'.repeat(18)) }),
    guia: group('guia', { moedas: constant(42, '0'.repeat(15)) }),
    tributo: {
      ...group('tributo'),
      fim: {
        ...without(COMMON.lotes.tributo.fim, 'moedas', 'total'),
        total_principal: decimals(24, 14),
        total_outras: decimals(38, 14),
        total_acrescimos: decimals(52, 14),
        total: decimals(66, 14),
      },
    },
  },
  a: A,
  aPix: without(A, 'favorecido_agencia', 'favorecido_conta', 'favorecido_conta_dv'),
  b: {
    ...without(COMMON.b, 'documento_data', 'documento_valor', 'descontos', 'aviso'),
    favorecido_email: text(128, 100),
  },
  bPix: { ...COMMON.bPix, mensagem: text(63, 65), chave: text(128, 100) },
  j: { ...without(COMMON.j, 'moeda'), nosso_numero: text(216, 15) },
  j52: { ...COMMON.j52, instrucao: constant(15, '000') },
  j52Pix: { ...COMMON.j52Pix, instrucao: constant(15, '000'), qr_endereco: text(132, 77), qr_txid: text(209, 32) },
  o: {
    ...without(COMMON.o, 'codigo_barras'),
    linha_digitavel: text(18, 48),
    concessionaria: text(66, 30),
    vencimento: date(96, 'ddmmyyyy'),
    moeda: constant(104, 'REA'),
    quantidade: constant(107, '0'.repeat(15)),
    valor: decimals(122, 15),
    data: date(137, 'ddmmyyyy'),
    efetivado: decimals(145, 15),
    nota: constant(163, '000000000'),
    seu_numero: text(175, 20),
    nosso_numero: text(216, 15),
  },
  n: {
    gps: tax('01', {
      receita: code(20, 4),
      competencia: code(24, 6),
      contribuinte_documento: code(30, 14),
      principal: decimals(44, 14),
      outras_entidades: decimals(58, 14),
      atualizacao: decimals(72, 14),
      valor: decimals(86, 14),
      data: date(100, 'ddmmyyyy'),
      uso_empresa: text(116, 50),
      ...NAME,
    }),
    darf: tax('02', revenue({ referencia: code(47, 17) })),
    darf_simples: tax('03', revenue({ receita_bruta: decimals(47, 9), percentual: decimals(56, 4) })),
    darj: tax('04', revenue({ referencia: code(47, 17) })),
    gare_icms: tax('05', GARE),
    ipva: tax('07', VEHICLE),
    dpvat: tax('08', VEHICLE),
    fgts: tax('11', {
      ...REVENUE,
      codigo_barras: text(39, 48),
      identificador: code(87, 16),
      lacre: code(103, 9),
      lacre_dv: code(112, 2),
      contribuinte_nome: text(114, 30),
      data: date(144, 'ddmmyyyy'),
      valor: decimals(152, 14),
    }),
  },
  z: { ...without(COMMON.z, 'protocolo'), seu_numero: text(79, 20), nosso_numero: text(104, 15) },
  formas: {
    ...COMMON.formas,
    credito_mesma: '06',
    guia: '13',
    guia_municipal: '19',
    guia_governo: '91',
    darj: '21',
    ipva: '25',
    dpvat: '27',
    fgts: '35',
  },
  conta: 'pagamentos',
  temB: false,
  finalidadeTed: false,
  propria: { agencia: 4, conta: 6 },
  pixApart: true,
  quer: [],
}
