import { type SQL, sql } from 'drizzle-orm'
import { CHECKS, meets } from '../../../core/access'
import { AS_COUNTED } from '../../../core/stock/count'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { load } from '../../platform/engine/write'
import { badRequest, forbidden } from '../../platform/errors'
import { MESSAGES } from '../../platform/parse'
import { changes, type Draft, type Hooks, refuseRows, resourceNamed, type Row } from '../../platform/resource'
import { lockBalances } from '../balances'
import { keepProducts } from '../product-lines'
import { BOOKS_NOW } from './books-at'
import { type Counting, resolveItems } from './resolve'

/** What is counted: the places and goods of a count as it opens, and those that are added to it. */

const SCOPE = ['armazem_id', 'armazenamento_id', 'grupo_id', 'mercadoria_id', 'bloquearEstoque'] as const
const MOST_ITEMS = 100_000

export const headHooks: Hooks = {
  prepare: (_, drafts) => {
    refuseRows(drafts, ({ before, values }) => {
      const changed = SCOPE.find((name) => before && values[name] !== undefined && values[name] !== before[name])
      if (changed) return { [changed]: 'O que se conta não muda depois de aberto: cancele e abra outro inventário.' }
      const { tpAjuste, bloquearEstoque = true } = { ...before, ...values }
      return tpAjuste === AS_COUNTED && bloquearEstoque === false ? { tpAjuste: ONLY_BLOCKED } : undefined
    })
    for (const { before, values } of drafts) if (!before) values.bloqueia = values.bloquearEstoque ?? true
  },
  after: async (ctx, records) => {
    for (const record of records) if (record.versao === 1) await openItems(ctx, record)
  },
  // Whoever counts blind is told how many were counted, not whether they agree.
  present: async (ctx, { id, cego, status }) => {
    const blind = cego === true && status === 0 && !meets(ctx.actor, CHECKS.manageInventory)
    const done = blind ? sql`situacao <> 'contar'` : sql`situacao = 'aceita'`
    const again = blind ? sql`false` : sql`situacao in ('recontar', 'supervisor')`
    const [row] = await rowsOf(
      ctx,
      sql`select count(*)::int as itens, count(*) filter (where ${done})::int as conferidos, count(*) filter (where ${again})::int as a_recontar
          from mercadoria_inventario_item where mercadoria_inventario_id = ${Number(id)}`,
    )
    return { progresso: row }
  },
}

const ONLY_BLOCKED = 'Só com o estoque bloqueado: as vendas feitas durante a contagem voltariam ao saldo.'

/** Where a count looks: SQL over a place `a` of a product `p`. What lies in a blocked place does not move, and is not counted. */
export function scopeOf(record: Row): SQL {
  const told = (name: (typeof SCOPE)[number], column: SQL): SQL[] =>
    typeof record[name] === 'number' ? [sql`${column} = ${record[name]}`] : []
  const all = [
    sql`a.empresa_id = ${Number(record.empresa_id)}`,
    sql`not a.bloqueado`,
    ...told('armazem_id', sql`a.armazem_id`),
    ...told('armazenamento_id', sql`a.id`),
    ...told('grupo_id', sql`p.grupo_id`),
    ...told('mercadoria_id', sql`p.id`),
  ]
  return sql.join(all, sql` and `)
}

