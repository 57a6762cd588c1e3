import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal } from '../../../core/money/decimal'
import { isWhole } from '../../../core/stock/unit'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { guardAction } from '../../platform/engine/guard'
import { intArray } from '../../platform/engine/query'
import { hold } from '../../platform/engine/hold'
import { announce, load } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { countInput, dateInput, decimalInput, flag, identifier, shortText } from '../../platform/inputs'
import { MESSAGES } from '../../platform/parse'
import { wholeMessage } from '../whole'
import { fits } from './hooks'
import { type Inventory, mercadoriaInventario, mercadoriaInventarioItem } from './inventario'
import { countedIn, ownCounts, resolveItems, writeCounts } from './resolve'
import { type Goods, goodsTold } from './scanned'

/** What people tell as they count. Whoever counts waits for nobody who counts something else. */

const DAY_MS = 86_400_000

const keyOf = (max: number) => v.pipe(shortText(max), v.minLength(1, MESSAGES.required))

/** The key under which a device tells something once, and how long ago it was so: its clock may be wrong, its waiting is not. */
const told = {
  chave: keyOf(60),
  idade_ms: v.optional(v.pipe(countInput, v.maxValue(7 * DAY_MS, 'Leitura de mais de uma semana.')), 0),
}

/** As `told`, of many items at once: each is kept under the key and its own number. */
const toldOfMany = { ...told, chave: keyOf(48) }

const ITEMS = { writes: 'itens' } as const

/** The count, as long as it is open: finalising it waits for whoever counts, and whoever counts later is told. */
async function openCount(ctx: Ctx, id: number): Promise<Inventory> {
  await ctx.db.execute(sql`select from mercadoria_inventario where id = ${id} for key share`)
  const record = await load(ctx, mercadoriaInventario, id)
  await guardAction(ctx, mercadoriaInventario, record, ITEMS)
  return record
}

/** Counts goods in a place: adds to what the caller has counted of them, or says all of it anew. The same key counts once. */
export const contar = action(mercadoriaInventario, 'contar', {
  on: 'collection',
  right: 'edit',
  summary: 'Conta mercadorias em um local, por código ou número; a mesma chave conta uma vez.',
  input: v.object({
    id: identifier,
    ...told,
    armazenamento_id: identifier,
    codigo: v.optional(v.pipe(shortText(200), v.minLength(1, MESSAGES.required))),
    mercadoria_id: v.optional(identifier),
    lote_id: v.optional(v.nullable(identifier)),
    nLote: v.optional(shortText(40)),
    dVal: v.optional(dateInput),
    quantidade: v.optional(decimalInput, '1'),
    soma: v.optional(flag, true),
  }),
  answer: row,
  run: async ({ ctx, input }) => {
    const record = await openCount(ctx, input.id)
    await hold(ctx, 'inventario_contagem', [input.chave])
    const [before] = await countsWithKeys(ctx, record, [input.chave])
    if (before !== undefined) return shownTo(ctx, record, await itemWith(ctx, before), null)
    if (input.codigo === undefined && input.mercadoria_id === undefined)
      throw invalid({ mercadoria_id: [MESSAGES.required] })
    const goods = await goodsTold(ctx, record.empresa_id, input)
    const quantidade = decimal(input.quantidade).times(goods.each).round(4)
    if (goods.whole !== null && !isWhole(quantidade)) throw invalid({ quantidade: [wholeMessage(goods.whole)] })
    const item = await itemOf(ctx, record, { ...goods, armazenamento_id: input.armazenamento_id })
    const { chave, soma, idade_ms } = input
    const count = { item_id: item.id, chave, soma, quantidade: quantidade.toFixed(4) }
    await writeCounts(ctx, record, [count], idade_ms)
    await resolveItems(ctx, record, [item.id])
    const judged = await itemWith(ctx, item.id)
    // Who looks at how far the count is does so once it is further.
    if (judged.situacao !== item.situacao) await announce(ctx, mercadoriaInventario, record.id)
    return shownTo(ctx, record, judged, goods)
  },
})

/** An item as who counts is told of it, whoever may see how far it is. */
interface CountedItem {
  readonly id: number
  readonly mercadoria_id: number
  readonly xProd: string | null
  readonly un: string | null
  readonly armazenamento_id: number
  readonly lote_id: number | null
  readonly situacao: string
}

