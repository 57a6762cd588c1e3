import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { lockNames } from '../../platform/locks'

/** A slip that is of no payable yet and was not refused. Amounts are decimal text. */
export interface Waiting {
  readonly id: number
  readonly empresa_id: number
  readonly raiz: string | null
  readonly raiz_sacador: string | null
  readonly issuerTaxId: string | null
  readonly fornecedor_id: number | null
  readonly cost: string
  readonly dueDate: string | null
  readonly so_proposta: boolean
}

/** As many slips as one run looks at. */
export const MOST_AT_ONCE = 10_000

const WAITS = sql`d.contas_pagar_id is null and d."dhRecusa" is null`

/** The companies that have slips of a condition over `d` that wait. */
export async function companiesOf(ctx: Ctx, which: SQL): Promise<readonly number[]> {
  const rows = await rowsOf(ctx, sql`select distinct d.empresa_id from boleto_dda d where ${which} and ${WAITS}`)
  return rows.map((row) => Number(row.empresa_id))
}

/** Who gives slips of these companies to payables waits for one another. */
export const lockMatching = (ctx: Ctx, companies: readonly number[]): Promise<void> =>
  lockNames(
    ctx.db,
    companies.map((one) => `boleto_dda ${one}`),
  )

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Slips of a condition over `d` that wait, held, in the order of their numbers. */
export async function waitingWhere(ctx: Ctx, which: SQL): Promise<readonly Waiting[]> {
  const rows = await rowsOf(
    ctx,
    sql`select d.id, d.empresa_id, d.raiz, d.raiz_sacador, d."issuerTaxId", d.fornecedor_id, d.cost::text as cost, d."dueDate"::text as "dueDate", d.so_proposta
        from boleto_dda d where ${which} and ${WAITS} order by d.id limit ${MOST_AT_ONCE} for update of d`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    empresa_id: Number(row.empresa_id),
    raiz: textIn(row.raiz),
    raiz_sacador: textIn(row.raiz_sacador),
    issuerTaxId: textIn(row.issuerTaxId),
    fornecedor_id: typeof row.fornecedor_id === 'number' ? row.fornecedor_id : null,
    cost: String(row.cost),
    dueDate: textIn(row.dueDate),
    so_proposta: row.so_proposta === true,
  }))
}
