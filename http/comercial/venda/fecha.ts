import * as v from 'valibot'
import { dispatch } from '../../estoque/ledger'
import { empresa } from '../../cadastros/empresa'
import { badRequest } from '../../platform/errors'
import { load, loadWhere } from '../../platform/engine/write'
import { flag } from '../../platform/inputs'
import { step } from '../../platform/step'
import { customerNow, movesStock } from '../hooks'
import { venda, vendaMercadoria } from './venda'

/** Dispatches a sale: its goods leave stock at average cost and dhFechamento is set. Throws `blocked`, `closed`, `no_items`, `no_stock` (T2-010). */
export const fecha = step(venda, 'fecha', {
  summary: 'Expede a venda: baixa o estoque.',
  input: { confirmaSemEstoque: v.optional(flag, false) },
  run: async ({ ctx, record, input }) => {
    const lines = await loadWhere(ctx, vendaMercadoria, 'venda_id', [record.id])
    if (lines.length === 0) throw badRequest('Inclua ao menos um item antes de expedir.', 'no_items')
    if (await movesStock(ctx, record)) {
      const company = await load(ctx, empresa, record.empresa_id)
      const goods = lines.map((line) => ({
        mercadoria_id: line.mercadoria_id,
        armazenamento_id: record.armazenamento_id,
        item_id: line.id,
        quantity: line.qTrib,
        label: line.xProd ?? `Item ${line.id}`,
      }))
      const document = { documento: 'venda', documento_id: record.id, empresa_id: record.empresa_id }
      await dispatch(ctx, document, goods, { allowNegative: input.confirmaSemEstoque || !company.controla_estoque })
    }
    return { set: await customerNow(ctx, record.cliente_id) }
  },
})
