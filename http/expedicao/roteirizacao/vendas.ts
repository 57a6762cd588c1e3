import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { addLines } from '../../platform/engine/create'
import { contains } from '../../platform/engine/search-text'
import { announce } from '../../platform/engine/write'
import { dateInput, identifier, idList, shortText } from '../../platform/inputs'
import { ADDRESS_COLUMNS, saleStops } from '../posicao/delivery-address'
import { SALE_NEEDS } from '../posicao/needs'
import { offeredSales, SALE_WEIGHT, SALE_WEIGHT_UNKNOWN, WAITING } from '../rota/waiting'
import { roteirizacao, roteirizacaoEntrega } from './roteirizacao'

/** How many deliveries a plan holds; as many sales are listed at once. */
const MOST = 1000

const filters = v.object({
  q: v.optional(shortText(80)),
  xBairro: v.optional(shortText(80)),
  cMun: v.optional(identifier),
  vendedor_id: v.optional(identifier),
  ate: v.optional(dateInput),
})

/** The sales that may join a plan, by town and neighbourhood, at most as many as one holds. */
export const getVendas = action(roteirizacao, 'get_vendas', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Vendas que esperam entrega e ainda não estão na roteirização.',
  input: filters,
  answer: v.object({ data: v.array(row), more: v.boolean() }),
  run: async ({ ctx, record, input }) => {
    const { q, xBairro, cMun, vendedor_id, ate } = input
    const where = [
      sql`not exists (select 1 from roteirizacao_entrega e where e.roteirizacao_id = ${record.id} and e.venda_id = s.id)`,
      ...(xBairro
        ? [contains(sql`prumo_busca(case when d.id is null then c."xBairro" else d."xBairro" end)`, xBairro)]
        : []),
      ...(cMun ? [sql`m.id = ${cMun}`] : []),
      ...(vendedor_id ? [sql`s.vendedor_id = ${vendedor_id}`] : []),
      ...(ate ? [sql`coalesce(s."dEntrega", s.criado_em::date) <= ${ate}`] : []),
    ]
    return offeredSales(ctx, record, { q, most: MOST, where })
  },
})

/** Puts sales into a plan (E3-002), each with the place of its address as far as it is known. Throws 422 for one that waits for no delivery. */
export const addEntregas = action(roteirizacao, 'add_entregas', {
  on: 'record',
  right: 'edit',
  summary: 'Inclui vendas na roteirização.',
  input: v.object({ ids: idList }),
  verb: 'add_entregas',
  run: async ({ ctx, record, input }) => {
    const ids = [...new Set(input.ids)]
    if (ids.length === 0) throw invalid({ ids: ['Selecione ao menos uma venda.'] })
    const rows = await rowsOf(
      ctx,
      sql`select s.id, c."xNome", s.volumes, ${SALE_WEIGHT} as peso, ${SALE_WEIGHT_UNKNOWN} as sem_peso, ${SALE_NEEDS} as particularidades, ${ADDRESS_COLUMNS} ${WAITING} and s.empresa_id = ${record.empresa_id} and s.id = any (${`{${ids.join(',')}}`}::int[])`,
    )
    const missing = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missing.length > 0)
      throw invalid({ ids: [`Estas vendas não esperam entrega: ${missing.slice(0, 10).join(', ')}.`] })
    const present = await planned(ctx, record.id)
    const fresh = rows.filter((row) => !present.has(Number(row.id)))
    if (present.size + fresh.length > MOST)
      throw badRequest(`Uma roteirização tem no máximo ${MOST} entregas.`, 'too_many')
    const stops = await saleStops(ctx, fresh)
    await addLines(
      ctx,
      roteirizacaoEntrega,
      record,
      stops.map((stop, at) => ({ ...stop, venda_id: fresh[at]?.id, particularidades: fresh[at]?.particularidades })),
    )
    await announce(ctx, roteirizacao, record.id)
  },
})

async function planned(ctx: Ctx, id: number): Promise<Set<number>> {
  const rows = await rowsOf(ctx, sql`select venda_id from roteirizacao_entrega where roteirizacao_id = ${id}`)
  return new Set(rows.map((row) => Number(row.venda_id)))
}
