import { anexoFields } from '../../../core/fields/sis/anexo'
import { sql } from 'drizzle-orm'
import { belongs } from '../../platform/engine/write'
import { f } from '../../../core/fields/field'
import { type ComputedColumn, resource } from '../../platform/resource'

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
  display: ['nome'],
  beside: { file: f.text('O arquivo, em multipart/form-data').secret() },
  indexes: [['anexable_type', 'anexable_id']],
})

// Attachments go with their record.
belongs(anexo, { type: 'anexable_type', id: 'anexable_id' })

/** The attachments of a resource's record, as a column of its answers. */
export const attachmentsOf = (name: string): ComputedColumn => ({
  meta: f.json('Anexos').computed().meta,
  sql: () => sql`(
    select coalesce(json_agg(json_build_object('id', a.id, 'nome', a.nome, 'extensao', a.extensao, 'tamanho', a.tamanho) order by a.id), '[]')
    from anexo a where a.anexable_type = ${name} and a.anexable_id = t.id)`,
})
