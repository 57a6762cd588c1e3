import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import { returnable, shareOf } from '../../../core/returns/share'
import { shortNumber } from '../../../core/fields/show'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'

/** A line of a sale, and what other returns took of it: those that were closed, and not cancelled. */
export interface Sold {
  readonly venda_mercadoria_id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string | null
  readonly quantity: string
  readonly value: string
  readonly takenQuantity: string
  readonly takenValue: string
  readonly takenCost: string
}

/** The lines of a sale, by their number. `but` is the return that asks. */
export async function soldLines(ctx: Ctx, venda_id: number, but = 0): Promise<Map<number, Sold>> {
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.mercadoria_id, s."xProd", s.un, s."qTrib", s."vTotal", b.q, b.v, b.c
        from venda_mercadoria s cross join lateral (
          select coalesce(sum(i.devolver), 0) as q, coalesce(sum(i."vTotal"), 0) as v, coalesce(sum(i."vCusto"), 0) as c
          from venda_devolucao_mercadoria i join venda_devolucao d on d.id = i.venda_devolucao_id
          where i.venda_mercadoria_id = s.id and d.id <> ${but} and d."dhFechamento" is not null and d."dhCancelamento" is null) b
        where s.venda_id = ${venda_id} order by s.id`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        venda_mercadoria_id: Number(row.id),
        mercadoria_id: Number(row.mercadoria_id),
        xProd: String(row.xProd ?? ''),
        un: row.un === null ? null : String(row.un),
        quantity: String(row.qTrib),
        value: String(row.vTotal),
        takenQuantity: String(row.q),
        takenValue: String(row.v),
        takenCost: String(row.c),
      },
    ]),
  )
}

/** Why a quantity of a line cannot come back; undefined where it can. */
export function tooMuch(sold: Sold, devolver: string): string | undefined {
  const left = returnable(sold)
  if (decimal(devolver).lte(left)) return undefined
  const taken = decimal(sold.takenQuantity)
  const before = taken.isZero() ? '' : ` e ${shortNumber(taken, 4)} já voltaram`
  return `Podem voltar ${shortNumber(left, 4)} de ${sold.xProd}: foram vendidos ${shortNumber(sold.quantity, 4)}${before}.`
}

/** What a line of a return shows of the line of the sale, and what it is worth. */
export function returnLine(sold: Sold, devolver: string) {
  return {
    mercadoria_id: sold.mercadoria_id,
    xProd: sold.xProd,
    un: sold.un,
    qTrib: returnable(sold).toFixed(4),
    vTotal: shareOf(sold, devolver).toFixed(2),
  }
}

/** A sale that goods came back of cannot go. Throws 400 `returned`, naming the return. */
export async function assertNothingReturned(ctx: Ctx, venda_id: number): Promise<void> {
  const [first] = await rowsOf(
    ctx,
    sql`select id from venda_devolucao where venda_id = ${venda_id} and "dhCancelamento" is null and "dhFechamento" is not null order by id limit 1`,
  )
  if (first) throw new ApiError(400, 'returned', `Cancele antes a devolução nº ${Number(first.id)}, que é desta venda.`)
}
