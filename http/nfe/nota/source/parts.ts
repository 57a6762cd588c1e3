import { type SQL, sql } from 'drizzle-orm'
import { empresa } from '../../../cadastros/empresa'
import { tipoEntradaSaida } from '../../../cadastros/tipo-entrada-saida'
import { type Leaving, lotsLeftWith } from '../../../estoque/lots-left'
import { type Ctx, rowsOf } from '../../../platform/context'
import { load } from '../../../platform/engine/write'
import { ApiError, badRequest } from '../../../platform/errors'
import type { Row } from '../../../platform/resource'
import type { Nfe } from '../nfe'
import type { Register, Source, SourceLine } from './source'

/** What notes of all documents are made of in the same way. */

const one = async (ctx: Ctx, query: SQL): Promise<Row | undefined> => (await rowsOf(ctx, query))[0]

/** A document of the note's company. Throws 400 for one that is gone. */
export async function headOf(ctx: Ctx, note: Nfe, table: string, id: number): Promise<Row> {
  const head = await one(
    ctx,
    sql`select * from ${sql.identifier(table)} where id = ${id} and empresa_id = ${note.empresa_id}`,
  )
  if (!head) throw badRequest('O documento desta nota não existe mais.', 'no_source')
  return head
}

/** Who issues, by which operation, and what the configuration adds. */
export async function issuerOf(
  ctx: Ctx,
  note: Nfe,
  tipo_entrada_saida_id: number,
): Promise<Pick<Source, 'company' | 'xMun' | 'operation' | 'technical'>> {
  const company = await load(ctx, empresa, note.empresa_id)
  const beside = await one(
    ctx,
    sql`select (select "xMun" from municipio where id = ${company.cMun}) as "xMun", (select value from configuracao where name = 'FISCAL_RESP_TEC') as value`,
  )
  return {
    company,
    xMun: String(beside?.xMun ?? ''),
    operation: await load(ctx, tipoEntradaSaida, tipo_entrada_saida_id),
    technical: typeof beside?.value === 'string' ? beside.value : null,
  }
}

const NO_OPERATION = 'Escolha a operação da nota.'

/** The operation that a document names for its note. Throws 422 where it names none. */
export function assertOperation({ tipo_entrada_saida_id = null }: Row, document: string): number {
  if (tipo_entrada_saida_id !== null) return Number(tipo_entrada_saida_id)
  throw new ApiError(422, 'no_operation', NO_OPERATION, { [`${document}.tipo_entrada_saida_id`]: [NO_OPERATION] })
}

/** Somebody of a register, with the town's name. */
export const placedOf = (
  ctx: Ctx,
  register: Register | 'transportadora' | 'cliente_endereco',
  id: unknown,
): Promise<Row | undefined> =>
  id === null || id === undefined
    ? Promise.resolve(undefined)
    : one(
        ctx,
        sql`select p.*, u."xMun" from ${sql.identifier(register)} p left join municipio u on u.id = p."cMun" where p.id = ${id}`,
      )

/** The operation by which goods go back: the one that was chosen where it is of returns, else the first of those. Throws 400 where there is none. */
export async function returnOperation(ctx: Ctx, tipo: 0 | 1, chosen: unknown): Promise<number> {
  const found = await one(
    ctx,
    sql`select id from tipo_entrada_saida where tipo = ${tipo} and "finNFe" in (4, 5) and (ativo or id = ${chosen ?? null})
        order by id is not distinct from ${chosen ?? null} desc, "finNFe", id limit 1`,
  )
  const way = tipo === 0 ? 'entrada' : 'saída'
  if (!found)
    throw badRequest(`Cadastre um tipo de operação de ${way} com finalidade de devolução (4).`, 'no_operation')
  return Number(found.id)
}

/** What a line says of its product; the query names the line `l`. */
export const PRODUCT = sql`l.mercadoria_id, m.codigo, m."cEAN", m."NCM", m."CEST", m.origem, m."pesoB"::text`

/** The lines of a document that took goods out, each with the lots that they left of; the query names each line's own number `linha_id`. */
export async function leftLines(ctx: Ctx, rows: readonly Row[], leaving: Leaving): Promise<readonly SourceLine[]> {
  const lots = await lotsLeftWith(ctx, leaving)
  return linesOf(
    rows.map(({ linha_id, ...row }) => {
      const its = lots.get(Number(linha_id))
      return its === undefined ? row : { ...row, lots: its }
    }),
  )
}

/** Rows whose columns are those of a line, by the query that was written for it. */
export const linesOf = (rows: readonly Row[]): readonly SourceLine[] =>
  // The columns are those that the query names.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  rows as unknown as SourceLine[]