/** Adds what lies in the places of a count and is not counted yet: of each lot, and what is there without one. Throws 400 as `holdGoods` does. */
export async function openItems(ctx: Ctx, record: Row): Promise<number> {
  const id = Number(record.id)
  const now = ctx.clock.now()
  const rows = await rowsOf(
    ctx,
    sql`with places as materialized (
          select s.mercadoria_id, s.armazenamento_id, s."qDisp", p."xProd", p.unidade_id from mercadoria_armazenamento s
            join armazenamento a on a.id = s.armazenamento_id join mercadoria p on p.id = s.mercadoria_id where ${scopeOf(record)}),
        lots as materialized (
          select l.mercadoria_id, l.armazenamento_id, l.lote_id, l."qDisp" as q from places s
            join mercadoria_armazenamento_lote l on l.mercadoria_id = s.mercadoria_id and l.armazenamento_id = s.armazenamento_id),
        lying as (
          select * from lots union all
          select s.mercadoria_id, s.armazenamento_id, null, s."qDisp" - coalesce(l.q, 0) from places s
            left join (select mercadoria_id, armazenamento_id, sum(q) as q from lots group by 1, 2) l using (mercadoria_id, armazenamento_id))
        insert into mercadoria_inventario_item (mercadoria_inventario_id, empresa_id, mercadoria_id, "xProd", un, armazenamento_id, lote_id, situacao, criado_em, alterado_em)
        select ${id}, ${Number(record.empresa_id)}, y.mercadoria_id, s."xProd", u.un, y.armazenamento_id, y.lote_id, 'contar', ${now}, ${now}
        from lying y join places s using (mercadoria_id, armazenamento_id) left join unidade u on u.id = s.unidade_id
        where y.q <> 0 and not exists (select from mercadoria_inventario_item i where i.mercadoria_inventario_id = ${id}
          and i.mercadoria_id = y.mercadoria_id and i.armazenamento_id = y.armazenamento_id and i.lote_id is not distinct from y.lote_id)
        order by y.armazenamento_id, s."xProd", y.mercadoria_id, y.lote_id limit ${MOST_ITEMS + 1} returning id`,
  )
  if (rows.length > MOST_ITEMS)
    throw badRequest(
      `Um inventário tem no máximo ${MOST_ITEMS.toLocaleString('pt-BR')} itens: conte por armazém ou grupo.`,
      'too_many',
    )
  await holdGoods(ctx, id)
  return rows.length
}

/**
 * The goods of a count are counted by it alone, and where it blocks them nothing moves from now on: whoever moves them holds their balances too. Throws 400
 * `counting`, naming what another open count counts. `added` are the products that came to it, where it was open already.
 */
export async function holdGoods(ctx: Ctx, id: number, added?: readonly number[]): Promise<void> {
  const [head] = await rowsOf(ctx, sql`select empresa_id from mercadoria_inventario where id = ${id}`)
  const company = Number(head?.empresa_id)
  const goods = added ?? (await productsIn(ctx, id))
  await lockBalances(ctx, { empresa_id: company }, goods)
  const others = await rowsOf(
    ctx,
    sql`select id from mercadoria_inventario where empresa_id = ${company} and status in (0, 2) and id <> ${id}`,
  )
  if (others.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select distinct x.mercadoria_inventario_id as id, i."xProd", a.codigo from unnest(${intArray(goods)}::int[]) g (id) join mercadoria_inventario_item i on i.mercadoria_id = g.id and i.mercadoria_inventario_id = ${id}
        join mercadoria_inventario_item x on x.mercadoria_id = i.mercadoria_id and x.armazenamento_id = i.armazenamento_id
        join armazenamento a on a.id = i.armazenamento_id
        where x.mercadoria_inventario_id = any (${intArray(others.map((one) => Number(one.id)))}::int[])
        order by 1, 2 limit 5`,
  )
  if (rows.length === 0) return
  const names = rows.map((row) => `${String(row.xProd)} em ${String(row.codigo)} (inventário nº ${Number(row.id)})`)
  throw badRequest(`Já está em contagem: ${names.join('; ')}.`, 'counting')
}

async function productsIn(ctx: Ctx, id: number): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct mercadoria_id as id from mercadoria_inventario_item where mercadoria_inventario_id = ${id}`,
  )
  return rows.map((row) => Number(row.id))
}

