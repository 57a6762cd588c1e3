import { sql } from 'drizzle-orm'
import { mercadoriaEtapaProducaoFields } from '../../core/fields/producao/registers'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { type Draft, faultName, resource } from '../platform/resource'
import { invalid } from '../platform/errors'

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

const told = ({ before, values }: Draft, name: string): unknown => (name in values ? values[name] : before?.[name])

/** A resource works in its own centre. */
async function assertWithin(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const chosen = drafts.map((draft) => Number(told(draft, 'recurso_id') ?? 0))
  const wanted = [...new Set(chosen.filter((id) => id > 0))]
  if (wanted.length === 0) return
  const rows = await rowsOf(
    ctx,
    sql`select id, centro_trabalho_id from recurso where id = any(${intArray(wanted)}::int[])`,
  )
  const centres = new Map(rows.map((row) => [Number(row.id), Number(row.centro_trabalho_id)]))
  drafts.forEach((draft, at) => {
    const centre = centres.get(chosen[at] ?? 0)
    if (centre !== undefined && centre !== Number(told(draft, 'centro_trabalho_id')))
      throw invalid({ [faultName(draft, 'recurso_id')]: ['Este recurso é de outro centro de trabalho.'] })
  })
}
