import { sql } from 'drizzle-orm'
import { shortNumber } from '../../../core/fields/show'
import { decimal } from '../../../core/money/decimal'
import { returnable, shareOf } from '../../../core/returns/share'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'

/** An item of an entry, and what other returns took of it: those that were closed, and not cancelled. */
export interface Received {
  readonly entrada_mercadoria_id: number
  readonly mercadoria_id: number
  readonly armazenamento_id: number | null
  readonly xProd: string
  readonly un: string | null
  /** The lots that it brought. */
  readonly lots: readonly number[]
  readonly quantity: string
  readonly value: string
  readonly takenQuantity: string
  readonly takenValue: string
}

/** The items of an entry, by their number. `but` is the return that asks. */
export async function receivedLines(ctx: Ctx, entrada_id: number, but = 0): Promise<Map<number, Received>> {
  const rows = await rowsOf(
    ctx,
    sql`select e.id, e.mercadoria_id, e.armazenamento_id, p."xProd", u.un, e."qTrib"::text as q, e."vTotal"::text as v, b.q::text as taken, b.v::text as worth,
          array(select distinct r.lote_id from entrada_mercadoria_rastreio r where r.entrada_mercadoria_id = e.id and r.lote_id is not null order by 1) as lots
        from entrada_mercadoria e join mercadoria p on p.id = e.mercadoria_id left join unidade u on u.id = p.unidade_id
        cross join lateral (
          select coalesce(sum(i."qTrib"), 0) as q, coalesce(sum(i."vTotal"), 0) as v
          from devolucao_mercadoria i join devolucao d on d.id = i.devolucao_id
          where i.entrada_mercadoria_id = e.id and i."dhExclusao" is null and d.id <> ${but}
            and (d."dhFechamento" is not null or d."dhFinalizacao" is not null) and d."dhCancelamento" is null) b
        where e.entrada_id = ${entrada_id} and e."qTrib" > 0 order by e.id`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        entrada_mercadoria_id: Number(row.id),
        mercadoria_id: Number(row.mercadoria_id),
        armazenamento_id: row.armazenamento_id === null ? null : Number(row.armazenamento_id),
        xProd: String(row.xProd),
        un: row.un === null ? null : String(row.un),
        lots: Array.isArray(row.lots) ? row.lots.map(Number) : [],
        quantity: String(row.q),
        value: String(row.v),
        takenQuantity: String(row.taken),
        takenValue: String(row.worth),
      },
    ]),
  )
}

/** Why quantities of an item cannot go back; undefined where they can. */
export function tooMuch(received: Received, quantity: string): string | undefined {
  const left = returnable(received)
  if (decimal(quantity).lte(left)) return undefined
  const taken = decimal(received.takenQuantity)
  const before = taken.isZero() ? '' : ` e ${shortNumber(taken, 4)} já voltaram`
  return `Podem voltar ${shortNumber(left, 4)} de ${received.xProd}: entraram ${shortNumber(received.quantity, 4)}${before}.`
}

/** What a line of a return shows of the item, and what it is worth. */
export function returnLine(received: Received, quantity: string) {
  return {
    mercadoria_id: received.mercadoria_id,
    xProd: received.xProd,
    un: received.un,
    qSaldo: returnable(received).toFixed(4),
    vUnTrib: decimal(received.value).div(received.quantity).toFixed(10),
    vTotal: shareOf(received, quantity).toFixed(2),
  }
}

/** The lines of a return one after the other, as `returnLine`: those of one item, as by lot, share its value to the cent. */
export function linesOf(received: ReadonlyMap<number, Received>) {
  const now = new Map(received)
  return (from: Received, quantity: string): ReturnType<typeof returnLine> => {
    const { entrada_mercadoria_id: id } = from
    const so = now.get(id) ?? from
    const line = { ...returnLine(from, quantity), vTotal: shareOf(so, quantity).toFixed(2) }
    const takenQuantity = decimal(so.takenQuantity).plus(quantity).toFixed(4)
    now.set(id, { ...so, takenQuantity, takenValue: decimal(so.takenValue).plus(line.vTotal).toFixed(2) })
    return line
  }
}

/** An entry whose goods went back stays. Throws 400 `sent_back`, naming the return. */
export async function assertNothingSentBack(ctx: Ctx, entrada_id: number): Promise<void> {
  const [first] = await rowsOf(
    ctx,
    sql`select id from devolucao where entrada_id = ${entrada_id} and "dhCancelamento" is null
        and ("dhFechamento" is not null or "dhFinalizacao" is not null) order by id limit 1`,
  )
  if (first) throw badRequest(`Cancele antes a devolução nº ${Number(first.id)}, que é desta entrada.`, 'sent_back')
}
