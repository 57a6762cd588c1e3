import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../action'
import { begun } from '../answers'
import { rowsOf } from '../context'
import { badRequest, forbidden } from '../errors'
import { loadWhere } from '../engine/write'
import { nothing } from '../inputs'
import { tarefa } from '../jobs/tarefa'
import { bulkInput } from './job'
import { CHANGE, UNDO } from './kinds'
import { startBulk } from './lote'
import { tarefaRegistro } from './tarefa-registro'

/** Takes back what a task changed in many records, of each that nobody changed since. Throws 403, 400 `nothing_to_undo`. */
export const undoBulk = action(tarefa, 'desfaz', {
  summary: 'Desfaz uma alteração em lote, nos registros que ninguém alterou depois',
  right: 'own',
  on: 'record',
  input: nothing,
  answer: begun,
  run: async ({ ctx, record }) => {
    if (record.user_id !== ctx.actor.id) throw forbidden('Só quem pediu a tarefa pode desfazê-la.')
    const [asked] = await rowsOf(ctx, sql`select entrada from tarefa_dados where tarefa_id = ${record.id}`)
    const input = v.safeParse(bulkInput, asked?.entrada)
    const rows = (await loadWhere(ctx, tarefaRegistro, 'tarefa_id', [record.id])).flatMap(
      ({ registro_id, versao_depois, antes, situacao }) =>
        situacao === 'feito' && antes && versao_depois !== null ? [{ registro_id, versao_depois, antes }] : [],
    )
    if (!input.success || input.output.acao !== CHANGE || rows.length === 0)
      throw badRequest('Não há o que desfazer nesta tarefa.', 'nothing_to_undo')
    const items = rows.map((row) => ({ ...row, antes: { ...row.antes }, versao_antes: null }))
    return startBulk(ctx, { recurso: input.output.recurso, acao: UNDO, dados: {}, items })
  },
})
