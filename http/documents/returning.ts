import { sql } from 'drizzle-orm'
import { shortNumber } from '../../core/fields/show'
import { decimal, sum } from '../../core/money/decimal'
import { returnable, shareOf } from '../../core/returns/share'
import { type Ctx, rowsOf } from '../platform/context'
import { loadWhere, patchRows } from '../platform/engine/write'
import { badRequest } from '../platform/errors'
import { type Draft, refuseRows, type Resource, type Row } from '../platform/resource'
import { sumUp } from './totals'

/** What returns have in common, of goods that were sold or bought: each line is of a line of another document, and takes no more of it than is left. */

/** A line of the other document, and what other returns took of it: those that were closed, and not cancelled. */
export interface Original {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string | null
  readonly quantity: string
  readonly value: string
  readonly takenQuantity: string
  readonly takenValue: string
}

/** How a kind of return says it. */
export interface ReturnKind<O extends Original> {
  /** The column of its lines that names the original, the one that says how much of it goes back, and the one that shows how much may. */
  readonly of: string
  readonly quantity: string
  readonly left: string
  /** Said of lines that are of another document: `da entrada`. */
  readonly whose: string
  /** Said of the quantity of the original: `entraram`. */
  readonly came: string
  /** What a line shows beside. */
  readonly shows?: (original: O) => Row
  /** The column of its lines that marks them as removed. */
  readonly removed?: string
}

const isRemoved = ({ removed }: { readonly removed?: string }, line: Row): boolean =>
  removed !== undefined && (line[removed] ?? null) !== null

/** Why so much of an original cannot go back; undefined where it can. */
function tooMuch<O extends Original>({ came }: ReturnKind<O>, original: O, quantity: string): string | undefined {
  const left = returnable(original)
  if (decimal(quantity).lte(left)) return undefined
  const taken = decimal(original.takenQuantity)
  const before = taken.isZero() ? '' : ` e ${shortNumber(taken, 4)} já voltaram`
  return `Podem voltar ${shortNumber(left, 4)} de ${original.xProd}: ${came} ${shortNumber(original.quantity, 4)}${before}.`
}

/** What lines show of their originals and what they are worth, one after the other: those of one original, as by lot, share its value to the cent. */
function valuesBy<O extends Original>(kind: ReturnKind<O>, originals: ReadonlyMap<number, O>) {
  const now = new Map(originals)
  return (id: number, original: O, line: Row): Row => {
    const { takenQuantity, takenValue, ...whole } = now.get(id) ?? original
    const quantity = String(line[kind.quantity] ?? '0')
    const vTotal = shareOf({ ...whole, takenQuantity, takenValue }, quantity).toFixed(2)
    if (!isRemoved(kind, line))
      now.set(id, {
        ...original,
        takenQuantity: decimal(takenQuantity).plus(quantity).toFixed(4),
        takenValue: decimal(takenValue).plus(vTotal).toFixed(2),
      })
    const { mercadoria_id, xProd, un } = original
    return { mercadoria_id, xProd, un, [kind.left]: returnable(original).toFixed(4), ...kind.shows?.(original), vTotal }
  }
}

/** Lines as they are written: each is of an original, and takes no more of it than is left. What they are worth follows. Throws 422. */
export function takeOriginals<O extends Original>(
  drafts: readonly Draft[],
  kind: ReturnKind<O>,
  originals: ReadonlyMap<number, O>,
): void {
  const valuesOf = valuesBy(kind, originals)
  refuseRows(drafts, ({ before, values }): Readonly<Record<string, string>> | undefined => {
    const line: Row = { ...before, ...values }
    const id = Number(line[kind.of])
    const original = originals.get(id)
    if (!original) return { [kind.of]: `Este item não é ${kind.whose} desta devolução.` }
    const fault = isRemoved(kind, line) ? undefined : tooMuch(kind, original, String(line[kind.quantity] ?? '0'))
    if (fault !== undefined) return { [kind.quantity]: fault }
    Object.assign(values, valuesOf(id, original, line))
    return undefined
  })
}

interface Settling<O extends Original> {
  readonly lines: Resource
  readonly record: { readonly id: number; readonly dhFechamento: unknown }
  readonly kind: ReturnKind<O>
  readonly originals: ReadonlyMap<number, O>
}

/**
 * Judges a return by what others took until now, its document being held; prices follow where it is still open. Answers the original of each of its lines
 * that are not removed, by their numbers. Throws 400 `no_items`, `not_of_it`, `too_much` naming the line.
 */
export async function settleLines<O extends Original>(
  ctx: Ctx,
  resource: Resource,
  { lines, record, kind, originals }: Settling<O>,
): Promise<ReadonlyMap<number, O>> {
  const all: readonly (Row & { id: number })[] = await loadWhere(ctx, lines, lines.parent?.field ?? 'id', [record.id], {
    lock: true,
  })
  const own = all.filter((line) => !isRemoved(kind, line))
  if (own.length === 0) throw badRequest('Inclua ao menos um item na devolução.', 'no_items')
  const found = new Map<number, O>()
  for (const [id, same] of Map.groupBy(own, (line) => Number(line[kind.of]))) {
    const original = originals.get(id)
    if (!original) throw badRequest(`${String(same[0]?.xProd ?? 'Um item')} não é ${kind.whose}.`, 'not_of_it')
    const fault = tooMuch(kind, original, sum(same.map((line) => String(line[kind.quantity]))).toFixed(4))
    if (fault !== undefined) throw badRequest(fault, 'too_much')
    for (const line of same) found.set(line.id, original)
  }
  if (record.dhFechamento === null) {
    const valuesOf = valuesBy(kind, originals)
    const edits = own.flatMap((line) => {
      const original = found.get(line.id)
      return original ? [{ ...valuesOf(Number(line[kind.of]), original, line), id: line.id }] : []
    })
    await patchRows(ctx, lines, edits)
    await sumUp(ctx, resource.name, record.id)
  }
  return found
}

/** A document whose goods went back, or came back, stays. Throws 400 with this code, naming the return. */
export async function assertNoReturn(
  ctx: Ctx,
  returns: { readonly table: string; readonly field: string; readonly code: string; readonly whose: string },
  id: number,
): Promise<void> {
  const [first] = await rowsOf(
    ctx,
    sql`select id from ${sql.identifier(returns.table)} where ${sql.identifier(returns.field)} = ${id} and "dhCancelamento" is null
        and ("dhFechamento" is not null or "dhFinalizacao" is not null) order by id limit 1`,
  )
  if (first) throw badRequest(`Cancele antes a devolução nº ${Number(first.id)}, que é ${returns.whose}.`, returns.code)
}
