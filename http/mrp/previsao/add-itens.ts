import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type AbcClass, abcClasses } from '../../../core/forecast/abc'
import { emptyCells } from '../../../core/forecast/cells'
import { PERIODS } from '../../../core/forecast/periods'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { insertMany } from '../../platform/engine/write'
import { dateInput, flag, identifier, idList } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { finalSales } from './history'
import { assertRoom, datesOf, ITEM_LIMIT, stored } from './hooks'
import { previsao, previsaoItem } from './previsao'

/** Which products: by name, or all that meet every condition given. */
const input = v.object({
  previsao_id: v.optional(identifier),
  periodo: v.optional(v.picklist(PERIODS)),
  dPrevisaoIni: v.optional(dateInput),
  dPrevisaoFim: v.optional(dateInput),
  mercadoria_id_list: v.optional(idList),
  grupo_id: v.optional(identifier),
  subgrupo_id: v.optional(identifier),
  familia_id: v.optional(identifier),
  fabricante_id: v.optional(identifier),
  fornecedor_id: v.optional(identifier),
  /** Classes of the ABC curve, by value sold in the history. */
  curva: v.optional(v.pipe(v.array(v.picklist(['A', 'B', 'C'])), v.maxLength(3))),
  /** Only what was sold in the history. */
  vendidas: v.optional(flag),
  todas: v.optional(flag),
  /** Tells how many there would be, and adds none. */
  simula: v.optional(flag),
})
type Choice = v.InferOutput<typeof input>

/**
 * Adds products to a forecast, each with an empty cell a period: those listed, or all active ones that meet the conditions. What is there
 * already is left as it is. Throws 400 `too_many_items`, `no_items`, 422 for unknown products (inventory E3-101).
 */
export const addItens = action(previsao, 'addItens', {
  on: 'record',
  right: 'edit',
  summary:
    'Inclui produtos na previsão: uma lista, ou todos de um grupo, fornecedor, curva ABC ou vendidos no histórico.',
  input,
  answer: v.object({
    encontrados: v.number(),
    itens_incluidos: v.number(),
    ja_incluidos: v.number(),
    cabem: v.optional(v.number()),
  }),
  run: async ({ ctx, record, input: choice }) => {
    assertSameView(record, choice)
    const wanted = choice.mercadoria_id_list
      ? await listed(ctx, choice.mercadoria_id_list)
      : await meeting(ctx, record, choice)
    const there = new Set(
      (await rowsOf(ctx, sql`select mercadoria_id from previsao_item where previsao_id = ${record.id}`)).map((row) =>
        Number(row.mercadoria_id),
      ),
    )
    const added = wanted.filter((id) => !there.has(id))
    const counts = {
      encontrados: wanted.length,
      itens_incluidos: added.length,
      ja_incluidos: wanted.length - added.length,
    }
    if (choice.simula) return { ...counts, cabem: ITEM_LIMIT - there.size }
    await assertRoom(ctx, record, added.length)
    const cells = stored(emptyCells(datesOf(record)))
    const base = { empresa_id: record.empresa_id, previsao_id: record.id, ...cells }
    await insertMany(
      ctx,
      previsaoItem,
      added.map((mercadoria_id) => ({ ...base, mercadoria_id })),
      'addItens',
    )
    return counts
  },
})

/** The caller's screen shows the forecast as it is stored. */
function assertSameView(record: RecordOf<typeof previsao>, choice: Choice): void {
  const differs =
    (choice.previsao_id !== undefined && choice.previsao_id !== record.id) ||
    (choice.periodo !== undefined && choice.periodo !== record.periodo) ||
    (choice.dPrevisaoIni !== undefined && choice.dPrevisaoIni.slice(0, 10) !== record.dPrevisaoIni) ||
    (choice.dPrevisaoFim !== undefined && choice.dPrevisaoFim.slice(0, 10) !== record.dPrevisaoFim)
  if (differs)
    throw badRequest('A visão ou o horizonte desta previsão mudou: salve antes de incluir produtos.', 'stale_view')
}

async function listed(ctx: Ctx, list: readonly number[]): Promise<number[]> {
  const ids = [...new Set(list)]
  if (ids.length === 0) throw invalid({ mercadoria_id_list: ['Escolha ao menos um produto.'] })
  const rows = await rowsOf(ctx, sql`select id from mercadoria where id = any (${intArray(ids)}::int[])`)
  if (rows.length !== ids.length) throw invalid({ mercadoria_id_list: ['Selecione um registro válido.'] })
  return ids
}

const COLUMNS = ['grupo_id', 'subgrupo_id', 'familia_id', 'fabricante_id'] as const

async function meeting(ctx: Ctx, record: RecordOf<typeof previsao>, choice: Choice): Promise<number[]> {
  const byColumn = COLUMNS.flatMap((name) =>
    choice[name] === undefined ? [] : [sql`m.${sql.raw(name)} = ${choice[name]}`],
  )
  const bySupplier =
    choice.fornecedor_id === undefined
      ? []
      : [
          sql`exists (select 1 from mercadoria_fornecedor f where f.mercadoria_id = m.id and f.fornecedor_id = ${choice.fornecedor_id})`,
        ]
  const conditions = [...byColumn, ...bySupplier]
  const curve = choice.curva ?? []
  const ranked = choice.vendidas || curve.length > 0
  if (conditions.length === 0 && !ranked && !choice.todas)
    throw invalid({ mercadoria_id_list: ['Escolha os produtos, ou ao menos uma condição.'] })
  const rows = await rowsOf(
    ctx,
    sql`select m.id from mercadoria m where ${sql.join([sql`m.ativo`, ...conditions], sql` and `)} order by m.id limit 50001`,
  )
  const ids = rows.map((row) => Number(row.id))
  const found = ranked ? await amongSold(ctx, { record, ids, curve }) : ids
  if (found.length === 0) throw badRequest('Nenhum produto atende a estas condições.', 'no_items')
  return found
}

interface Ranked {
  readonly record: Row
  readonly ids: readonly number[]
  readonly curve: readonly AbcClass[]
}

/** Of some products those that were sold in the history, and are of the classes asked for; the curve is of all that the company sold. */
async function amongSold(ctx: Ctx, { record, ids, curve }: Ranked): Promise<number[]> {
  const span = { from: String(record.dHistoricoIni), to: String(record.dHistoricoFim) }
  const rows = await rowsOf(
    ctx,
    sql`select l.mercadoria_id as id, sum(l."vTotal")::float8 as value from venda v join venda_mercadoria l on l.venda_id = v.id
        where ${finalSales({ empresa_id: Number(record.empresa_id), span })} group by 1 order by 1`,
  )
  const classes = abcClasses(rows.map((row) => Number(row.value)))
  const wanted = new Set(ids)
  return rows.flatMap((row, at) => {
    const one = classes[at]
    const fits = curve.length === 0 || (one !== undefined && curve.includes(one))
    return fits && wanted.has(Number(row.id)) ? [Number(row.id)] : []
  })
}
