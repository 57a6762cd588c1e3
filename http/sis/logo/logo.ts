import { sql } from 'drizzle-orm'
import { f } from '../../../core/fields/field'
import type { ComputedColumn } from '../../platform/resource'

/** The address of a record's logo, another one after each change; null when it has none. */
export const logoOf = (name: string): ComputedColumn => ({
  meta: f.text('Logotipo').computed().meta,
  sql: () => sql`(
    select '/api/' || l.recurso || '/' || l.registro_id || '/logo?v=' || floor(extract(epoch from l.dh) * 1000)::bigint
    from logo l where l.recurso = ${name} and l.registro_id = t.id)`,
})
