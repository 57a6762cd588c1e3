import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { UFS } from '../../core/br/uf'
import { refused } from '../exit'
import { readJson } from './json'
import { type Ctx, rowsOf } from '../../http/platform/context'

const file = v.object({
  columns: v.array(v.string()),
  rows: v.pipe(v.array(v.array(v.nullable(v.string()))), v.maxLength(20_000)),
})

/** Loads the municipalities of a table with the columns `nome` and `codigo7` (the UF follows from the code). Names that changed are updated. */
export async function importMunicipios(ctx: Ctx, text: string): Promise<number> {
  const table = v.safeParse(file, readJson(text))
  if (!table.success) throw refused('O arquivo não é uma tabela de municípios: {"columns": […], "rows": [[…]]}.')
  const [name, code] = [table.output.columns.indexOf('nome'), table.output.columns.indexOf('codigo7')]
  if (name === -1 || code === -1) throw refused('A tabela precisa das colunas nome e codigo7.')
  const states = new Map<string, string>(UFS.map((uf) => [uf.codigo, uf.sigla]))
  const rows = table.output.rows.map((row, at) => {
    const [xMun, codigo] = [row[name]?.trim(), row[code] ?? '']
    const UF = states.get(codigo.slice(0, 2))
    if (!xMun || !/^\d{7}$/.test(codigo) || !UF)
      throw refused(`Linha ${at + 1}: município inválido (${codigo} ${xMun ?? ''}).`)
    return { id: Number(codigo), xMun, UF }
  })
  const written = await rowsOf(
    ctx,
    sql`insert into municipio (id, "xMun", "UF") select distinct on (id) id, "xMun", "UF" from jsonb_populate_recordset(null::municipio, ${JSON.stringify(rows)}::jsonb)
        on conflict (id) do update set "xMun" = excluded."xMun", "UF" = excluded."UF", versao = municipio.versao + 1, alterado_em = ${ctx.clock.now()}
        where (municipio."xMun", municipio."UF") is distinct from (excluded."xMun", excluded."UF") returning id`,
  )
  return written.length
}
