import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest, invalid } from '../platform/errors'
import { audit } from '../platform/engine/audit'
import { addLines } from '../platform/engine/create'
import { intArray } from '../platform/engine/query'
import { announce, load, loadWhere } from '../platform/engine/write'
import { idList, identifier } from '../platform/inputs'
import { mercadoriaCaracteristica, mercadoriaCaracteristicaInsumo } from './caracteristica'
import { mercadoria } from './mercadoria'

const target = v.optional(identifier)
const answer = v.object({ copiadas: v.number(), ignoradas: v.number() })

/** All characteristics of another product (E3-201). `id` is the product that gets them. Those that it has already are left out. */
export const copiarCaracteristicas = action(mercadoriaCaracteristica, 'copiarCaracteristicas', {
  on: 'collection',
  right: 'edit',
  summary: 'Copia todas as características de outro produto, com os insumos.',
  input: v.object({ id: target, mercadoria_origem_id: v.nullish(identifier) }),
  answer,
  run: async ({ ctx, input: { id, mercadoria_origem_id: from } }) => {
    if (id === undefined) throw badRequest('Salve o produto antes de copiar características', 'unsaved')
    if (from === undefined || from === null) throw invalid({ mercadoria_origem_id: ['Selecione um produto de origem'] })
    const rows = await loadWhere(ctx, mercadoriaCaracteristica, 'mercadoria_id', [from])
    return copy(
      ctx,
      id,
      rows.map((row) => row.id),
    )
  },
})

/** Chosen characteristics, of whatever products (E3-202). */
export const copiarCaracteristicasSelecionadas = action(mercadoriaCaracteristica, 'copiarCaracteristicasSelecionadas', {
  on: 'collection',
  right: 'edit',
  summary: 'Copia as características escolhidas, com os insumos.',
  input: v.object({ id: target, caracteristicas: v.optional(idList, []) }),
  answer,
  run: async ({ ctx, input: { id, caracteristicas } }) => {
    if (id === undefined) throw badRequest('Salve o produto antes de copiar características', 'unsaved')
    if (caracteristicas.length === 0) throw invalid({ caracteristicas: ['Selecione ao menos uma característica'] })
    return copy(ctx, id, caracteristicas)
  },
})

/** Copies characteristics with what they draw into a product; what it has by the same group and name stays as it is. */
async function copy(ctx: Ctx, id: number, chosen: readonly number[]): Promise<v.InferOutput<typeof answer>> {
  const product = await load(ctx, mercadoria, id, { lock: true })
  const sources = await loadWhere(ctx, mercadoriaCaracteristica, 'id', [...new Set(chosen)])
  const has = await rowsOf(
    ctx,
    sql`select c.id from mercadoria_caracteristica c where c.id = any (${intArray(sources.map((one) => one.id))}::int[])
        and exists (select 1 from mercadoria_caracteristica o where o.mercadoria_id = ${id}
          and o.caracteristica_grupo_id = c.caracteristica_grupo_id and lower(o.descricao) = lower(c.descricao))`,
  )
  const known = new Set(has.map((row) => Number(row.id)))
  const named = new Map(
    sources
      .filter((one) => !known.has(one.id))
      .map((one) => [`${one.caracteristica_grupo_id} ${String(one.descricao).toLowerCase()}`, one]),
  )
  const fresh = [...named.values()]
  const supplies = Map.groupBy(
    await loadWhere(
      ctx,
      mercadoriaCaracteristicaInsumo,
      'mercadoria_caracteristica_id',
      fresh.map((one) => one.id),
    ),
    (one) => one.mercadoria_caracteristica_id,
  )
  const rows = fresh.map((one) => ({
    caracteristica_grupo_id: one.caracteristica_grupo_id,
    descricao: one.descricao,
    custo_un: one.custo_un,
    vAcrescimoFixo: one.vAcrescimoFixo,
    ativo: one.ativo,
    insumos: (supplies.get(one.id) ?? [])
      .filter(({ mercadoria_id }) => mercadoria_id !== id)
      .map(({ mercadoria_id, quantidade, no_lugar_de_id }) => ({ mercadoria_id, quantidade, no_lugar_de_id })),
  }))
  const stored = await addLines(ctx, mercadoriaCaracteristica, product, rows)
  await audit(
    ctx,
    stored.map((record) => ({ resource: mercadoriaCaracteristica, record, before: undefined, acao: 'create' })),
  )
  if (stored.length > 0) await announce(ctx, mercadoria, id)
  return { copiadas: stored.length, ignoradas: sources.length - stored.length }
}
