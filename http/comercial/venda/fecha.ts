import * as v from 'valibot'
import { ISSUED } from '../../../core/fields/expedicao/separacao'
import { empresa } from '../../cadastros/empresa'
import { effect } from '../../documents/effect'
import { stock } from '../../estoque/ledger'
import { makePicking } from '../../expedicao/separacao/make'
import { badRequest } from '../../platform/errors'
import { load, loadWhere } from '../../platform/engine/write'
import { flag } from '../../platform/inputs'
import { step } from '../../platform/step'
import { assertChosen } from '../caracteristicas/assert-chosen'
import { customerNow, movesStock } from '../hooks'
import { venda, vendaMercadoria } from './venda'

/** Dispatches a sale: its goods leave stock at average cost, are to be fetched where their warehouse works so, and dhFechamento is set. Throws `blocked`, `closed`, `no_items`, `not_chosen`, `no_stock` (T2-010). */
export const fecha = step(venda, 'fecha', {
  summary: 'Expede a venda: baixa o estoque.',
  input: { confirmaSemEstoque: v.optional(flag, false) },
  run: async ({ ctx, record, input }) => {
    const lines = await loadWhere(ctx, vendaMercadoria, 'venda_id', [record.id])
    if (lines.length === 0) throw badRequest('Inclua ao menos um item antes de expedir.', 'no_items')
    await assertChosen(ctx, 'venda', record.id)
    const movimenta_estoque = await movesStock(ctx, record)
    const did = await effect(ctx, venda, record, { passo: 'fecha', dados: { movimenta_estoque } })
    if (movimenta_estoque) {
      const company = await load(ctx, empresa, record.empresa_id)
      const goods = lines.map((line) => ({
        mercadoria_id: line.mercadoria_id,
        armazenamento_id: record.armazenamento_id,
        item_id: line.id,
        quantity: line.qTrib,
        label: line.xProd ?? `Item ${line.id}`,
      }))
      await did.post(stock.out(goods, { allowNegative: input.confirmaSemEstoque || !company.controla_estoque }))
    }
    const customer = await customerNow(ctx, record.cliente_id)
    if (movimenta_estoque) await makePicking(ctx, did.entry, { xNome: customer.cliente_xNome, tipo: ISSUED })
    return { set: customer }
  },
})
