import { sql } from 'drizzle-orm'
import { addDays } from '../../core/br/civil-date'
import type { CodeTable } from '../../core/fields/cadastros/tabelas-fiscais'
import { type Ctx, rowsOf } from '../../http/platform/context'
import { readCodes } from './read-codes'

/**
 * Loads the text of an official file of a table (`readCodes`). Codes that are known take the new description and validity; nothing is removed, because
 * documents may name it: what a whole newer table lacks ended the day before it. Answers how many were written.
 */
export async function importCodes(ctx: Ctx, name: CodeTable, text: string): Promise<number> {
  const { rows, wholeSince } = readCodes(name, text)
  const target = sql.raw(`"${name}"`)
  const own = sql.raw(name === 'cst' ? 'imposto, codigo' : 'codigo')
  const now = ctx.clock.now()
  // A file that says nothing of validity leaves it as it is.
  const kept = (column: 'dInicio' | 'dFim') => {
    const quoted = sql.raw(`"${column}"`)
    return rows.some((row) => row[column] !== undefined) ? sql`excluded.${quoted}` : sql`${target}.${quoted}`
  }
  const [dInicio, dFim] = [kept('dInicio'), kept('dFim')]
  const written = await rowsOf(
    ctx,
    sql`insert into ${target} (${own}, descricao, "dInicio", "dFim")
        select distinct on (${own}) ${own}, descricao, "dInicio", "dFim"
          from jsonb_populate_recordset(null::${target}, ${JSON.stringify(rows)}::jsonb)
        on conflict (${own}) do update set descricao = excluded.descricao, "dInicio" = ${dInicio}, "dFim" = ${dFim},
          versao = ${target}.versao + 1, alterado_em = ${now}
        where (${target}.descricao, ${target}."dInicio", ${target}."dFim") is distinct from (excluded.descricao, ${dInicio}, ${dFim}) returning id`,
  )
  if (wholeSince === undefined) return written.length
  const ended = await rowsOf(
    ctx,
    sql`update ${target} set "dFim" = ${addDays(wholeSince, -1)}, versao = versao + 1, alterado_em = ${now}
        where "dFim" is null and codigo not in (select jsonb_array_elements_text(${JSON.stringify(rows.map((row) => row.codigo))}::jsonb)) returning id`,
  )
  return written.length + ended.length
}
