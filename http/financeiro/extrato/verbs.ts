import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { deleteRows, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { step } from '../../platform/step'
import { extratoArquivo, extratoBanco } from './extrato'

/** Leaves a line out, with who and why: it does not come back with the next file. */
export const ignora = step(extratoBanco, 'ignora', { summary: 'Ignora uma linha do extrato, com o motivo.' })

export const reabre = step(extratoBanco, 'reabre', { summary: 'Devolve à fila uma linha que foi ignorada.' })

/** Takes an import back: lines that nobody matched or ignored go, all others stay. Throws 400 `undone`. */
export const desfaz = action(extratoArquivo, 'desfaz', {
  on: 'record',
  right: 'delete',
  summary: 'Desfaz a importação de um arquivo: saem as linhas que ninguém conciliou nem ignorou.',
  input: nothing,
  answer: v.object({ removidas: v.number(), ficam: v.number() }),
  run: async ({ ctx, record }) => {
    if (record.dhDesfeito !== null) throw badRequest('A importação deste arquivo já foi desfeita.', 'undone')
    const rows = await rowsOf(
      ctx,
      sql`select l.id from extrato_banco l where l.extrato_arquivo_id = ${record.id} and l.status = 0
          and not exists (select 1 from extrato_vinculo v where v.extrato_banco_id = l.id)`,
    )
    const ids = rows.map((row) => Number(row.id))
    const lines = await loadWhere(ctx, extratoBanco, 'id', ids, { lock: true })
    if (lines.length > 0) await deleteRows(ctx, extratoBanco, lines)
    await update(ctx, extratoArquivo, record, { dhDesfeito: ctx.clock.now() }, 'desfaz')
    return { removidas: lines.length, ficam: record.qNovas - lines.length }
  },
})
