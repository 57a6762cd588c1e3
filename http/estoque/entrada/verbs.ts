import { confirmReceived } from '../../compras/manifestacao/unattended'
import { empresa } from '../../cadastros/empresa'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { duplicates } from '../../documents/copy'
import { planAction } from '../../documents/dues'
import { type Did, effect } from '../../documents/effect'
import { undoAll } from '../../documents/undo'
import { matchSupplier } from '../../financeiro/dda/match'
import { titles } from '../../financeiro/titles'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { load, loadWhere, updateRows } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { step } from '../../platform/step'
import { assertNoReturn } from '../../documents/returning'
import { OF_ENTRY } from '../devolucao/received'
import { stock } from '../ledger'
import { entrada, entradaDuplicata, entradaMercadoria } from './entrada'
import { goodsOf } from './goods'
import { assertNothingPending } from '../recebimento/pending'
import { assertReceived } from '../recebimento/shelves-read'
import { tellReceived } from '../transferencia/between'

/** Finalises an entry: stock rises per location at the items' cost, and its instalments become payables (T2-032). */
export const finaliza = step(entrada, 'finaliza', {
  summary: 'Finaliza a entrada: soma o estoque e gera as contas a pagar.',
  run: async ({ ctx, record }) => {
    const operation = await load(ctx, tipoEntradaSaida, record.tipo_entrada_saida_id)
    const items = await loadWhere(ctx, entradaMercadoria, 'entrada_id', [record.id])
    await assertReceived(ctx, record)
    if (items.length === 0) throw badRequest('Inclua ao menos um item antes de finalizar.', 'no_items')
    const { movimenta_estoque, gera_financeiro } = operation
    const did = await effect(ctx, entrada, record, { passo: 'finaliza', dados: { movimenta_estoque, gera_financeiro } })
    if (movimenta_estoque) await did.post(stock.in(await goodsOf(ctx, record, items)))
    if (gera_financeiro === 'GERA_DUPLICATA') await openPayables(ctx, record, did)
    await confirmReceived(ctx, record.nfe_compra_id)
    await tellReceived(ctx, record)
    return { set: { dhFechamento: ctx.clock.now() } }
  },
})

async function openPayables(ctx: Ctx, record: RecordOf<typeof entrada>, did: Did): Promise<void> {
  const dues = await loadWhere(ctx, entradaDuplicata, 'entrada_id', [record.id], { lock: true })
  const owed = dues.map((one) => ({
    numero: `${record.nNF ?? record.id}/${one.numero ?? one.n}`,
    parcela: one.n,
    vDup: one.vDup,
    dVencimento: one.dVencimento,
    pagamento_id: one.pagamento_id,
  }))
  if (record.fornecedor_id === null) {
    const what = record.empresa_origem_id === null ? 'Uma devolução de cliente' : 'Uma transferência'
    if (owed.length > 0) throw badRequest(`${what} não gera contas a pagar: exclua as parcelas.`, 'no_supplier')
    return
  }
  const opened = await did.post(titles.open({ kind: 'pagar', person_id: record.fornecedor_id }, owed))
  await updateRows(
    ctx,
    entradaDuplicata,
    dues.map((one, at) => ({ id: one.id, conta_pagar_id: opened[at] ?? null })),
  )
  if (opened.length > 0) await matchSupplier(ctx, record.empresa_id, record.fornecedor_id)
}

/** Cancels an entry, finalised or not: stock and payables are restored (T2-033). Throws `no_stock` when its goods have left. */
export const cancela = step(entrada, 'cancela', {
  summary: 'Cancela a entrada: desfaz o estoque e as contas a pagar.',
  run: async ({ ctx, record, reason }) => {
    await assertNoReturn(ctx, OF_ENTRY, record.id)
    await assertNothingPending(ctx, record.id)
    const { controla_estoque } = await load(ctx, empresa, record.empresa_id)
    await undoAll(ctx, entrada, record, { allowNegative: !controla_estoque, reason })
  },
})

/** Copies an entry, without its invoice, as a new open one (T2-035). */
export const duplica = duplicates(entrada, {
  summary: 'Cria uma cópia aberta da entrada.',
  lists: [entradaMercadoria],
  head: () => ({ nNF: null }),
})

/** `addString`: a written condition becomes the entry's instalments. */
export const addString = planAction(entradaDuplicata)
