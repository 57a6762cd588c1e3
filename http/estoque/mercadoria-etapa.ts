import { sql } from 'drizzle-orm'
import { mercadoriaEtapaProducaoFields } from '../../core/fields/producao/registers'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { type Draft, refuseRows, resource } from '../platform/resource'

/** How a product is made, step by step (N2-045): where, with what, and how long it takes. */
export const mercadoriaEtapaProducao = resource({
  name: 'mercadoria_etapa_producao',
  paths: ['estoque/mercadoria_etapa_producao', 'mercadoria_etapa_producao'],
  title: 'Etapa de produção',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaEtapaProducaoFields,
  search: ['descricao', 'centro_trabalho_id.descricao'],
  display: ['n_ordem', 'descricao', 'centro_trabalho_id'],
  unique: [['mercadoria_id', 'n_ordem']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'mercadoria_etapas_producao' },
  hooks: { prepare: (ctx, drafts) => assertWithin(ctx, drafts) },
})

/** SQL: what an hour of a step `e` costs now, of its resource, else of its centre; and what beside the step it is read from. */
export const RATE = 'coalesce(r."vHora", c."vHora", 0)'
export const RATED = 'join centro_trabalho c on c.id = e.centro_trabalho_id left join recurso r on r.id = e.recurso_id'

/** SQL: minutes that a step `s` of a product takes for goods `g`, the preparation once. */
export const STEP_MINUTES = 'round(s."qMinutosPreparo" + s."qMinutos" * g."qTrib", 2)'

/** A resource works in its own centre. */
async function assertWithin(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const steps = new Map(drafts.map((draft) => [draft, { ...draft.before, ...draft.values }]))
  const wanted = [...new Set([...steps.values()].map(({ recurso_id }) => Number(recurso_id ?? 0)))].filter(Boolean)
  if (wanted.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select id, centro_trabalho_id from recurso where id = any (${intArray(wanted)}::int[])`,
  )
  const centres = new Map(rows.map((row) => [Number(row.id), Number(row.centro_trabalho_id)]))
  refuseRows(drafts, (draft) => {
    const { recurso_id, centro_trabalho_id } = steps.get(draft) ?? {}
    const centre = centres.get(Number(recurso_id))
    return centre === undefined || centre === centro_trabalho_id
      ? undefined
      : { recurso_id: 'Este recurso é de outro centro de trabalho.' }
  })
}
