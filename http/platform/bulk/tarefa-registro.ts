import { sql } from 'drizzle-orm'
import { tarefaRegistroFields } from '../../../core/fields/sis/tarefa'
import { resource } from '../resource'

/** What became of each record of a task that does the same to many. Only who asked sees it. */
export const tarefaRegistro = resource({
  name: 'tarefa_registro',
  paths: ['sis/tarefa_registro'],
  title: 'Registro de uma tarefa',
  right: 'tarefa',
  open: true,
  readOnly: true,
  company: 'own',
  fields: tarefaRegistroFields,
  search: [],
  display: ['registro_id', 'situacao'],
  parent: { resource: 'tarefa', field: 'tarefa_id', list: 'registros', apart: true },
  unique: [['tarefa_id', 'registro_id']],
  visible: (ctx) => sql`exists (select 1 from tarefa x where x.id = t.tarefa_id and x.user_id = ${ctx.actor.id})`,
})
