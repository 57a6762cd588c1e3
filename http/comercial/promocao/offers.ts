import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, HUNDRED } from '../../../core/money/decimal'
import type { Promotion } from '../../../core/pricing/promotions'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { idList } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { promocao } from './promocao'

/** SQL of what promotions that run today offer of a product `m`, as `promotionsOf` reads it: part of the one query that loads the products of lines. */
export const offers = (ctx: Ctx): SQL => sql`(select json_agg(json_build_object(
    'promocao_id', pr.id, 'xNome', pr."xNome", 'prioridade', pr.prioridade, 'dInicio', pr."dInicio", 'dFim', pr."dFim",
    'empresa_ids', pr.empresa_ids, 'tabela_preco_ids', pr.tabela_preco_ids,
    'id', pm.id, 'vUnTrib', pm."vUnTrib"::text, 'pDesc', pm."pDesc"::text, 'qMinima', pm."qMinima"::text, 'qMaxima', pm."qMaxima"::text,
    'dependencia_list', (select json_agg(json_build_object('mercadoria_id', d.mercadoria_id, 'tipo', d.tipo) order by d.id)
      from promocao_mercadoria_dependencia d where d.promocao_mercadoria_id = pm.id)) order by pr.id, pm.id)
  from promocao_mercadoria pm join promocao pr on pr.id = pm.promocao_id
  where pm.mercadoria_id = m.id and pr.ativo and coalesce(pr."dInicio" <= ${ctx.clock.today()}, true) and coalesce(pr."dFim" >= ${ctx.clock.today()}, true))`

const amount = v.nullable(v.string())
const ids = v.nullable(v.array(v.number()))
const offer = v.object({
  promocao_id: v.number(),
  xNome: v.string(),
  prioridade: v.number(),
  dInicio: v.nullable(v.string()),
  dFim: v.nullable(v.string()),
  empresa_ids: ids,
  tabela_preco_ids: ids,
  id: v.number(),
  vUnTrib: amount,
  pDesc: amount,
  qMinima: amount,
  qMaxima: amount,
  dependencia_list: v.nullable(v.array(v.object({ mercadoria_id: v.number(), tipo: v.picklist(['AND', 'OR']) }))),
})
const stored = v.nullable(v.array(offer))

/** What `offers` found of a product, as the pricing core takes it. */
export const promotionsOf = (mercadoria_id: number, found: unknown): readonly Promotion[] =>
  (v.parse(stored, found ?? null) ?? []).map((one) => ({
    id: one.promocao_id,
    xNome: one.xNome,
    prioridade: one.prioridade,
    dInicio: one.dInicio,
    dFim: one.dFim,
    empresa_ids: one.empresa_ids ?? [],
    tabela_preco_ids: one.tabela_preco_ids ?? [],
    promocao_mercadoria_list: [
      {
        id: one.id,
        mercadoria_id,
        vUnTrib: one.vUnTrib,
        vDesc: one.pDesc === null ? null : decimal(one.pDesc).div(HUNDRED).toString(),
        qMinima: one.qMinima,
        qMaxima: one.qMaxima,
        dependencia_list: one.dependencia_list ?? [],
      },
    ],
  }))

/** What promotions that run today offer of each of these products. */
export async function offersOf(ctx: Ctx, products: readonly number[]): Promise<readonly Promotion[]> {
  const rows: readonly Row[] = await rowsOf(
    ctx,
    sql`select m.id, ${offers(ctx)} as offers from mercadoria m where m.id = any (${intArray(products)}::int[])`,
  )
  return rows.flatMap(({ id, offers: found }) => promotionsOf(Number(id), found))
}

/** The promotions that run today for some products: what a screen prices lines by while they are typed. */
export const vigentes = action(promocao, 'vigentes', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'As promoções de hoje de cada mercadoria, como o cálculo de preços as recebe.',
  input: v.object({ id_list: idList }),
  answer: v.object({ data: v.array(v.looseObject({ id: v.number() })) }),
  run: async ({ ctx, input }) => ({ data: await offersOf(ctx, input.id_list) }),
})
