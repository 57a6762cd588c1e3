import { anexoComputed, anexoFields } from '../../../core/fields/sis/anexo'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'
import { tableName } from '../../platform/engine/columns'
import { visibleFilter, whereOf } from '../../platform/engine/query'
import { may } from '../../platform/rights'
import { belongs } from '../../platform/engine/write'
import { f } from '../../../core/fields/field'
import { allResources, type ComputedColumn, resource } from '../../platform/resource'

/** Files attached to records. What they hold lies apart, in `anexo_conteudo`; the routes beside this file take and give it. */
export const anexo = resource({
  name: 'anexo',
  paths: ['sis/anexo'],
  title: 'Anexo',
  right: 'anexos',
  readOnly: true,
  company: 'optional',
  fields: anexoFields,
  search: ['nome'],
  visible: ofSeenRecords,
  display: ['nome'],
  beside: { file: f.text('O arquivo, em multipart/form-data').secret() },
  indexes: [['anexable_type', 'anexable_id']],
  computed: {
    registro: {
      meta: anexoComputed.registro.meta,
      sql: () => sql`concat(coalesce(${titles()}::jsonb ->> t.anexable_type, t.anexable_type), ' nº ', t.anexable_id)`,
    },
  },
})

/** What people call the records of each resource. */
const titles = (): string => JSON.stringify(Object.fromEntries(allResources().map(({ name, title }) => [name, title])))

/** Files of records that exist for the caller, in resources that they may see: a name tells already what a file is about. */
function ofSeenRecords(ctx: Ctx): SQL {
  const seen = allResources().filter((one) => one !== anexo && may(ctx, one, 'read'))
  const fenced = seen.filter((one) => one.visible || one.company === 'member')
  const plain = JSON.stringify(seen.filter((one) => !fenced.includes(one)).map(({ name }) => name))
  const ofFenced = fenced.map(
    (one) =>
      sql`(t.anexable_type = ${one.name} and t.anexable_id in (select t.id from ${tableName(one)} t ${whereOf(visibleFilter(ctx, one))}))`,
  )
  return sql`(${sql.join([sql`${plain}::jsonb ? t.anexable_type`, ...ofFenced], sql` or `)})`
}

// Attachments go with their record.
belongs(anexo, { type: 'anexable_type', id: 'anexable_id' })

/** The attachments of a resource's record, as a column of its answers. */
export const attachmentsOf = (name: string): ComputedColumn => ({
  meta: f.json('Anexos').computed().meta,
  sql: () => sql`(
    select coalesce(json_agg(json_build_object('id', a.id, 'nome', a.nome, 'extensao', a.extensao, 'tamanho', a.tamanho) order by a.id), '[]')
    from anexo a where a.anexable_type = ${name} and a.anexable_id = t.id)`,
})
