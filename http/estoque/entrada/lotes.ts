import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { save } from '../../platform/engine/save'
import { load } from '../../platform/engine/write'
import { dateInput, decimalInput, identifier, nothing, shortText } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { entradaMercadoria } from './entrada'
import { entradaMercadoriaRastreio, trackedOf } from './rastreio'

/** Lots of an entry's items, told one by one or all at once. */

const told = v.object({
  id: v.number(),
  nLote: v.string(),
  dVal: v.nullable(v.string()),
  qTrib: v.number(),
  lote_id: v.nullable(v.number()),
})

const shown = ({ id, nLote, dVal, qTrib, lote_id }: RecordOf<typeof entradaMercadoriaRastreio>) => ({
  id,
  nLote,
  dVal,
  qTrib: Number(qTrib),
  lote_id,
})

/** What of an item has no lot yet. Throws 400 `all_told` where nothing is left. */
async function untold(ctx: Ctx, item: RecordOf<typeof entradaMercadoria>): Promise<string> {
  const rows = (await trackedOf(ctx, [item.id])).get(item.id) ?? []
  const rest = decimal(item.qTrib).minus(sum(rows.map((row) => row.qTrib)))
  if (rest.sign() <= 0) throw badRequest('Este item já tem os lotes de toda a quantidade.', 'all_told')
  return rest.toFixed(4)
}

/** Tells a lot of an item (E3-189): of all that has none yet, where no quantity is said. */
export const addLoteValidade = action(entradaMercadoria, 'addLoteValidade', {
  on: 'record',
  right: 'edit',
  writes: 'rastreio_list',
  summary: 'Informa um lote do item; depois de finalizada a entrada, o que está sem lote passa a ser dele.',
  input: v.object({
    nLote: v.pipe(shortText(40), v.minLength(1, 'Lote não informado')),
    dVal: v.optional(v.nullable(dateInput)),
    dFab: v.optional(v.nullable(dateInput)),
    qTrib: v.optional(v.nullable(decimalInput)),
    armazenamento_id: v.optional(v.nullable(identifier)),
  }),
  answer: told,
  run: async ({ ctx, record, input }) => {
    const qTrib = input.qTrib ?? (await untold(ctx, record))
    const { id } = await save(ctx, entradaMercadoriaRastreio, undefined, {
      ...input,
      qTrib,
      entrada_mercadoria_id: record.id,
    })
    return shown(await load(ctx, entradaMercadoriaRastreio, id))
  },
})

/** The lots of an item's product that are known, the latest first: what is told is often one of them (E3-192). */
export const getLotes = action(entradaMercadoria, 'getLotes', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Lotes conhecidos da mercadoria do item, os mais novos primeiro.',
  input: nothing,
  answer: v.object({
    data: v.array(
      v.object({ id: v.number(), nLote: v.string(), dVal: v.nullable(v.string()), dFab: v.nullable(v.string()) }),
    ),
  }),
  run: async ({ ctx, record }) => {
    const rows = await rowsOf(
      ctx,
      sql`select id, "nLote", "dVal"::text as "dVal", "dFab"::text as "dFab" from mercadoria_lote
          where mercadoria_id = ${record.mercadoria_id} and not bloqueado order by id desc limit 50`,
    )
    return { data: rows }
  },
})

/** Says all lots of an item at once (E3-194, by the number of the item). */
export const storeAll = action(entradaMercadoriaRastreio, 'storeAll', {
  on: 'collection',
  right: 'edit',
  summary: 'Substitui os lotes de um item pelos que são enviados.',
  input: v.object({
    id: identifier,
    data_list: v.pipe(v.array(v.record(v.string(), v.unknown())), v.maxLength(1_000)),
  }),
  answer: v.object({ data: v.array(told) }),
  run: async ({ ctx, input: { id, data_list } }) => {
    await save(ctx, entradaMercadoria, id, { rastreio_list: data_list })
    return { data: ((await trackedOf(ctx, [id])).get(id) ?? []).map(shown) }
  },
})

/** The same lot in a further location (E3-196): of what has none yet. */
export const duplica = action(entradaMercadoriaRastreio, 'duplica', {
  on: 'record',
  right: 'edit',
  writes: 'rastreio_list',
  summary: 'Informa o mesmo lote para o que ainda não tem lote, em outro local.',
  input: v.object({ armazenamento_id: v.optional(v.nullable(identifier)) }),
  answer: told,
  run: async ({ ctx, record, input: { armazenamento_id = null } }) => {
    const { nLote, dVal, dFab, entrada_mercadoria_id } = record
    const qTrib = await untold(ctx, await load(ctx, entradaMercadoria, entrada_mercadoria_id))
    const values = { entrada_mercadoria_id, nLote, dVal, dFab, qTrib, armazenamento_id }
    const { id } = await save(ctx, entradaMercadoriaRastreio, undefined, values)
    return shown(await load(ctx, entradaMercadoriaRastreio, id))
  },
})
