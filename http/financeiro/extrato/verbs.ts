import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { announce, deleteRows, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { step } from '../../platform/step'
import { extratoArquivo, extratoBanco } from './extrato'

/** Leaves a line out, with who and why: it does not come back with the next file. */
export const ignora = step(extratoBanco, 'ignora', { summary: 'Ignora uma linha do extrato, com o motivo.' })

export const reabre = step(extratoBanco, 'reabre', {
  summary: 'Devolve à fila uma linha que foi ignorada, e com ela a do seu estorno.',
  run: async ({ ctx, record: { id, par_id } }) => {
    const set = { par_id: null, xMotivoIgnorada: null }
    if (par_id === null) return { set }
    const partners = await loadWhere(ctx, extratoBanco, 'id', [par_id], { lock: true })
    for (const one of partners.filter(({ par_id: other }) => other === id))
      await update(ctx, extratoBanco, one, { dhIgnorada: null, ...set }, 'reabre')
    return { set }
  },
})

/** Takes an import back: lines that nobody matched or ignored go, all others stay. Throws 400 `undone`. */
export const desfaz = action(extratoArquivo, 'desfaz', {
  on: 'record',
  right: 'delete',
  summary: 'Desfaz a importação de um arquivo: saem as linhas que ninguém conciliou nem ignorou.',
  input: nothing,
  answer: v.object({ removidas: v.number(), ficam: v.number() }),
  run: async ({ ctx, record }) => {
    if (record.dhDesfeito !== null) throw badRequest('A importação deste arquivo já foi desfeita.', 'undone')
    // Held before they are judged: whoever matches one meanwhile is first, or comes too late.
    const all = await loadWhere(ctx, extratoBanco, 'extrato_arquivo_id', [record.id], { lock: true })
    const kept = await rowsOf(
      ctx,
      sql`select distinct v.extrato_banco_id as id from extrato_vinculo v join extrato_banco l on l.id = v.extrato_banco_id where l.extrato_arquivo_id = ${record.id}`,
    )
    const matched = new Set(kept.map((row) => Number(row.id)))
    const lines = all.filter(({ id, dhIgnorada }) => dhIgnorada === null && !matched.has(id))
    await deleteRows(ctx, extratoBanco, lines)
    const [first] = lines
    if (first) await announce(ctx, extratoBanco, first.id, first)
    await update(ctx, extratoArquivo, record, { dhDesfeito: ctx.clock.now() }, 'desfaz')
    return { removidas: lines.length, ficam: record.qNovas - lines.length }
  },
})
