import { USUAL_IN, USUAL_OUT, usualLines } from '../../core/tax/cfop'
import type { Ctx } from '../../http/platform/context'

type Values = Readonly<Record<string, unknown>>

/** An operation and the CFOP of its cases. */
interface Operation {
  readonly row: Values
  readonly lines: readonly object[]
}

const SILENT = { gera_financeiro: 'NAO_GERA', tPag: '90' } as const
const UNSEEN = { ...SILENT, exibe_relatorio: false } as const

function goesOut(usual: keyof typeof USUAL_OUT, row: Values): Operation {
  const { natOp, finNFe } = USUAL_OUT[usual]
  return { row: { tipo: 1, natOp, finNFe, ...row }, lines: usualLines(USUAL_OUT[usual], 5) }
}

function comesIn(usual: keyof typeof USUAL_IN, row: Values): Operation {
  const { natOp, finNFe } = USUAL_IN[usual]
  return { row: { tipo: 0, natOp, finNFe, ...row }, lines: usualLines(USUAL_IN[usual], 1) }
}

/** The usual operation of a kind is the one with `padrao`: 0 entry, 1 exit, 2 production, 3 adjustment; the last two are within the house and have no note. */
const OPERATIONS: readonly Operation[] = [
  comesIn('compra', { descricao: 'Compra para revenda', padrao: 0 }),
  goesOut('venda', { descricao: 'Venda de mercadorias', padrao: 1 }),
  { row: { descricao: 'Produção', tipo: 0, padrao: 2, gera_financeiro: 'NAO_GERA' }, lines: [] },
  {
    row: { descricao: 'Ajuste de estoque', tipo: 0, padrao: 3, gera_financeiro: 'NAO_GERA', exibe_relatorio: false },
    lines: [],
  },
  comesIn('devolucao', { descricao: 'Devolução de venda', exige_referencia: true, ...SILENT }),
  goesOut('devolucao', { descricao: 'Devolução de compra', exige_referencia: true, ...SILENT }),
  goesOut('bonificacao', { descricao: 'Bonificação', ...SILENT }),
  goesOut('conserto', { descricao: 'Remessa para conserto', ...UNSEEN }),
  goesOut('servico', { descricao: 'Prestação de serviço', movimenta_estoque: false }),
  goesOut('venda', { descricao: 'Venda no balcão (recebida no caixa)', gera_financeiro: 'NAO_GERA' }),
  comesIn('conserto', { descricao: 'Retorno de conserto', ...UNSEEN }),
  goesOut('transferencia', { descricao: 'Transferência entre filiais (saída)', ...UNSEEN }),
  comesIn('transferencia', { descricao: 'Transferência entre filiais (entrada)', ...UNSEEN }),
]

/** The operations that an empty company begins with, as their notes name them, with the CFOP of each case. */
export async function firstOperations(ctx: Ctx): Promise<void> {
  const [{ tipoEntradaSaida, tipoEntradaSaidaCfop }, { insertMany }] = await Promise.all([
    import('../../http/cadastros/tipo-entrada-saida'),
    import('../../http/platform/engine/write'),
  ])
  const made = await insertMany(
    ctx,
    tipoEntradaSaida,
    OPERATIONS.map(({ row }) => row),
  )
  const lines = made.flatMap(({ id }, at) =>
    (OPERATIONS[at]?.lines ?? []).map((line) => ({ ...line, tipo_entrada_saida_id: id })),
  )
  await insertMany(ctx, tipoEntradaSaidaCfop, lines)
}
