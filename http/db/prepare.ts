import { runMigrations } from 'graphile-worker'
import type { Sql } from 'postgres'
import { sum } from '../area'
// Declares the areas, whose definitions the database reads.
// oxlint-disable-next-line import/no-unassigned-import
import '../areas'
import { allMoulds } from '../platform/engine/mould'
import { migrate } from './migrate'
import { queueAddress } from './queue-address'

/**
 * Brings a database to this program's version: migrations, what the database itself reads of the definitions, and the tables of the job queue, which its
 * library keeps itself. Answers the names of the migrations that it applied; throws as `migrate` does.
 */
export async function prepare(sql: Sql, url: string): Promise<readonly string[]> {
  const applied = await migrate(sql)
  await storeCopies(sql)
  await storeMoulds(sql)
  await runMigrations({ connectionString: queueAddress(url), maxPoolSize: 1 })
  return applied
}

/**
 * What documents tell of people, for `prumo_anonimiza_auditoria`, which blanks their history as its owner: the application may not tell it what to
 * blank. One statement, which writes nothing where all is as it was.
 */
export async function storeCopies(sql: Sql): Promise<void> {
  const copies = sum('personal')
    .flatMap((one) => one.copies ?? [])
    .map(({ of, resource, field, through, mark = [], numbered = [], empty = [] }) => ({
      de: of,
      recurso: resource,
      campo: field,
      documento: through?.[0] ?? null,
      pessoa: through?.[1] ?? null,
      campos: [...mark, ...numbered, ...empty],
    }))
  await sql`
    with wanted as (select * from jsonb_to_recordset(${sql.json(copies)}) as w (de text, recurso text, campo text, documento text, pessoa text, campos text[])),
      gone as (delete from prumo_copia_pessoal c where not exists (select 1 from wanted w where (w.de, w.recurso, w.campo) = (c.de, c.recurso, c.campo)))
    insert into prumo_copia_pessoal as c (de, recurso, campo, documento, pessoa, campos) select de, recurso, campo, documento, pessoa, campos from wanted
    on conflict (de, recurso, campo) do update set documento = excluded.documento, pessoa = excluded.pessoa, campos = excluded.campos
    where (c.documento, c.pessoa, c.campos) is distinct from (excluded.documento, excluded.pessoa, excluded.campos)`
}

/** What the trail of changes is written by: moulds are added, and stay for what was written by them. */
export async function storeMoulds(sql: Sql): Promise<void> {
  await sql`
    insert into auditoria_molde (molde, recurso, campos, valores)
    select molde, recurso, campos, valores from jsonb_to_recordset(${JSON.stringify(allMoulds())}::text::jsonb) as w (molde text, recurso text, campos text[], valores jsonb)
    on conflict (molde) do nothing`
}
