import { counted } from '../../../core/br/number'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '../context'
import { loadWhere } from '../engine/write'
import { toApiError } from '../error-answer'
import { job } from '../jobs/job'
import { log } from '../log'
import { outageOf } from '../outage'
import type { RecordOf, Row } from '../resource'
import { bulkKind, type Item, type Refused, reasonOf } from './kinds'
import { tarefaRegistro } from './tarefa-registro'

/** What a task that does the same to many was asked with. */
export const bulkInput = v.object({ recurso: v.string(), acao: v.string(), dados: v.record(v.string(), v.unknown()) })

/** Tries after a server died: what was done by then stays done and is not done again. */
const ATTEMPTS = 5

/**
 * Does one thing to many records, each in a transaction of its own, which also notes that it was done: whoever takes the task up again goes on with
 * those that are left. What a rule refuses is noted with its reason, and the others go on.
 */
export const bulkJob = job('lote', {
  title: 'Ação em lote',
  input: bulkInput,
  attempts: ATTEMPTS,
  run: async ({ tarefa_id, input, transaction, progress, signal }) => {
    const kind = bulkKind(input.recurso, input.acao, input.dados)
    const { todo, total, failed } = await transaction((ctx) => left(ctx, tarefa_id))
    const count = { done: total - todo.length, failed }
    for (const item of todo) {
      await progress({ done: count.done, total, note: noteOf(count) })
      try {
        await transaction(async (ctx) => note(ctx, item, { situacao: 'feito', ...(await kind.run(ctx, itemOf(item))) }))
      } catch (error) {
        if (signal.aborted || outageOf(error)) throw error
        const refusal = toApiError(error) ?? unexpected(error, item)
        await transaction((ctx) => note(ctx, item, { situacao: 'falhou', ...reasonOf(refusal) }))
        count.failed += 1
      }
      count.done += 1
    }
    await progress({ done: total, total, note: noteOf(count) })
    return { feitos: total - count.failed, falhas: count.failed }
  },
})

const noteOf = ({ done, failed }: { readonly done: number; readonly failed: number }): string =>
  `${counted(done - failed, 'feito', 'feitos')}, ${failed} com falha`

/** A fault of ours at one record is told by the log; the others go on. */
function unexpected(error: unknown, { registro_id }: Stored): Refused {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log.error('Falha em lote no registro {id}: {error}', { id: registro_id, error: told })
  return {
    code: 'internal',
    message: 'Ocorreu uma falha neste registro. Tente de novo; se continuar, informe o suporte.',
  }
}

type Stored = RecordOf<typeof tarefaRegistro>

const itemOf = ({ registro_id, versao_antes, versao_depois, antes }: Stored): Item => ({
  registro_id,
  versao_antes,
  versao_depois,
  antes: antes === null ? null : { ...antes },
})

/** Those that are still to be done, in order, and how many there are in all. */
async function left(
  ctx: Ctx,
  tarefa_id: number,
): Promise<{ readonly todo: readonly Stored[]; readonly total: number; readonly failed: number }> {
  const rows = await loadWhere(ctx, tarefaRegistro, 'tarefa_id', [tarefa_id])
  return {
    todo: rows.filter(({ situacao }) => situacao === 'pendente'),
    total: rows.length,
    failed: rows.filter(({ situacao }) => situacao === 'falhou').length,
  }
}

/** Notes what became of a record: part of the task's own account, which needs no history. */
async function note(ctx: Ctx, { id }: Stored, { situacao, codigo, motivo, antes, versao_depois }: Row): Promise<void> {
  await ctx.db.execute(
    sql`update tarefa_registro set situacao = ${situacao}, codigo = ${codigo ?? null}, motivo = ${motivo ?? null},
          versao_depois = ${versao_depois ?? null}, antes = ${antes === undefined ? null : JSON.stringify(antes)}::jsonb,
          versao = versao + 1, alterado_em = ${ctx.clock.now()}
        where id = ${id}`,
  )
}
