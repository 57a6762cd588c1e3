import { tarefaFields } from '../../../core/fields/sis/tarefa'
import { sql } from 'drizzle-orm'
import { isManagerOrAdmin } from '../../../core/access'
import { type Ctx, rowsOf } from '../context'
import { allResources, resource, type Row } from '../resource'
import { may } from '../rights'

/**
 * Long work that somebody asked for: a plan, an import, routes. Everyone of the company sees that it runs and how far it is; what it found
 * (`detalhe`, `resultado`) only who asked, and who may read the record that it is about.
 */
export const tarefa = resource({
  name: 'tarefa',
  paths: ['sis/tarefa', 'tarefa'],
  title: 'Tarefa',
  right: 'tarefa',
  open: true,
  readOnly: true,
  company: 'own',
  fields: tarefaFields,
  search: ['titulo'],
  display: ['titulo', 'status'],
  indexes: [['model_type', 'model_id'], ['status']],
  defaultOrder: 'id',
  hooks: { present: shown },
})

/** What the work is doing and what it came to, for those who may see it. */
async function shown(ctx: Ctx, record: Row): Promise<Row> {
  if (!maySeeInside(ctx, record)) return {}
  const [inside] = await rowsOf(ctx, sql`select detalhe, resultado from tarefa_dados where tarefa_id = ${record.id}`)
  return { detalhe: inside?.detalhe ?? null, resultado: inside?.resultado ?? null }
}

function maySeeInside(ctx: Ctx, record: Row): boolean {
  if (record.user_id === ctx.actor.id || isManagerOrAdmin(ctx.actor)) return true
  const about = allResources().find((one) => one.name === record.model_type)
  return about !== undefined && may(ctx, about, 'read')
}
