import { mercadoriaInsumoFields, mercadoriaInsumoSubstitutoFields } from '../../core/fields/estoque/mercadoria-insumo'
import { type SQL, sql } from 'drizzle-orm'
import { prepareBom } from '../../core/mrp/bom'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { type Draft, faultName, refuseRows, resource, type Row } from '../platform/resource'
import { conflict, invalid } from '../platform/errors'

/** What a product is made of, one row a component (N2-044): the bill of materials that planning explodes and production orders draw. */
export const mercadoriaInsumo = resource({
  name: 'mercadoria_insumo',
  paths: ['estoque/mercadoria_insumo', 'mercadoria_insumo'],
  title: 'Insumo',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaInsumoFields,
  search: ['mercadoria_insumo_id.xProd'],
  display: ['quantidade'],
  unique: [['mercadoria_id', 'mercadoria_insumo_id', 'dInicio']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'mercadoria_insumos' },
  hooks: {
    prepare: async (ctx, drafts, parent) => {
      refuseRows(drafts, ({ before, values }) => {
        const { dInicio, dFim } = periodOf({ ...before, ...values })
        return dFim < dInicio ? { dFim: 'O fim é anterior ao início.' } : undefined
      })
      refuseTwins(drafts)
      // Two people could each close one half of a cycle: structures change one after another.
      if (parent) await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('mercadoria_insumo'))`)
    },
    after: async (ctx, records, parent) => {
      await assertNoTwins(ctx, [...new Set(records.map((one) => Number(one.mercadoria_id)))])
      if (parent) await assertNoCycle(ctx, Number(parent.id))
    },
  },
})

/** What stands in for a component, in its composition alone: production orders take it along. */
export const mercadoriaInsumoSubstituto = resource({
  name: 'mercadoria_insumo_substituto',
  paths: ['estoque/mercadoria_insumo_substituto'],
  title: 'Substituto do insumo',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaInsumoSubstitutoFields,
  search: ['mercadoria_id.xProd'],
  display: ['mercadoria_id'],
  unique: [['mercadoria_insumo_id', 'mercadoria_id']],
  parent: { resource: 'mercadoria_insumo', field: 'mercadoria_insumo_id', list: 'substitutos', copied: true },
  hooks: {
    prepare: (_, drafts, component) => {
      refuseRows(drafts, ({ values }) =>
        component !== undefined &&
        [component.mercadoria_id, component.mercadoria_insumo_id].includes(values.mercadoria_id)
          ? { mercadoria_id: 'O substituto é outra mercadoria: nem o insumo, nem o que se produz.' }
          : undefined,
      )
    },
  },
})

/** SQL: how much of a component `i` one of its product takes, what is lost of it included. */
export const WITH_LOSS = sql`round(case when i."tpPerda" = 1 then i.quantidade * (1 + i."pPerda" / 100) else i.quantidade / (1 - i."pPerda" / 100) end, 6)`

/** SQL: a row `alias` of compositions is part of its product on a day. */
export const inForce = (alias: string, day: SQL | string): SQL => {
  const [from, to] = [sql.raw(`${alias}."dInicio"`), sql.raw(`${alias}."dFim"`)]
  return sql`(${from} is null or ${from} <= ${day}::date) and (${to} is null or ${to} >= ${day}::date)`
}

const TWIN = 'Este insumo já está na composição.'

/** The days on which a component is part of its product, as texts that compare. */
const periodOf = ({ dInicio, dFim }: Row) => ({ dInicio: String(dInicio ?? ''), dFim: String(dFim ?? '9999-12-31') })

/** The same component twice on one day is a mistake of typing; a version of it after another is none. */
function refuseTwins(drafts: readonly Draft[]): void {
  const seen = new Map<unknown, ReturnType<typeof periodOf>[]>()
  drafts.forEach((draft) => {
    const whole: Row = { ...draft.before, ...draft.values }
    const [own, others] = [periodOf(whole), seen.get(whole.mercadoria_insumo_id) ?? []]
    if (others.some((one) => one.dInicio <= own.dFim && own.dInicio <= one.dFim))
      throw invalid({ [faultName(draft, 'mercadoria_insumo_id')]: [TWIN] })
    seen.set(whole.mercadoria_insumo_id, [...others, own])
  })
}

/** As `refuseTwins`, of what stands once all is saved. Throws 409. */
async function assertNoTwins(ctx: Ctx, products: readonly number[]): Promise<void> {
  const days = (alias: string) => sql.raw(`daterange(${alias}."dInicio", ${alias}."dFim", '[]')`)
  const [twin] = await rowsOf(
    ctx,
    sql`select 1 from mercadoria_insumo a join mercadoria_insumo b on b.mercadoria_id = a.mercadoria_id and b.mercadoria_insumo_id = a.mercadoria_insumo_id and b.id > a.id
        where a.mercadoria_id = any (${intArray(products)}::int[]) and ${days('a')} && ${days('b')} limit 1`,
  )
  if (twin) throw conflict(TWIN)
}

/** A product may not be part of itself, however deep. Throws `bom_cycle`, which names the products of the cycle. */
async function assertNoCycle(ctx: Ctx, id: number): Promise<void> {
  const lines = await rowsOf(
    ctx,
    sql`with recursive below (id) as (
          select ${id}::int union select i.mercadoria_insumo_id from mercadoria_insumo i join below b on i.mercadoria_id = b.id
        )
        select i.mercadoria_id as parent, i.mercadoria_insumo_id as child,
          coalesce(p.codigo || ' ', '') || p."xProd" as name
        from below b join mercadoria_insumo i on i.mercadoria_id = b.id join mercadoria p on p.id = b.id`,
  )
  const ids = [...new Set(lines.flatMap((line) => [Number(line.parent), Number(line.child)]))].sort((a, b) => a - b)
  const index = new Map(ids.map((one, at) => [one, at]))
  const names = new Map(lines.map((line) => [Number(line.parent), String(line.name)]))
  const at = (line: Row, end: string) => index.get(Number(line[end])) ?? 0
  prepareBom(
    {
      items: ids.length,
      parent: Int32Array.from(lines, (line) => at(line, 'parent')),
      child: Int32Array.from(lines, (line) => at(line, 'child')),
      factor: new Float64Array(lines.length),
    },
    (one) => names.get(ids[one] ?? 0) ?? String(ids[one]),
  )
}
