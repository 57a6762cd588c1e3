import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { badRequest } from '../../platform/errors'
import { differs } from '../../platform/engine/columns'
import { BY_PRODUCT, ordemProducaoMercadoriaInsumoFields, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { type Draft, type Hooks, refuseRows, type Row } from '../../platform/resource'
import { plannedQuantity } from './composition'

/** Fills the planned quantities of insumos that come without. */
async function planQuantities(ctx: Ctx, drafts: readonly Draft[], goods: Row): Promise<void> {
  if (drafts.length === 0) return
  const given = drafts.map(({ values }, at) => ({ at, id: values.mercadoria_id, each: values.quantidade }))
  const planned = plannedQuantity({
    each: sql`g.each`,
    made: sql`${String(goods.qTrib)}::numeric`,
    decimals: sql`u.decimal`,
  })
  const rows = await rowsOf(
    ctx,
    sql`select g.at, ${planned} as planned from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g (at int, id int, each numeric)
        left join mercadoria m on m.id = g.id left join unidade u on u.id = m.unidade_id`,
  )
  for (const { at, planned: quantity } of rows)
    Object.assign(drafts[Number(at)]?.values ?? {}, { qPlanejada: quantity })
}

export const insumoHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    if (drafts.length === 0) return
    await keepStarted(ctx, drafts)
    await assertByProducts(ctx, drafts)
    if (!parent) return
    await planQuantities(
      ctx,
      drafts.filter(({ before, values }) => !before && values.qPlanejada === undefined),
      parent,
    )
  },
  remove: async (ctx, row) => {
    const [state] = await statesOf(ctx, [Number(row.ordem_producao_mercadoria_id)])
    if (state?.started !== true) return
    assertFlexible(state)
    if (Number(row.qSolicitada) !== 0 || (await hasMoved(ctx, Number(row.id)))) throw taken()
  },
}

const goodsOf = ({ before, values }: Draft): number =>
  Number(values.ordem_producao_mercadoria_id ?? before?.ordem_producao_mercadoria_id)

/** Of goods: whether their order has begun, and whether their supplies are flexible. */
const statesOf = (ctx: Ctx, goods: readonly number[]): Promise<Row[]> =>
  rowsOf(
    ctx,
    sql`select g.id, o."dhInicio" is not null as started, m.op_flexivel as flexible, g."xProd" from ordem_producao_mercadoria g
        join ordem_producao o on o.id = g.ordem_producao_id join mercadoria m on m.id = g.mercadoria_id
        where g.id = any (${intArray([...new Set(goods)])}::int[])`,
  )

function assertFlexible({ flexible, xProd }: Row): void {
  if (flexible !== true)
    throw badRequest(
      `Os insumos de ${String(xProd)} não mudam depois do início: informe o que foi consumido ao finalizar.`,
      'started',
    )
}

const taken = () => badRequest('Este insumo já está reservado ou já saiu para a ordem.', 'in_use')

async function hasMoved(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await rowsOf(
    ctx,
    sql`select 1 from movimento_estoque where documento = 'ordem_producao' and item_id = ${id} limit 1`,
  )
  return rows.length > 0
}

const FIXED = ['mercadoria_id', 'tpItem', 'qSolicitada'] as const

/** Once the order has begun, flexible goods take further supplies, which are drawn as they are used; those that are held stay what they are. Throws 400 `started`, `in_use`. */
async function keepStarted(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const states = new Map((await statesOf(ctx, drafts.map(goodsOf))).map((row) => [Number(row.id), row]))
  for (const draft of drafts) {
    const state = states.get(goodsOf(draft))
    if (state?.started !== true) continue
    assertFlexible(state)
    const { before, values } = draft
    if (!before) Object.assign(values, { qSolicitada: '0' })
    else if (
      FIXED.some(
        (name) =>
          values[name] !== undefined &&
          differs(ordemProducaoMercadoriaInsumoFields[name].meta.kind, before[name], values[name]),
      )
    )
      throw taken()
  }
}

/** Only a by-product has a share of the cost, and comes of a supply of the same goods. Throws 422. */
async function assertByProducts(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const wholes = new Map(drafts.map((draft): [Draft, Row] => [draft, { ...draft.before, ...draft.values }]))
  const parents = [...wholes.values()].map((row) => Number(row.subproduto_parent_id ?? 0)).filter(Boolean)
  const rows = await rowsOf(
    ctx,
    sql`select id, ordem_producao_mercadoria_id as goods from ordem_producao_mercadoria_insumo
        where "tpItem" = ${SUPPLY} and id = any (${intArray(parents)}::int[])`,
  )
  const known = new Map(rows.map((row) => [Number(row.id), Number(row.goods)]))
  refuseRows(drafts, (draft): Readonly<Record<string, string>> | undefined => {
    const { tpItem, pCusto, subproduto_parent_id: parent }: Row = wholes.get(draft) ?? {}
    const isByProduct = Number(tpItem ?? SUPPLY) === BY_PRODUCT
    if (!isByProduct && (pCusto ?? null) !== null) return { pCusto: 'Só um subproduto leva parte do custo.' }
    if ((parent ?? null) === null) return undefined
    if (!isByProduct) return { subproduto_parent_id: 'Só um subproduto vem de um insumo.' }
    return known.get(Number(parent)) === goodsOf(draft)
      ? undefined
      : { subproduto_parent_id: 'Este insumo é de outra mercadoria.' }
  })
}
