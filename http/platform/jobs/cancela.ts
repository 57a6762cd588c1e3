import { sql } from 'drizzle-orm'
import { isManagerOrAdmin } from '../../../core/access'
import { action } from '../action'
import { update } from '../engine/write'
import { badRequest, forbidden } from '../errors'
import { nothing } from '../inputs'
import { taskKey } from './job'
import { unqueueJob } from './queue'
import { tarefa } from './tarefa'

export const CANCEL_CHANNEL = 'prumo_tarefa'

/** Cancels a task: one that waits does not begin, one that runs is told to stop in whichever server process it runs. */
export const cancelTask = action(tarefa, 'cancela', {
  summary: 'Cancela uma tarefa que espera ou está em andamento',
  right: 'own',
  on: 'record',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.user_id !== ctx.actor.id && !isManagerOrAdmin(ctx.actor))
      throw forbidden('Só quem pediu a tarefa, ou um gerente, pode cancelá-la.')
    if (record.status !== 'na_fila' && record.status !== 'em_andamento')
      throw badRequest('Esta tarefa já terminou.', 'finished')
    if (record.status === 'na_fila') {
      await unqueueJob(ctx.db, taskKey(record.id))
      await update(ctx, tarefa, record, { status: 'cancelada', dhFim: ctx.clock.now() }, 'cancela')
      return
    }
    // Whoever runs it says how it ended: it may be done by the time it hears of this.
    await ctx.db.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${String(record.id)})`)
    await update(ctx, tarefa, record, { nota: 'Cancelando…' }, 'cancela')
  },
})
