import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import type { Original, ReturnKind } from '../../documents/returning'
import { type Ctx, rowsOf } from '../../platform/context'

/** An item of an entry, and what other returns took of it: those that were closed, and not cancelled. */
export interface Received extends Original {
  readonly entrada_mercadoria_id: number
  readonly armazenamento_id: number | null
  /** The lots that it brought. */
  readonly lots: readonly number[]
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

/** How lines of a return to a supplier say it. */
export const RECEIVED: ReturnKind<Received> = {
  of: 'entrada_mercadoria_id',
  quantity: 'qTrib',
  left: 'qSaldo',
  whose: 'da entrada',
  came: 'entraram',
  shows: (received) => ({ vUnTrib: priceOf(received) }),
  removed: 'dhExclusao',
}

export const priceOf = ({ value, quantity }: Received): string => decimal(value).div(quantity).toFixed(10)

/** Returns of an entry. */
export const OF_ENTRY = {
  table: 'devolucao',
  field: 'entrada_id',
  code: 'sent_back',
  whose: 'desta entrada',
}
