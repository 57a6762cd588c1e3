import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Ctx, rowsOf } from '../../http/platform/context'
import { refused } from '../exit'
import { readJson } from './json'

/** The official tables of codes, and how many digits a code has. */
export const CODE_TABLES = { ncm: 8, cfop: 4, cest: 7 } as const

const file = v.object({
  columns: v.array(v.string()),
  rows: v.pipe(v.array(v.array(v.nullable(v.string()))), v.maxLength(50_000)),
})
const MAX_TEXT = 1000

/**
 * Loads a table whose columns are the code (`code` or the table's name) and `name`. Codes that are known take the new description; nothing
 * is removed, because documents may name it. Answers how many were written.
 */
export async function importCodes(ctx: Ctx, name: keyof typeof CODE_TABLES, text: string): Promise<number> {
  const table = v.safeParse(file, readJson(text))
  if (!table.success) throw refused(`O arquivo não é uma tabela de ${name}: {"columns": […], "rows": [[…]]}.`)
  const { columns } = table.output
  const [code, description] = [columns.findIndex((one) => one === 'code' || one === name), columns.indexOf('name')]
  if (code === -1 || description === -1) throw refused('A tabela precisa das colunas code e name.')
  const shape = new RegExp(`^\\d{${CODE_TABLES[name]}}$`)
  const rows = table.output.rows.map((row, at) => {
    const [codigo, descricao] = [row[code] ?? '', row[description]?.trim()]
    if (!descricao || !shape.test(codigo))
      throw refused(`Linha ${at + 1}: código inválido (${codigo} ${descricao ?? ''}).`)
    return { codigo, descricao: descricao.slice(0, MAX_TEXT) }
  })
  const target = sql.raw(`"${name}"`)
  const written = await rowsOf(
    ctx,
    sql`insert into ${target} (codigo, descricao)
        select distinct on (codigo) codigo, descricao from jsonb_populate_recordset(null::${target}, ${JSON.stringify(rows)}::jsonb)
        on conflict (codigo) do update set descricao = excluded.descricao, versao = ${target}.versao + 1, alterado_em = ${ctx.clock.now()}
        where ${target}.descricao is distinct from excluded.descricao returning id`,
  )
  return written.length
}
