import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../action'
import { begun } from '../answers'
import type { Ctx } from '../context'
import { identifier, shortText } from '../inputs'
import { startJob } from '../jobs/job'
import { tarefa } from '../jobs/tarefa'
import type { Row } from '../resource'
import { bulkJob } from './job'
import { bulkKind, type Item, UNDO } from './kinds'
import { invalid } from '../errors'

/** Records of one task. */
const LIMIT = 1_000

const records = v.pipe(
  v.array(v.object({ id: identifier, versao: v.optional(identifier) })),
  v.minLength(1, 'Selecione ao menos um registro.'),
  v.maxLength(LIMIT, 'No máximo 1.000 registros por vez.'),
)

/**
 * Does the same to many records: a verb of a document's life (`fecha`, `fatura`, `cancela`), `exclui`, or `altera` with the fields in `dados`. Each by its
 * own rules in its own transaction, by a task that can be watched and cancelled; `GET sis/tarefa_registro` tells what became of each. Throws 403, 422.
 */
export const bulk = action(tarefa, 'lote', {
  summary: 'Faz o mesmo com vários registros, um a um: ação de documento, exclui ou altera',
  right: 'own',
  on: 'collection',
  input: v.object({
    recurso: shortText(60),
    acao: shortText(60),
    registros: records,
    dados: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
  answer: begun,
  run: async ({ ctx, input: { recurso, acao, registros, dados } }) => {
    if (acao === UNDO) throw invalid({ acao: ['Desfaça a tarefa que alterou.'] })
    const items = registros.map(({ id, versao }) => ({ registro_id: id, versao_antes: versao ?? null }))
    return startBulk(ctx, { recurso, acao, dados, items })
  },
})

/** Starts a task that does `acao` to each record, once. Throws 403 and 422 before anything is queued. */
export async function startBulk(
  ctx: Ctx,
  { recurso, acao, dados, items }: { recurso: string; acao: string; dados: Row; items: readonly Item[] },
): Promise<{ tarefa_id: number }> {
  const kind = bulkKind(recurso, acao, dados)
  kind.check(ctx)
  const once = [...new Map(items.map((item) => [item.registro_id, item])).values()]
  const title = `${kind.label}: ${kind.resource.title}, ${once.length} ${once.length === 1 ? 'registro' : 'registros'}`
  const started = await startJob(ctx, bulkJob, { recurso, acao, dados }, { model_type: kind.resource.name, title })
  await ctx.db.execute(
    sql`insert into tarefa_registro (empresa_id, tarefa_id, registro_id, versao_antes, versao_depois, antes)
        select ${ctx.actor.empresa_id}::int, ${started.tarefa_id}::int, x.registro_id, x.versao_antes, x.versao_depois, x.antes
        from rows from (jsonb_to_recordset(${JSON.stringify(once)}::jsonb)
          as (registro_id int, versao_antes int, versao_depois int, antes jsonb)) with ordinality x order by x.ordinality`,
  )
  return started
}