export const itemHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    await keepProducts(ctx, drafts)
    const decided = drafts.filter(decides)
    if (decided.length > 0 && !meets(ctx.actor, CHECKS.manageInventory)) throw forbidden()
    await decide(ctx, decided)
    const moved = drafts.filter((draft) => draft.before && PLACE.some((name) => changes(draft, name)))
    refuseRows(moved, () => ({ mercadoria_id: 'Exclua o item e inclua outro.' }))
    const added = drafts.filter(({ before }) => !before)
    const fit = await Promise.all(
      added.map(async ({ values }) => fits(ctx, values, parent ?? (await headOf(ctx, values)))),
    )
    refuseRows(added, (draft) => (fit[added.indexOf(draft)] ? undefined : { armazenamento_id: MESSAGES.ref }))
  },
  after: async (ctx, records) => {
    const [first] = records
    if (!first) return
    const id = Number(first.mercadoria_inventario_id)
    const added = records.filter(({ versao }) => versao === 1).map(({ mercadoria_id }) => Number(mercadoria_id))
    if (added.length > 0) await holdGoods(ctx, id, added)
    // A decision that is taken back leaves what people counted.
    const open = records.filter(({ situacao }) => situacao === 'contar').map((one) => Number(one.id))
    if (open.length > 0) await resolveItems(ctx, await countingOf(ctx, id), open)
  },
}

/** What is said without a count is so now. */
async function decide(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const places = drafts.map(({ before, values }, n) => {
    const { mercadoria_id, armazenamento_id, lote_id = null } = { ...before, ...values }
    return { n, mercadoria_id, armazenamento_id, lote_id }
  })
  const rows = await rowsOf(
    ctx,
    sql`select ${BOOKS_NOW} as expected from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as i (n int, mercadoria_id int, armazenamento_id int, lote_id int) order by i.n`,
  )
  for (const [n, { values }] of drafts.entries()) {
    const isCounted = values.qContada !== null
    Object.assign(values, {
      situacao: isCounted ? 'aceita' : 'contar',
      decidida: isCounted,
      dhContagem: isCounted ? ctx.clock.now() : null,
      esperada: isCounted ? String(rows[n]?.expected ?? '0') : null,
    })
  }
}

const PLACE = ['mercadoria_id', 'armazenamento_id', 'lote_id'] as const

const headOf = (ctx: Ctx, { mercadoria_inventario_id }: Row) =>
  load(ctx, resourceNamed('mercadoria_inventario'), Number(mercadoria_inventario_id))

async function countingOf(ctx: Ctx, mercadoria_inventario_id: number): Promise<Counting> {
  const { id, empresa_id, bloqueia, tolerancia } = await headOf(ctx, { mercadoria_inventario_id })
  return { id, empresa_id: Number(empresa_id), bloqueia: bloqueia === true, tolerancia: String(tolerancia) }
}

/** Somebody says the quantity by themselves: who manages counts decides. */
const decides = ({ before, values }: Draft): boolean =>
  values.qContada !== undefined &&
  (values.qContada !== null || before !== undefined) &&
  String(values.qContada) !== String(before?.qContada)

/** Whether an item lies where its count looks, of a lot of its product, and is not in it yet. */
export async function fits(ctx: Ctx, values: Row, parent: Row): Promise<boolean> {
  const lot = typeof values.lote_id === 'number' ? values.lote_id : null
  const rows = await rowsOf(
    ctx,
    sql`select from armazenamento a join mercadoria p on p.id = ${Number(values.mercadoria_id)}
        where a.id = ${Number(values.armazenamento_id)} and ${scopeOf(parent)}
          and (${lot}::int is null or exists (select from mercadoria_lote o where o.id = ${lot}::int and o.mercadoria_id = p.id))
          and not exists (select from mercadoria_inventario_item i where i.mercadoria_inventario_id = ${Number(parent.id)}
            and i.mercadoria_id = p.id and i.armazenamento_id = a.id and i.lote_id is not distinct from ${lot}::int)`,
  )
  return rows.length > 0
}
