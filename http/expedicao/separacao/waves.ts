import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { guardAction } from '../../platform/engine/guard'
import { intArray } from '../../platform/engine/query'
import { announce, deleteRows, insertRows, loadWhere, patchRows, updateMany } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { idList } from '../../platform/inputs'
import { step } from '../../platform/step'
import { type Separacao, separacao, separacaoVenda } from './separacao'

/** Several documents, one walk: orders are joined to a wave and taken apart again. */

/** Documents of one wave: more than one walk fetches. */
const MOST_DOCUMENTS = 2_000

/**
 * Joins orders that nobody has begun into the first of them, of one warehouse: each document keeps its place among the boxes of the trolley. Throws 400
 * `one_alone`, `other_warehouse`, `too_many`, and what lives refuse.
 */
export const agrupa = action(separacao, 'agrupa', {
  on: 'collection',
  right: 'edit',
  summary: 'Junta separações que ninguém começou numa só caminhada.',
  input: v.object({ ids: idList }),
  answer: v.object({ id: v.number(), documentos: v.number() }),
  run: async ({ ctx, input }) => {
    const orders = await lockedOrders(ctx, input.ids)
    const [first, ...others] = orders
    if (!first || others.length === 0) throw badRequest('Selecione ao menos duas separações.', 'one_alone')
    for (const one of orders) await guardAction(ctx, separacao, one, { writes: 'lists' })
    if (others.some((one) => one.armazem_id !== first.armazem_id || one.tipo !== first.tipo))
      throw badRequest(
        'Só se juntam separações do mesmo armazém, todas já baixadas ou todas reservadas.',
        'other_warehouse',
      )
    const wave = intArray(orders.map(({ id }) => id))
    await ctx.db.execute(
      sql`update separacao_mercadoria set separacao_id = ${first.id} where separacao_id = any (${wave}::int[])`,
    )
    const [row] = await rowsOf(
      ctx,
      sql`with placed as (
            update separacao_venda d set separacao_id = ${first.id}, posicao = p.at
            from (select id, row_number() over (order by separacao_id <> ${first.id}, separacao_id, posicao, id)::int as at from separacao_venda
                  where separacao_id = any (${wave}::int[])) p
            where p.id = d.id returning d.id)
          select count(*)::int as n from placed`,
    )
    const documentos = Number(row?.n)
    if (documentos > MOST_DOCUMENTS)
      throw badRequest(`Uma caminhada tem no máximo ${MOST_DOCUMENTS} documentos.`, 'too_many')
    await deleteRows(ctx, separacao, others)
    await audit(ctx, [{ resource: separacao, record: first, before: first, acao: 'agrupa' }])
    await announce(ctx, separacao, first.id)
    return { id: first.id, documentos }
  },
})

/** Takes a wave apart that nobody has begun: each of its documents has an order of its own again, the first keeps this one. Throws 400 `one_alone`. */
export const desagrupa = step(separacao, 'desagrupa', {
  summary: 'Separa outra vez os documentos de uma caminhada, uma separação para cada um.',
  run: async ({ ctx, record }) => {
    const documents = await loadWhere(ctx, separacaoVenda, 'separacao_id', [record.id])
    const [, ...others] = documents.toSorted((a, b) => a.posicao - b.posicao)
    if (others.length === 0) throw badRequest('Esta separação é de um documento só.', 'one_alone')
    const { empresa_id, armazem_id, tipo } = record
    const made = await insertRows(
      ctx,
      separacao,
      others.map(() => ({ empresa_id, armazem_id, tipo })),
    )
    const moved = others.map(({ id }, at) => ({ id, separacao_id: made[at]?.id, posicao: 1 }))
    await patchRows(ctx, separacaoVenda, moved)
    await ctx.db.execute(
      sql`update separacao_mercadoria l set separacao_id = d.separacao_id from separacao_venda d
          where d.id = l.separacao_venda_id and l.separacao_id = ${record.id} and d.separacao_id <> ${record.id}`,
    )
    await audit(
      ctx,
      made.map((order) => ({ resource: separacao, record: order, before: undefined, acao: 'create' })),
    )
    await announce(ctx, separacao, record.id)
  },
})

/** Marks orders as printed (E3-023, T3-013); those that were keep when they first were. */
export const setImpressos = action(separacao, 'setImpressos', {
  on: 'collection',
  right: 'edit',
  summary: 'Marca separações como impressas.',
  // The document writes them in the path too: `/separacao/{ids}/setImpressos`.
  input: v.object({
    ids: v.optional(idList),
    id: v.optional(
      v.union([
        v.pipe(
          v.number(),
          v.transform((id) => [id]),
        ),
        idList,
      ]),
    ),
  }),
  answer: v.object({ ids: v.array(v.number()) }),
  run: async ({ ctx, input }) => {
    const orders = await lockedOrders(ctx, input.ids ?? input.id ?? [])
    const fresh = orders.filter(({ dhImpressao }) => dhImpressao === null)
    const dhImpressao = ctx.clock.now()
    await updateMany(
      ctx,
      separacao,
      fresh,
      fresh.map(({ id }) => ({ id, dhImpressao })),
      'setImpressos',
    )
    for (const { id } of fresh) await announce(ctx, separacao, id)
    return { ids: orders.map(({ id }) => id) }
  },
})

/** Orders by number, held in their order. Throws 404 where one is not there, 422 where none is named. */
async function lockedOrders(ctx: Ctx, ids: readonly number[]): Promise<Separacao[]> {
  if (ids.length === 0) throw invalid({ ids: ['Selecione ao menos uma separação.'] })
  const orders = await loadWhere(ctx, separacao, 'id', ids, { lock: true })
  if (orders.length < new Set(ids).size) throw notFound()
  return orders
}

/** Somebody begins an order. */
export const inicia = step(separacao, 'inicia', {
  summary: 'Começa a separação: quem começa é quem separa.',
  run: async ({ ctx }) => ({ set: { user_id: ctx.actor.id } }),
})
