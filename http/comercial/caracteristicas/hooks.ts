import { sql } from 'drizzle-orm'
import { supplyCost } from '../../estoque/caracteristica'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { load } from '../../platform/engine/write'
import { type Draft, faultName, type Hooks, refuseRows, resourceNamed, type Row } from '../../platform/resource'
import type { DocumentKind } from '../hooks'
import { reprice } from './reprice'

/** What a line's row calls its list of characteristics, and each of those its list of supplies. */
export const CHOICES = 'crt_list'
const SUPPLIES = 'insumo_list'

const idOf = ({ before, values }: Draft, name: string): number => Number(values[name] ?? before?.[name])
const isOther = ({ before, values }: Draft, name: string): boolean =>
  before === undefined || (values[name] !== undefined && values[name] !== before[name])

/** Characteristics by their number, with their groups, what their product allows, and what they draw. */
async function registered(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const rows = await rowsOf(
    ctx,
    sql`select c.id, c.mercadoria_id, c.caracteristica_grupo_id, c.descricao, c.custo_un::text as custo_un, c."vAcrescimoFixo"::text as "vAcrescimoFixo", c.ativo,
          g.descricao as grupo, g.multiplo, p.op_customizavel, p.op_flexivel,
          coalesce((select json_agg(json_build_object('mercadoria_id', i.mercadoria_id, 'quantidade', i.quantidade::text, 'no_lugar_de_id', i.no_lugar_de_id) order by i.id)
            from mercadoria_caracteristica_insumo i where i.mercadoria_caracteristica_id = c.id), '[]') as insumos
        from mercadoria_caracteristica c join mercadoria_caracteristica_grupo g on g.id = c.caracteristica_grupo_id
        join mercadoria p on p.id = c.mercadoria_id where c.id = any (${intArray([...new Set(ids)].filter(Number.isInteger))}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

const suppliesOf = (row: Row | undefined): readonly Row[] => (Array.isArray(row?.insumos) ? row.insumos : [])

/** A copy brings with it what was agreed: it is the program's, people cannot send it. */
const isCopied = ({ before, values }: Draft): boolean => before === undefined && values.xCaracteristica !== undefined

/** Rules of the characteristics of a line: those of its product, one in a group that takes one; what they cost and add is kept with them. */
export const choiceHooks = (kind: DocumentKind): Hooks => ({
  prepare: async (ctx, drafts, parent) => {
    const known = await registered(
      ctx,
      drafts.map((draft) => idOf(draft, 'mercadoria_caracteristica_id')),
    )
    refuseRows(drafts, (draft) => fill(draft, known.get(idOf(draft, 'mercadoria_caracteristica_id')), parent))
    await assertOnePerGroup(ctx, kind, drafts, { known, parent })
  },
  after: (ctx, _records, parent) => (parent ? reprice(ctx, kind, Number(parent.id)) : Promise.resolve()),
})

/** Takes over what the register says of a characteristic that is chosen now; answers what is wrong with it. */
function fill(draft: Draft, row: Row | undefined, line: Row | undefined): Readonly<Record<string, string>> | undefined {
  if (isCopied(draft) || !isOther(draft, 'mercadoria_caracteristica_id')) return undefined
  const field = 'mercadoria_caracteristica_id'
  if (!row || Number(row.mercadoria_id) !== Number(line?.mercadoria_id))
    return { [field]: 'Esta característica não é desta mercadoria.' }
  if (row.op_customizavel !== true) return { [field]: 'Esta mercadoria não é feita por encomenda.' }
  if (row.ativo === false) return { [field]: 'Esta característica está inativa.' }
  Object.assign(draft.values, {
    caracteristica_grupo_id: row.caracteristica_grupo_id,
    xGrupo: row.grupo,
    xCaracteristica: row.descricao,
    custo_un: row.custo_un,
    vAcrescimoFixo: row.vAcrescimoFixo,
  })
  if (draft.input && draft.input[SUPPLIES] === undefined) draft.input[SUPPLIES] = suppliesOf(row)
  return undefined
}

interface Around {
  readonly known: ReadonlyMap<number, Row>
  readonly parent: Row | undefined
}

/** The same characteristic is chosen once, and a group that takes one has one. */
async function assertOnePerGroup(
  ctx: Ctx,
  kind: DocumentKind,
  drafts: readonly Draft[],
  { known, parent }: Around,
): Promise<void> {
  const isWhole = drafts.every(({ place }) => place !== undefined)
  const stored = isWhole ? [] : await othersOf(ctx, kind, drafts, parent)
  const ones = new Set<number>()
  const groups = new Set<number>()
  for (const row of stored) {
    ones.add(Number(row.mercadoria_caracteristica_id))
    groups.add(Number(row.caracteristica_grupo_id))
  }
  refuseRows(drafts, (draft) => {
    const id = idOf(draft, 'mercadoria_caracteristica_id')
    const row = known.get(id)
    const group = Number(row?.caracteristica_grupo_id)
    const field = 'mercadoria_caracteristica_id'
    if (ones.has(id)) return { [field]: 'Esta característica já está no item.' }
    if (groups.has(group) && row?.multiplo !== true)
      return { [field]: `Escolha só uma opção em ${String(row?.grupo)}.` }
    ones.add(id)
    groups.add(group)
    return undefined
  })
}

function othersOf(ctx: Ctx, kind: DocumentKind, drafts: readonly Draft[], parent: Row | undefined): Promise<Row[]> {
  const written = drafts.flatMap(({ before }) => (before ? [Number(before.id)] : []))
  return rowsOf(
    ctx,
    sql`select mercadoria_caracteristica_id, caracteristica_grupo_id from ${sql.raw(`${kind}_mercadoria_crt`)}
        where ${sql.raw(`${kind}_mercadoria_id`)} = ${Number(parent?.id)} and id <> all (${intArray(written)}::int[])`,
  )
}

const FIXED = 'Os insumos desta característica não mudam.'

/** Rules of what a chosen characteristic draws: what its register says, unless its product is flexible. */
export const supplyHooks = (kind: DocumentKind): Hooks => ({
  prepare: async (ctx, drafts, parent) => {
    const characteristic = Number(parent?.mercadoria_caracteristica_id)
    const row = (await registered(ctx, [characteristic])).get(characteristic)
    const own = suppliesOf(row)
    refuseRows(drafts, (draft) => {
      const isFixed = row?.op_flexivel !== true && draft.values.xProd === undefined
      return isFixed && !own.some((one) => isSame(one, draft)) ? { mercadoria_id: FIXED } : undefined
    })
    await takeCosts(ctx, drafts, Number(parent?.empresa_id))
    refuseTwins(drafts)
  },
  remove: async (ctx, record, parent) => {
    const crt = `${kind}_mercadoria_crt`
    const above: Row = parent ?? (await load(ctx, resourceNamed(crt), Number(record[`${crt}_id`])))
    const characteristic = Number(above.mercadoria_caracteristica_id)
    const row = (await registered(ctx, [characteristic])).get(characteristic)
    const isOwn = suppliesOf(row).some((one) => one.mercadoria_id === record.mercadoria_id)
    if (row?.op_flexivel !== true && isOwn) throw invalid({ [SUPPLIES]: [FIXED] })
  },
  after: (ctx, _records, parent) =>
    parent ? reprice(ctx, kind, Number(parent[`${kind}_mercadoria_id`])) : Promise.resolve(),
})

const isSame = (one: Row, { before, values }: Draft): boolean => {
  const { mercadoria_id, quantidade, no_lugar_de_id } = { ...before, ...values }
  return (
    one.mercadoria_id === mercadoria_id &&
    Number(one.quantidade) === Number(quantidade) &&
    (one.no_lugar_de_id ?? null) === (no_lugar_de_id ?? null)
  )
}

function refuseTwins(drafts: readonly Draft[]): void {
  const seen = new Set<number>()
  for (const draft of drafts) {
    const id = idOf(draft, 'mercadoria_id')
    if (seen.has(id)) throw invalid({ [faultName(draft, 'mercadoria_id')]: ['Este insumo já está na lista.'] })
    seen.add(id)
  }
}

/** Names and costs of supplies that are chosen now are kept with them. */
async function takeCosts(ctx: Ctx, drafts: readonly Draft[], empresa_id: number): Promise<void> {
  const fresh = drafts.filter((draft) => draft.values.xProd === undefined && isOther(draft, 'mercadoria_id'))
  if (fresh.length === 0) return
  const ids = fresh.map((draft) => idOf(draft, 'mercadoria_id'))
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m."xProd", ${supplyCost(empresa_id)}::text as cost from mercadoria m where m.id = any (${intArray(ids)}::int[])`,
  )
  const known = new Map(rows.map((row) => [Number(row.id), row]))
  for (const draft of fresh) {
    const row = known.get(idOf(draft, 'mercadoria_id'))
    Object.assign(draft.values, { xProd: row?.xProd ?? '', vCusto: row?.cost ?? '0' })
  }
}
