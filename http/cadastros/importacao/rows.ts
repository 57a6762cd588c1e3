import { type SQL, sql } from 'drizzle-orm'
import type { Cell } from '../../../core/tabular/cell'
import { TABLE_LIMITS } from '../../../core/tabular/csv'
import { type Ctx, rowsOf } from '../../platform/context'
import { extraOf } from '../../platform/custom/take'
import { toJson } from '../../platform/engine/columns'
import { invalid, notFound } from '../../platform/errors'
import type { Resource, Row } from '../../platform/resource'
import { changesColumn, Checker, type Fault } from './check'
import type { ImportColumn } from './columns'
import { columnsOf } from './importacao'
import { countRows, planOf, recheckRows, sheetRow } from './pass'
import type { Batch } from './stage'

/** A row as the wizard shows it. */
export interface ShownRow {
  readonly ordem: number
  readonly linha: number
  readonly situacao: string | null
  readonly celulas: readonly Cell[]
  readonly erros: readonly Fault[]
  /** By column of the file, for rows that change a record: what is stored now. */
  readonly antes: Readonly<Record<string, unknown>>
}

/** Which rows: of these situations, the first so many left out. */
export interface RowQuery {
  readonly situacoes: readonly string[]
  readonly inicio: number
  readonly quantas: number
}

/** A page of a batch's rows, with what is stored of the records that they change. */
export async function rowsPage(
  ctx: Ctx,
  batch: Batch,
  { situacoes, inicio, quantas }: RowQuery,
): Promise<{ total: number; data: ShownRow[] }> {
  const filter = situacoes.length === 0 ? sql`` : sql` and ${isOf(situacoes)}`
  const where = sql`importacao_id = ${batch.id} and ordem > ${batch.cabecalho}${filter}`
  const place: SQL =
    situacoes.length === 0
      ? sql`${where} and ordem > ${batch.cabecalho + inicio} order by ordem limit ${quantas}`
      : sql`${where} order by ordem limit ${quantas} offset ${inicio}`
  const [rows, [count]] = await Promise.all([
    rowsOf(ctx, sql`select ordem, linha, situacao, celulas, erros from importacao_linha where ${place}`),
    rowsOf(ctx, sql`select count(*)::int as n from importacao_linha where ${where}`),
  ])
  const before = await formerOf(ctx, batch, rows)
  const data = rows.map((row): ShownRow => {
    const { ordem, linha, celulas } = sheetRow(row)
    return {
      ordem,
      linha,
      celulas,
      situacao: typeof row.situacao === 'string' ? row.situacao : null,
      erros: faultsOf(row.erros),
      antes: before.get(ordem) ?? {},
    }
  })
  return { total: Number(count?.n ?? 0), data }
}

/** Rows of these situations; `aviso` are those that are taken with a notice. */
function isOf(situacoes: readonly string[]): SQL {
  const named = sql`situacao = any (${`{${situacoes.join(',')}}`}::text[])`
  return situacoes.includes('aviso')
    ? sql`(${named} or (situacao in ('novo', 'alterado', 'igual') and erros is not null))`
    : named
}

/** What is wrong with a row, as it was stored. */
export function faultsOf(value: unknown): Fault[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.map((one) => {
    const known = new Map<string, unknown>(typeof one === 'object' && one !== null ? Object.entries(one) : [])
    const coluna = known.get('coluna')
    return { coluna: typeof coluna === 'number' ? coluna : null, mensagem: String(known.get('mensagem') ?? '') }
  })
}

/** What the changed fields of the page's rows hold now, by row and column of the file. */
async function formerOf(
  ctx: Ctx,
  batch: Batch,
  rows: readonly Row[],
): Promise<Map<number, Readonly<Record<string, unknown>>>> {
  const changing = rows.filter(({ situacao }) => situacao === 'alterado')
  if (changing.length === 0) return new Map()
  const plan = await planOf(ctx, batch)
  const checker = new Checker(ctx, plan, { write: false, create: batch.cria_referencias })
  const verdicts = await checker.check(changing.map(sheetRow))
  return new Map(
    verdicts.map(({ row, before, values }) => {
      const told = plan.columns.flatMap((column, at) =>
        column && changesColumn(column, before ?? {}, values)
          ? [[String(at), formerly(plan.kind.resource, column, before ?? {})]]
          : [],
      )
      return [row.ordem, Object.fromEntries(told)]
    }),
  )
}

/** What is stored of a column, as an answer has it. */
const formerly = ({ fields }: Resource, { field, own }: ImportColumn, before: Row): unknown =>
  own
    ? toJson(own.field.meta.kind, extraOf(before)[own.custom.id])
    : toJson(fields[field]?.meta.kind ?? 'text', before[field])

/** Mends one cell of a row, and checks the row again with all that says the same keys. Throws 404, 422. */
export async function mendCell(
  ctx: Ctx,
  batch: Batch,
  { ordem, coluna, valor }: { readonly ordem: number; readonly coluna: number; readonly valor: string },
): Promise<Batch> {
  if (coluna >= columnsOf(batch).length) throw invalid({ coluna: ['O arquivo não tem esta coluna.'] })
  if (valor.length > TABLE_LIMITS.cell) throw invalid({ valor: [`Use no máximo ${TABLE_LIMITS.cell} caracteres.`] })
  const [row] = await rowsOf(
    ctx,
    sql`select celulas, chaves from importacao_linha where importacao_id = ${batch.id} and ordem = ${ordem} and ordem > ${batch.cabecalho} for update`,
  )
  if (!row) throw notFound()
  const cells: unknown[] = Array.isArray(row.celulas) ? [...row.celulas] : []
  while (cells.length < coluna) cells.push(null)
  cells[coluna] = valor.trim() === '' ? null : valor
  await ctx.db.execute(
    sql`update importacao_linha set celulas = ${JSON.stringify(cells)}::jsonb where importacao_id = ${batch.id} and ordem = ${ordem}`,
  )
  const keys: readonly unknown[] = Array.isArray(row.chaves) ? row.chaves : []
  await recheckRows(ctx, batch, [ordem], keys.map(String))
  return countRows(ctx, batch)
}
