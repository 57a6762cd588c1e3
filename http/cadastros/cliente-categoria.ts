import { clienteCategoriaComputed, clienteCategoriaFields } from '../../core/fields/cadastros/cliente-categoria'
import { sql } from 'drizzle-orm'
import { action } from '../platform/action'
import { rows } from '../platform/answers'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { nothing } from '../platform/inputs'
import { type Draft, resource, type Row } from '../platform/resource'

const MAX_DEPTH = 10
const MAX_NODES = 5_000

/** Categories of customers, a tree. */
export const clienteCategoria = resource({
  name: 'cliente_categoria',
  paths: ['cadastros/cliente_categoria', 'cliente_categoria'],
  title: 'Categoria de clientes',
  right: 'cliente',
  open: true,
  company: 'none',
  fields: clienteCategoriaFields,
  search: ['descricao'],
  display: ['descricao'],
  computed: {
    full_descricao: {
      meta: clienteCategoriaComputed.full_descricao.meta,
      sql: () => sql`(
        with recursive up as (
          select descricao as nome, categoria_pai_id as pai, 1 as n from cliente_categoria where id = t.id
          union all select c.descricao || ' > ' || up.nome, c.categoria_pai_id, n + 1
          from cliente_categoria c join up on c.id = up.pai where n < ${MAX_DEPTH})
        select nome from up order by n desc limit 1)`,
    },
    childs: {
      meta: clienteCategoriaComputed.childs.meta,
      sql: () => sql`(
        select coalesce(json_agg(json_build_object('id', c.id, 'descricao', c.descricao) order by c.descricao), '[]')
        from cliente_categoria c where c.categoria_pai_id = t.id)`,
    },
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      for (const draft of drafts) await checkPlace(ctx, draft)
    },
  },
})

/** Not within itself, and no deeper than ten levels with all that it holds. */
async function checkPlace(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const parent = values.categoria_pai_id
  if (typeof parent !== 'number' || parent === before?.categoria_pai_id) return
  // Two moves at once could each be fine and together close a ring.
  await ctx.db.execute(sql`lock table cliente_categoria in share row exclusive mode`)
  const id = Number(before?.id ?? 0)
  const [place] = await rowsOf(
    ctx,
    sql`with recursive
          up as (select id, categoria_pai_id, 1 as n from cliente_categoria where id = ${parent}
            union all select c.id, c.categoria_pai_id, n + 1 from cliente_categoria c join up on c.id = up.categoria_pai_id where n < ${MAX_DEPTH}),
          down as (select ${id}::int as id, 1 as n
            union all select c.id, n + 1 from cliente_categoria c join down on c.categoria_pai_id = down.id where n < ${MAX_DEPTH})
        select (select bool_or(id = ${id}) from up) as ring, (select max(n) from up) + (select max(n) from down) as depth`,
  )
  if (place?.ring === true) throw invalid({ categoria_pai_id: ['Uma categoria não pode ficar dentro dela mesma.'] })
  if (Number(place?.depth) > MAX_DEPTH)
    throw invalid({ categoria_pai_id: [`Use no máximo ${MAX_DEPTH} níveis de categorias.`] })
}

/** A node of the tree as the screens draw it. */
interface Node {
  readonly id: number
  readonly descricao: string
  readonly full_descricao: string
  readonly childs: readonly Node[]
}

export const arvore = action(clienteCategoria, 'arvore', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Todas as categorias, em árvore.',
  input: nothing,
  answer: rows,
  run: async ({ ctx }) => {
    const rows = await rowsOf(
      ctx,
      sql`select id, descricao, categoria_pai_id from cliente_categoria order by prumo_busca(descricao), id limit ${MAX_NODES}`,
    )
    const byParent = Map.groupBy(rows, (row) => row.categoria_pai_id)
    return { data: branch(byParent, null, '') }
  },
})

function branch(byParent: ReadonlyMap<unknown, readonly Row[]>, parent: unknown, path: string): Node[] {
  return (byParent.get(parent) ?? []).map((row) => {
    const [id, descricao] = [Number(row.id), String(row.descricao)]
    const full_descricao = path + descricao
    return { id, descricao, full_descricao, childs: branch(byParent, id, `${full_descricao} > `) }
  })
}
