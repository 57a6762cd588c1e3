import { sql } from 'drizzle-orm'
import { quantile } from '../../../core/measures/histogram'
import { type Ctx, rowsOf } from '../../platform/context'
import { toJson } from '../../platform/engine/columns'
import { allResources } from '../../platform/resource'

const HOURS = 24
const MOST_CALLS = 30
const MOST_STATEMENTS = 50

const VERBS: Readonly<Record<string, string>> = {
  list: 'Lista',
  show: 'Abertura',
  create: 'Inclusão',
  update: 'Alteração',
  delete: 'Exclusão',
  outras: 'Outras',
}

/** What a call does, in words where there are any: `Venda`, `Lista`. */
function worded(recurso: string, verbo: string): { readonly recurso_texto: string; readonly verbo_texto: string } {
  const title = allResources().find(({ name }) => name === recurso)?.title
  return {
    recurso_texto: title ?? (recurso === 'outras' ? 'Outras chamadas' : recurso),
    verbo_texto: VERBS[verbo] ?? verbo,
  }
}

const milliseconds = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds * 1_000))

/** What calls of the last day took on all servers together, by resource and verb, the slowest first. Times are in milliseconds. */
export async function slowestCalls(ctx: Ctx): Promise<object[]> {
  const rows = await rowsOf(
    ctx,
    sql`with recent as (select * from medida_chamada where hora > ${ctx.clock.now()}::timestamptz - ${`${HOURS} hours`}::interval),
          slots as (
            select recurso, verbo, json_agg(n order by i) as faixas from (
              select recurso, verbo, i, sum(n) as n from recent, unnest(faixas) with ordinality f (n, i) group by recurso, verbo, i) one
            group by recurso, verbo)
        select recurso, verbo, sum(chamadas)::float8 as chamadas, sum(falhas)::float8 as falhas, sum(segundos_banco) / sum(chamadas) as banco,
          sum(comandos)::float8 / sum(chamadas)::float8 as comandos, min(faixas::text) as faixas
        from (select recurso, verbo, chamadas, falhas, segundos_banco, comandos from recent) r join slots using (recurso, verbo) group by recurso, verbo`,
  )
  const told = rows.map(({ recurso, verbo, chamadas, falhas, banco, comandos, faixas }) => {
    const slots: number[] = JSON.parse(String(faixas))
    return {
      recurso,
      verbo,
      ...worded(String(recurso), String(verbo)),
      chamadas: Number(chamadas),
      falhas: Number(falhas),
      p50_ms: milliseconds(quantile(slots, 0.5)),
      p95_ms: milliseconds(quantile(slots, 0.95)),
      banco_ms: milliseconds(Number(banco)),
      comandos: Math.round(Number(comandos) * 10) / 10,
    }
  })
  return told.toSorted((a, b) => (b.p95_ms ?? 0) - (a.p95_ms ?? 0) || b.chamadas - a.chamadas).slice(0, MOST_CALLS)
}

/** The last slow statements of all servers, without the values that they were asked with. */
export async function slowStatements(ctx: Ctx): Promise<object[]> {
  const rows = await rowsOf(
    ctx,
    sql`select dh, recurso, verbo, ms, texto from consulta_lenta order by id desc limit ${MOST_STATEMENTS}`,
  )
  return rows.map(({ dh, ...row }) => ({
    ...row,
    ...worded(String(row.recurso), String(row.verbo)),
    dh: toJson('datetime', dh),
  }))
}