async function itemsWith(ctx: Ctx, ids: readonly number[]): Promise<CountedItem[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id, mercadoria_id, "xProd", un, armazenamento_id, lote_id, situacao from mercadoria_inventario_item where id = any (${intArray(ids)}::int[]) order by id`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    mercadoria_id: Number(row.mercadoria_id),
    xProd: row.xProd === null ? null : String(row.xProd),
    un: row.un === null ? null : String(row.un),
    armazenamento_id: Number(row.armazenamento_id),
    lote_id: row.lote_id === null ? null : Number(row.lote_id),
    situacao: String(row.situacao),
  }))
}

async function itemWith(ctx: Ctx, id: number): Promise<CountedItem> {
  const [item] = await itemsWith(ctx, [id])
  if (!item) throw notFound()
  return item
}

/** The items that were counted under these keys. */
async function countsWithKeys(ctx: Ctx, record: Inventory, keys: readonly string[]): Promise<Set<number>> {
  const rows = await rowsOf(
    ctx,
    sql`select c.item_id from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k (chave)
        join inventario_contagem c on c.mercadoria_inventario_id = ${record.id} and c.chave = k.chave`,
  )
  return new Set(rows.map((one) => Number(one.item_id)))
}

/** The item of some goods in a place, held; one that nobody expected is added. Throws 422 where it is not part of the count, 400 `counting`. */
async function itemOf(
  ctx: Ctx,
  record: Inventory,
  {
    mercadoria_id,
    lote_id,
    armazenamento_id,
  }: Pick<Goods, 'mercadoria_id' | 'lote_id'> & { readonly armazenamento_id: number },
): Promise<CountedItem> {
  await hold(ctx, 'inventario_item', [[record.id, mercadoria_id, armazenamento_id, lote_id].join(' ')])
  const [found] = await rowsOf(
    ctx,
    sql`select id from mercadoria_inventario_item where mercadoria_inventario_id = ${record.id} and mercadoria_id = ${mercadoria_id}
          and armazenamento_id = ${armazenamento_id} and lote_id is not distinct from ${lote_id}::int for no key update`,
  )
  if (found) return itemWith(ctx, Number(found.id))
  const values = { mercadoria_inventario_id: record.id, mercadoria_id, armazenamento_id, lote_id }
  if (!(await fits(ctx, values, record)))
    throw invalid({ armazenamento_id: ['Esta mercadoria, neste local, não é parte deste inventário.'] })
  const made = await createRecord(ctx, mercadoriaInventarioItem, {
    values: { ...values, empresa_id: record.empresa_id },
  })
  return itemWith(ctx, made.id)
}

/** What the caller has counted of an item; never what the books say. Throws 400 `below_zero`. */
async function shownTo(ctx: Ctx, { cego }: Inventory, item: CountedItem, goods: Goods | null) {
  const counts = await ownCounts(ctx, [item.id])
  const own = counts.find(({ user_id }) => user_id === ctx.actor.id)
  if (own && own.quantity.sign() < 0) throw badRequest('A contagem não pode ficar abaixo de zero.', 'below_zero')
  const { id, mercadoria_id, xProd, un, armazenamento_id, lote_id, situacao } = item
  return {
    item_id: id,
    mercadoria_id,
    xProd,
    un,
    armazenamento_id,
    lote_id,
    // That it agrees would tell what the books say.
    situacao: situacao === 'aceita' && !cego ? 'aceita' : 'contada',
    cada: Number((goods?.each ?? decimal(1)).toFixed(4)),
    contada: Number(own?.quantity.toFixed(4) ?? 0),
  }
}

const MOST_COUNTED = 5_000

/** Counts many items of the count at once, as a sheet or a device that was away tells them: each quantity is all that the caller found. The same key counts once. */
export const contarLista = action(mercadoriaInventario, 'contarLista', {
  on: 'collection',
  right: 'edit',
  summary: 'Conta até 5.000 itens do inventário de uma vez; a mesma chave conta uma vez.',
  input: v.object({
    id: identifier,
    ...toldOfMany,
    itens: v.pipe(
      v.array(v.object({ item_id: identifier, quantidade: decimalInput })),
      v.minLength(1, MESSAGES.required),
      v.maxLength(MOST_COUNTED, 'No máximo 5.000 itens por vez.'),
    ),
  }),
  answer: v.object({ contados: v.number() }),
  run: async ({ ctx, input }) => {
    const record = await openCount(ctx, input.id)
    const { chave } = input
    const ids = [...new Set(input.itens.map(({ item_id }) => item_id))]
    const rows = await rowsOf(
      ctx,
      sql`select i.id, u.decimal, u.un from unnest(${intArray(ids)}::int[]) x (id) join mercadoria_inventario_item i on i.id = x.id
          join mercadoria p on p.id = i.mercadoria_id left join unidade u on u.id = p.unidade_id
          where i.mercadoria_inventario_id = ${record.id} order by i.id for no key update of i`,
    )
    const known = new Map(rows.map((one) => [Number(one.id), one]))
    if (known.size < ids.length || ids.length < input.itens.length) throw invalid({ itens: [MESSAGES.ref] })
    for (const { item_id, quantidade } of input.itens) {
      const item = known.get(item_id)
      const half = item?.decimal === 0 && !isWhole(quantidade)
      if (half || decimal(quantidade).sign() < 0)
        throw invalid({ itens: [half ? wholeMessage(String(item?.un)) : 'A contagem não pode ficar abaixo de zero.'] })
    }
    const taken = await countsWithKeys(
      ctx,
      record,
      ids.map((item_id) => `${chave} ${item_id}`),
    )
    const fresh = input.itens.filter(({ item_id }) => !taken.has(item_id))
    const counts = fresh.map(({ item_id, quantidade }) => ({
      item_id,
      chave: `${chave} ${item_id}`,
      quantidade: decimal(quantidade).round(4).toFixed(4),
      soma: false,
    }))
    await writeCounts(ctx, record, counts, input.idade_ms)
    await resolveItems(
      ctx,
      record,
      fresh.map(({ item_id }) => item_id),
    )
    return { contados: fresh.length }
  },
})

/** Ends the count of a place: the pieces are said once more by the caller, and what lies there and was not met is not there. Throws 400 `differs`. */
export const fechaLocal = action(mercadoriaInventario, 'fechaLocal', {
  on: 'collection',
  right: 'edit',
  summary: 'Termina a contagem de um local: confere o total e conta zero do que não foi encontrado.',
  input: v.object({ id: identifier, ...toldOfMany, armazenamento_id: identifier, total: decimalInput }),
  answer: v.object({ contados: v.number(), zerados: v.number() }),
  run: async ({ ctx, input }) => {
    const record = await openCount(ctx, input.id)
    const { total, own } = await countedIn(ctx, record, input.armazenamento_id)
    if (total.cmp(input.total) !== 0) throw badRequest('Não confere: conte de novo.', 'differs')
    const rows = await rowsOf(
      ctx,
      sql`select id from mercadoria_inventario_item where mercadoria_inventario_id = ${record.id} and armazenamento_id = ${input.armazenamento_id}
          and situacao <> 'aceita' order by id for no key update`,
    )
    const missing = rows.map((one) => Number(one.id)).filter((id) => !own.has(id))
    await writeCounts(
      ctx,
      record,
      missing.map((item_id) => ({
        item_id,
        chave: `${input.chave} ${item_id}`,
        quantidade: '0',
        soma: false,
      })),
      input.idade_ms,
    )
    await resolveItems(ctx, record, missing)
    await announce(ctx, mercadoriaInventario, record.id)
    return { contados: own.size, zerados: missing.length }
  },
})

/** What the caller has counted so far in a place, for a device that begins again. */
export const minhaContagem = action(mercadoriaInventario, 'minhaContagem', {
  on: 'record',
  right: 'read',
  reads: true,
  summary:
    'O que quem pergunta já contou em um local, e os locais do inventário: o que é de outra pessoa recontar não se diz a quem já contou.',
  input: v.object({ armazenamento_id: v.optional(identifier) }),
  answer: v.object({ locais: v.array(row), itens: v.array(row) }),
  run: async ({ ctx, record, input }) => {
    const locais = await rowsOf(
      ctx,
      sql`select a.id, a.codigo, a."xArmazenamento", count(*)::int as itens, count(*) filter (where ${record.cego ? sql`i.situacao <> 'contar'` : sql`i.situacao = 'aceita'`})::int as conferidos,
            count(*) filter (where i.situacao = 'recontar'
              and not exists (select from inventario_contagem c where c.item_id = i.id and c.user_id = ${ctx.actor.id}))::int as recontar
          from mercadoria_inventario_item i join armazenamento a on a.id = i.armazenamento_id where i.mercadoria_inventario_id = ${record.id}
          group by a.id order by a.codigo, a.id limit 2000`,
    )
    if (input.armazenamento_id === undefined) return { locais, itens: [] }
    const { own } = await countedIn(ctx, record, input.armazenamento_id)
    const records = await itemsWith(ctx, [...own.keys()])
    return {
      locais,
      itens: records.map(({ id, mercadoria_id, xProd, un, lote_id }) => ({
        item_id: id,
        mercadoria_id,
        xProd,
        un,
        lote_id,
        contada: Number(own.get(id)?.toFixed(4) ?? 0),
      })),
    }
  },
})
