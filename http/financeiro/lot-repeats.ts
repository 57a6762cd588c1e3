import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { formatDate } from '../../core/br/date-text'
import { decimal } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'

/** Titles of a list that stand already, or are twice in it: judged alike where the list is looked at and where it becomes titles. */

export interface Repeat {
  readonly text: string
  /** One number is one title. What has none may be the same or another alike: whoever looks at it says so. */
  readonly isCertain: boolean
}

const isNumbered = ({ numero }: Row): boolean => numero !== null && numero !== undefined && numero !== ''
const nameOf = ({ numero, parcela }: Row): string => `${String(numero)}/${Number(parcela ?? 1)}`

/** What makes two titles the same: customer and instalment, with the number, or where there is none day and value. Undefined for a row that lacks one. */
function keyOf(row: Row): string | undefined {
  const { cliente_id, numero, parcela, dVencimento, vDup } = row
  const own = `${Number(cliente_id)} ${Number(parcela ?? 1)}`
  if (isNumbered(row)) return `n ${own} ${String(numero)}`
  if (typeof dVencimento !== 'string' || vDup === null || vDup === undefined) return undefined
  return `v ${own} ${dVencimento} ${decimal(String(vDup)).toFixed(2)}`
}

/** Titles of the company that stand, by what makes them the same as one of the list. */
async function standing(ctx: Ctx, list: readonly Row[]): Promise<ReadonlyMap<string, number>> {
  const numbers = list.filter(isNumbered).map(({ numero }) => String(numero))
  const plain = list.filter((row) => !isNumbered(row))
  const customers = plain.map(({ cliente_id }) => Number(cliente_id)).filter((id) => id > 0)
  const days = plain.flatMap(({ dVencimento }) => (typeof dVencimento === 'string' ? [dVencimento] : []))
  const texts = (all: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(all)}::jsonb))`
  const rows = await rowsOf(
    ctx,
    sql`select id, cliente_id, numero, parcela, "dVencimento"::text as "dVencimento", "vDup"::text as "vDup" from contas_receber
        where empresa_id = ${ctx.actor.empresa_id} and "dhCancelamento" is null
          and (numero in ${texts(numbers)} or (coalesce(numero, '') = '' and cliente_id = any (${intArray(customers)}::int[]) and "dVencimento"::text in ${texts(days)}))`,
  )
  return new Map(rows.map((row) => [keyOf(row) ?? '', Number(row.id)]))
}

/** For each row of a list, what it repeats: a title that stands, or a row before it. */
export async function repeatsOf(ctx: Ctx, list: readonly Row[]): Promise<readonly (Repeat | undefined)[]> {
  const known = await standing(ctx, list)
  const seen = new Set<string>()
  return list.map((row) => {
    const key = keyOf(row)
    if (key === undefined) return undefined
    const id = known.get(key)
    if (id === undefined && !seen.has(key)) {
      seen.add(key)
      return undefined
    }
    return { text: isNumbered(row) ? sameNumber(row, id) : alike(row, id), isCertain: isNumbered(row) }
  })
}

const sameNumber = (row: Row, id: number | undefined): string =>
  id === undefined
    ? `A conta ${nameOf(row)} está duas vezes na lista.`
    : `A conta ${nameOf(row)} deste cliente já existe: nº ${id}.`

function alike({ dVencimento, vDup }: Row, id: number | undefined): string {
  const what = `${formatCurrency(String(vDup))} com vencimento em ${formatDate(String(dVencimento))}`
  return id === undefined
    ? `Sem número, e ${what} deste cliente já está na lista: confira se é outra.`
    : `Sem número, e este cliente já tem a conta nº ${id}, de ${what}: confira se é outra.`
}
