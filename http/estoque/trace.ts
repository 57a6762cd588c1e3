import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { documentsWithSteps, documentTitle } from '../documents/steps'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { nothing } from '../platform/inputs'
import { may } from '../platform/rights'
import { mercadoriaLote } from './lotes'

const MOST = 500

const moved = v.object({
  documento: v.string(),
  titulo: v.nullable(v.string()),
  documento_id: v.number(),
  dia: v.string(),
  pessoa: v.nullable(v.string()),
  nNF: v.nullable(v.number()),
  quantidade: v.number(),
})

/**
 * Where a lot came from and where it went, by document, net of what was undone: in the chosen company. Of documents that the caller may not see, only how
 * much they moved is told.
 */
export const rastreia = action(mercadoriaLote, 'rastreia', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'De que entradas um lote veio, a quem foi, e onde está.',
  input: nothing,
  answer: v.object({
    entradas: v.array(moved),
    saidas: v.array(moved),
    locais: v.array(v.object({ armazenamento_id: v.number(), codigo: v.string(), quantidade: v.number() })),
  }),
  run: async ({ ctx, record: { id } }) => {
    const rows = await movesOf(ctx, id)
    return {
      entradas: rows.filter((one) => one.quantidade > 0),
      saidas: rows.filter((one) => one.quantidade < 0),
      locais: await placesOf(ctx, id),
    }
  },
})

/** SQL: of the document of a row `m`, whose it is, and the invoice that it came with. */
export const WHOM = sql`coalesce(c."xNome", f."xNome", k."xNome") as pessoa, e."nNF"`
export const WITH_WHOM = sql`left join entrada e on m.documento = 'entrada' and e.id = m.documento_id
  left join venda v on m.documento = 'venda' and v.id = m.documento_id left join saida s on m.documento = 'saida' and s.id = m.documento_id
  left join devolucao d on m.documento = 'devolucao' and d.id = m.documento_id
  left join cliente c on c.id = coalesce(v.cliente_id, e.cliente_id, s.cliente_id)
  left join fornecedor f on f.id = coalesce(e.fornecedor_id, s.fornecedor_id, d.fornecedor_id) left join colaborador k on k.id = s.colaborador_id`

/** The documents whose persons a caller may be told. */
const shownTo = (ctx: Ctx): ReadonlySet<string> =>
  new Set(documentsWithSteps().flatMap(({ resource }) => (may(ctx, resource, 'read') ? [resource.name] : [])))

async function movesOf(ctx: Ctx, lote_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select m.*, ${documentTitle(sql`m.documento`)} as titulo, ${WHOM} from (
          select documento, documento_id, min(criado_em)::date::text as dia, sum("qTrib") as quantidade from movimento_estoque
          where lote_id = ${lote_id} and empresa_id = ${ctx.actor.empresa_id} group by 1, 2 having sum("qTrib") <> 0
        ) m ${WITH_WHOM} order by m.dia desc, m.documento, m.documento_id desc limit ${MOST}`,
  )
  const known = shownTo(ctx)
  return rows.map((row) => {
    const documento = String(row.documento)
    const shown = known.has(documento)
    return {
      documento,
      titulo: row.titulo === null ? null : String(row.titulo),
      documento_id: Number(row.documento_id),
      dia: String(row.dia),
      pessoa: shown && row.pessoa !== null ? String(row.pessoa) : null,
      nNF: shown && row.nNF !== null ? Number(row.nNF) : null,
      quantidade: Number(row.quantidade),
    }
  })
}

async function placesOf(ctx: Ctx, lote_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select l.armazenamento_id, a.codigo, l."qDisp" from mercadoria_armazenamento_lote l join armazenamento a on a.id = l.armazenamento_id
        where l.lote_id = ${lote_id} and l.empresa_id = ${ctx.actor.empresa_id} and l."qDisp" <> 0 order by a.codigo`,
  )
  return rows.map((row) => ({
    armazenamento_id: Number(row.armazenamento_id),
    codigo: String(row.codigo),
    quantidade: Number(row.qDisp),
  }))
}
