import { code, constant, type FixedRecord, text, without } from '../../../layout/fixed-width'
import { type LayoutPagamento, layoutPagamento, type LotePagamento } from '../layout'
import { ITAU } from './itau'

/** The banks' layouts. Those that are FEBRABAN's but for some columns stand here; Itaú's is a file of its own. */

/** The first record of every batch of a layout, and more in the last. */
function inBatches(
  layout: LayoutPagamento,
  change: (lote: FixedRecord) => FixedRecord,
  ends: FixedRecord = {},
): LayoutPagamento['lotes'] {
  const of = ({ lote, fim }: LotePagamento): LotePagamento => ({ lote: change(lote), fim: { ...fim, ...ends } })
  const { transferencia, boleto, guia, tributo } = layout.lotes
  return { transferencia: of(transferencia), boleto: of(boleto), guia: of(guia), tributo: of(tributo) }
}

const BB = layoutPagamento('001', 'BANCO DO BRASIL S/A', {
  arquivo: '050',
  densidade: '00000',
  transferencia: '031',
  boleto: '030',
  guia: '012',
  tributo: '012',
})

/** The agreement and the product. */
const AGREEMENT_BB = { convenio: code(33, 9), produto: constant(42, '0126', 11) } as const

const BANCO_DO_BRASIL: LayoutPagamento = {
  ...BB,
  header: { ...BB.header, ...AGREEMENT_BB },
  lotes: inBatches(BB, (lote) => ({ ...lote, ...AGREEMENT_BB })),
}

const COMMON_033 = layoutPagamento('033', 'BANCO SANTANDER', {
  arquivo: '060',
  densidade: '00000',
  transferencia: '031',
  boleto: '030',
  guia: '010',
  tributo: '010',
})

const SANTANDER: LayoutPagamento = { ...COMMON_033, j: { ...COMMON_033.j, moeda: constant(223, '00') } }

const COMMON_104 = layoutPagamento('104', 'CAIXA', {
  arquivo: '080',
  densidade: '01600',
  transferencia: '041',
  boleto: '030',
  guia: '010',
  tributo: '010',
})

/** Six columns for our number; whether the account is one of savings is told in one of its own. */
const A_104: FixedRecord = {
  ...without(COMMON_104.a, 'conta_tipo'),
  seu_numero: text(74, 6),
  conta_tipo_n: code(93, 1),
}

const CAIXA: LayoutPagamento = {
  ...COMMON_104,
  header: {
    ...COMMON_104.header,
    convenio: code(33, 6),
    parametro_transmissao: code(39, 2),
    ambiente: constant(41, 'P'),
    aplicativo: constant(46, '0000'),
  },
  lotes: inBatches(COMMON_104, (lote) => ({
    ...lote,
    convenio: code(33, 6),
    compromisso: code(39, 6),
    parametro_transmissao: code(45, 2),
  })),
  a: A_104,
  aPix: A_104,
  quer: ['convenio', 'parametro_transmissao', 'compromisso'],
}

/** MultiPag: version 089 of the file, 045 of transfers; the debit is told to be one of the account. */
const multipag = (banco: string, nome: string): LayoutPagamento => {
  const common = layoutPagamento(banco, nome, {
    arquivo: '089',
    densidade: '01600',
    transferencia: '045',
    boleto: '040',
    guia: '012',
    tributo: '012',
  })
  return {
    ...common,
    fim: { ...common.fim, contas: constant(30, '000000') },
    lotes: inBatches(common, (lote) => ({ ...lote, debito: constant(223, '01') }), { aviso: constant(60, '000000') }),
  }
}

/** What banks have in common, to read files of banks whose own layouts are not known. Nothing is written by it. */
export const GERAL = layoutPagamento('', '', {
  arquivo: '',
  densidade: '',
  transferencia: '',
  boleto: '',
  guia: '',
  tributo: '',
})

/** The banks that are written, by code. */
export const LAYOUTS_PAGAMENTO: ReadonlyMap<string, LayoutPagamento> = new Map(
  [
    BANCO_DO_BRASIL,
    SANTANDER,
    CAIXA,
    multipag('237', 'BANCO BRADESCO S A'),
    ITAU,
    multipag('707', 'BANCO DAYCOVAL S A'),
  ].map((one) => [one.banco, one]),
)
