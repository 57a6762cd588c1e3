import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'

/** The logos of companies by their CNPJ, as far as a paper can show them: PNG and JPEG. */
export async function logosOf(ctx: Ctx, companies: readonly number[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await rowsOf(
    ctx,
    sql`select e."CNPJ_CPF", encode(l.conteudo, 'base64') as base64 from logo l join empresa e on e.id = l.registro_id
        where l.recurso = 'empresa' and l.tipo in ('image/png', 'image/jpeg') and e.id = any (${intArray([...new Set(companies)])}::int[])`,
  )
  return new Map(rows.map((row) => [String(row.CNPJ_CPF), Uint8Array.from(Buffer.from(String(row.base64), 'base64'))]))
}
