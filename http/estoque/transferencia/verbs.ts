import * as v from 'valibot'
import { effect } from '../../documents/effect'
import { undoAll } from '../../documents/undo'
import { ofTransfer } from '../../nfe/nota/documents'
import { dropDrafts } from '../../nfe/nota/of-origin'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { createRecord } from '../../platform/engine/create'
import { remove } from '../../platform/engine/remove'
import { find, loadWhere } from '../../platform/engine/write'
import { inCompanies } from '../../platform/in-companies'
import { decimalInput, identifier, nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { advance, step } from '../../platform/step'
import { stock } from '../ledger'
import { mercadoriaArmazenamento } from '../mercadoria'
import { armazenamento } from '../registers'
import { send } from './between'
import { SAME_PLACE } from './hooks'
import { transfArmaz, transfArmazMercadoria } from './transf-armaz'

type Transfer = RecordOf<typeof transfArmaz>

/** Puts the goods of a transfer where they are to lie, of the lots that it names, else of those that expire first; or sends them to another company. */
async function put(ctx: Ctx, record: Transfer): Promise<void> {
  const lines = await loadWhere(ctx, transfArmazMercadoria, 'transf_armaz_id', [record.id])
  if (lines.length === 0) throw badRequest('Inclua ao menos um item antes de finalizar.', 'no_items')
  await (record.empresa_destino_id === null ? place(ctx, record, lines) : send(ctx, record, lines))
}

async function place(
  ctx: Ctx,
  record: Transfer,
  lines: readonly RecordOf<typeof transfArmazMercadoria>[],
): Promise<void> {
  const did = await effect(ctx, transfArmaz, record, { passo: 'finalizarTransferencia' })
  const goods = lines.map((line) => ({
    mercadoria_id: line.mercadoria_id,
    item_id: line.id,
    quantity: line.qTrib,
    label: line.xProd ?? `Item ${line.id}`,
    from: {
      armazenamento_id: line.armazenamento_orig_id,
      ...(line.lote_id === null ? {} : { lote_id: line.lote_id }),
    },
    to: { armazenamento_id: Number(line.armazenamento_dest_id) },
  }))
  await did.post(stock.place(goods))
}

/** Finalises a transfer (T2-054): goods lie elsewhere, or wait in an entry of another company, with their note where it asks for one. Throws 400 `no_items`, `no_stock`, `no_operation`. */
export const finalizarTransferencia = step(transfArmaz, 'finalizarTransferencia', {
  summary: 'Finaliza a transferência: as mercadorias passam aos locais de destino, ou a uma entrada da outra empresa.',
  run: async ({ ctx, record }) => {
    await put(ctx, record)
    await ofTransfer.issueFor(ctx, record)
  },
})

/** Cancels a transfer (T2-055). Throws 400 `no_stock` where the goods have left the places that they were put into, `received` where another company has them. */
export const cancelarTransferencia = step(transfArmaz, 'cancelarTransferencia', {
  summary: 'Cancela a transferência: o que mudou de lugar, ou saiu para outra empresa, volta.',
  run: async ({ ctx, record, reason }) => {
    const others = record.empresa_destino_id === null ? [] : [record.empresa_destino_id]
    await inCompanies(ctx, others, (both) => undoAll(both, transfArmaz, record, { reason }))
    await dropDrafts(ctx, 'transf_armaz', record.id)
  },
})

/** Takes a line off an open transfer (E2-164). */
export const deleteIntencaoCliente = action(transfArmazMercadoria, 'deleteIntencaoCliente', {
  on: 'record',
  right: 'edit',
  writes: 'transf_armaz_mercadoria_list',
  summary: 'Exclui o item da transferência.',
  input: nothing,
  answer: v.object({ message: v.string() }),
  run: ({ ctx, record }) => remove(ctx, transfArmazMercadoria, record.id),
})

/** Puts goods of a location into another at once: a transfer of one line, made and finalised (E2-144). Throws 400 `same_place`, `no_warehouse`, `no_stock`. */
export const transfereEstoqueRapido = action(mercadoriaArmazenamento, 'transfereEstoqueRapido', {
  on: 'record',
  right: 'read',
  summary: 'Transfere parte do que está no local para outro, agora: uma transferência de um item, já finalizada.',
  input: v.object({
    armazenamento_dest_id: identifier,
    quantidade: v.pipe(
      decimalInput,
      v.check((quantity) => Number(quantity) > 0, 'Informe a quantidade.'),
    ),
    lote_id: v.optional(v.nullable(identifier)),
  }),
  answer: v.object({ id: v.number(), message: v.string() }),
  run: async ({ ctx, record, input: { armazenamento_dest_id, quantidade, lote_id = null } }) => {
    assertMay(ctx, transfArmaz, 'create')
    assertMay(ctx, transfArmaz, 'edit')
    const { empresa_id, mercadoria_id, armazenamento_id: armazenamento_orig_id } = record
    if (armazenamento_orig_id === armazenamento_dest_id) throw badRequest(SAME_PLACE, 'same_place')
    const place = await find(ctx, armazenamento, armazenamento_dest_id)
    if (place?.empresa_id !== empresa_id) throw badRequest('Armazém não cadastrado', 'no_warehouse')
    const line = { mercadoria_id, armazenamento_orig_id, armazenamento_dest_id, lote_id, qTrib: quantidade }
    const made = await createRecord(ctx, transfArmaz, {
      values: { empresa_id },
      lines: { transf_armaz_mercadoria: [line] },
    })
    await put(ctx, made)
    await advance(ctx, transfArmaz, made, 'finalizarTransferencia')
    return { id: made.id, message: `Transferência nº ${made.id} finalizada.` }
  },
})
