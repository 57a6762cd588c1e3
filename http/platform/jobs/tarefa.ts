import { sql } from 'drizzle-orm'
import { isManagerOrAdmin } from '../../../core/access'
import { type Ctx, rowsOf } from '../context'
import { f } from '../fields'
import { empresaId } from '../kit'
import { allResources, resource, type Row } from '../resource'
import { may } from '../rights'

export const TASK_STATES = ['na_fila', 'em_andamento', 'concluida', 'falhou', 'cancelada'] as const

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
  fields: {
    empresa_id: empresaId(),
    user_id: f.ref('Pedida por', 'user').required(),
    nome: f.text('Nome', { max: 80 }).required(),
    titulo: f.text('Título', { max: 200 }).required(),
    status: f.choice('Situação', TASK_STATES).default('na_fila'),
    feito: f.integer('Feito', { min: 0 }).default(0),
    total: f.integer('De', { min: 0, doc: 'Zero enquanto não se sabe' }).default(0),
    nota: f.text('Andamento', { max: 500 }),
    erro: f.text('Erro', { max: 2000 }),
    model_type: f.text('Recurso', { max: 60, doc: 'Recurso a que a tarefa se refere' }),
    model_id: f.integer('Registro', { min: 1 }),
    dhInicio: f.datetime('Início'),
    dhFim: f.datetime('Fim'),
  },
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
