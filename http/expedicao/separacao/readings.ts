import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type CHECKING, PICKING } from '../../../core/fields/expedicao/separacao'
import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { insertRows } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import { MESSAGES } from '../../platform/parse'
import { type Separacao, separacaoLeitura } from './separacao'

/** What scanners read of an order: each once under a key of its device, whatever is sent again. */

const LONGEST_KEY = 60

/** The key of a reading, as a device tells it. */
export const readingKey = v.pipe(shortText(LONGEST_KEY), v.minLength(1, MESSAGES.required))

/** The key of a further row of one reading. */
const partKey = (chave: string, at: number | ''): string => `${chave.slice(0, LONGEST_KEY - 6)}.${at}`

/** The key under which a reading is taken off. */
export const offKey = (chave: string): string => `-${chave}`.slice(0, LONGEST_KEY)

/** What a reading of this key was answered before; undefined where it is new. Throws 409 where the key was of another order. */
export async function answeredBefore(ctx: Ctx, order: Separacao, chave: string): Promise<object | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select separacao_id, resposta from separacao_leitura where empresa_id = ${order.empresa_id} and chave = ${chave}`,
  )
  if (!row) return undefined
  if (Number(row.separacao_id) !== order.id)
    throw new ApiError(409, 'other_key', 'Esta chave já é de uma leitura de outra separação.')
  return typeof row.resposta === 'object' && row.resposta !== null ? row.resposta : {}
}

/** What was read, as it is stored. */
export interface Read {
  readonly chave: string
  readonly fase: typeof PICKING | typeof CHECKING
  readonly codigo?: string | null
  readonly quantity: Decimal
  readonly line?: number | null
  readonly taken?: readonly TakenFor[]
  readonly nVolume?: number | null
}

/** Stores a reading with its answer: a row of its own for each label that it took from and each line that it was for, the first under the key. */
export async function keepReading(ctx: Ctx, order: Separacao, read: Read, resposta: object): Promise<void> {
  const { chave, fase, codigo = null, quantity, line = null, taken = [], nVolume = null } = read
  const parts: readonly TakenFor[] = taken.length === 0 ? [{ etiqueta: null, quantity, line }] : taken
  await insertRows(
    ctx,
    separacaoLeitura,
    parts.map((part, at) => ({
      separacao_id: order.id,
      empresa_id: order.empresa_id,
      separacao_mercadoria_id: part.line,
      fase,
      chave: at === 0 ? chave : partKey(chave, at),
      codigo,
      qTrib: part.quantity.toFixed(4),
      etiqueta: part.etiqueta,
      nVolume,
      resposta,
    })),
  )
}

/** What was taken of a volume, by its label. */
export interface Taken {
  readonly etiqueta: string | null
  readonly quantity: Decimal
}

/** What was taken of a volume for a line. */
export interface TakenFor extends Taken {
  readonly line: number | null
}

/** What lines hold of volumes: what was taken of each, less what was put back. */
export async function heldOfLabels(ctx: Ctx, lines: readonly number[]): Promise<TakenFor[]> {
  const rows = await rowsOf(
    ctx,
    sql`select separacao_mercadoria_id as line, etiqueta, sum("qTrib")::text as q from separacao_leitura
        where separacao_mercadoria_id = any (${intArray(lines)}::int[]) and etiqueta is not null group by 1, 2 having sum("qTrib") > 0 order by 1, 2`,
  )
  return rows.map((row) => ({
    line: Number(row.line),
    etiqueta: String(row.etiqueta),
    quantity: decimal(String(row.q)),
  }))
}

/** What a line holds of volumes is in them again. */
export async function intoVolumes(ctx: Ctx, order: Separacao, line: number): Promise<void> {
  const taken = (await heldOfLabels(ctx, [line])).map((one) => ({ ...one, quantity: one.quantity.neg() }))
  if (taken.length === 0) return
  const quantity = sum(taken.map((one) => one.quantity))
  await keepReading(ctx, order, { chave: crypto.randomUUID(), fase: PICKING, quantity, taken }, {})
}

/** What a reading took of volumes and its lines still hold of them, as it is put back. */
export async function takenBy(
  ctx: Ctx,
  order: Separacao,
  leitura: string,
  lines: readonly { readonly id: number }[],
): Promise<TakenFor[]> {
  const others = `${partKey(leitura, '').replaceAll(/[%_\\]/g, '\\$&')}%`
  const rows = await rowsOf(
    ctx,
    sql`select etiqueta, separacao_mercadoria_id as line, sum("qTrib")::text as q from separacao_leitura
        where separacao_id = ${order.id} and (chave = ${leitura} or chave like ${others}) and etiqueta is not null group by 1, 2`,
  )
  const held = await heldOfLabels(
    ctx,
    lines.map(({ id }) => id),
  )
  return held.flatMap(({ etiqueta, line, quantity }) => {
    const read = rows.find((row) => row.etiqueta === etiqueta && Number(row.line) === line)
    if (!read) return []
    const some = quantity.lt(String(read.q)) ? quantity : decimal(String(read.q))
    return [{ etiqueta, line, quantity: some.neg() }]
  })
}
