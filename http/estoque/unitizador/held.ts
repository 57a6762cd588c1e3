import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { columnList } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { typed } from '../../platform/engine/write'
import { defaultLocation } from '../shelves'
import { codeOf, entradaMercadoriaEtiqueta, leftIn, type VolumeLabel } from '../volumes/etiqueta'

/** A label of a volume as what it is of: goods that lie somewhere, or are on their way. */
export interface Held {
  readonly label: VolumeLabel
  readonly codigo: string
  readonly entrada_id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string | null
  readonly decimals: number | null
  readonly controla_lote: number
  readonly lote_id: number | null
  /** Where it lies, or is to go. */
  readonly place: number
  /** Its entry was finalised and its goods were booked; they may have left since, which only the ledger knows. */
  readonly inStock: boolean
  readonly cancelled: boolean
  /** What is left in it, after what was picked of it. */
  readonly qSaldo: string
}

/** The labels that a unit-holder holds, locked, in order of their numbers. */
export const heldBy = (ctx: Ctx, unitizador_id: number): Promise<Held[]> =>
  heldWhere(ctx, sql`t.unitizador_id = ${unitizador_id}`)

/** Labels by number, locked. */
export const heldOf = (ctx: Ctx, ids: readonly number[]): Promise<Held[]> =>
  heldWhere(ctx, sql`t.id = any (${intArray(ids)}::int[])`)

const LOT = sql`coalesce(r.lote_id, (select l.id from mercadoria_lote l where l.mercadoria_id = i.mercadoria_id and l."nLote" = t."nLote"
  order by (l."dVal" is not distinct from t."dVal") desc, l.id limit 1))`
const BOOKED = sql`exists (select 1 from lancamento n where n.documento = 'entrada' and n.documento_id = e.id and n.passo = 'finaliza'
  and n."dhDesfeito" is null and n.dados @> '{"movimenta_estoque": true}'::jsonb)`

async function heldWhere(ctx: Ctx, where: SQL): Promise<Held[]> {
  const rows = await rowsOf(
    ctx,
    sql`select ${columnList(entradaMercadoriaEtiqueta, 't')}, ${codeOf(sql.raw('t'))} as codigo, e.id as of_entry, e.empresa_id as of_company, e."dhCancelamento" is not null as cancelled,
          m.id as goods, m."xProd", u.un, u.decimal, m.controla_lote, ${LOT} as lot, ${BOOKED} as booked, ${leftIn(sql.raw('t'))}::text as saldo,
          coalesce(t.armazenamento_id, r.armazenamento_id, i.armazenamento_id, e.armazenamento_id) as place
        from entrada_mercadoria_etiqueta t join entrada_mercadoria i on i.id = t.entrada_mercadoria_id join entrada e on e.id = i.entrada_id
        join mercadoria m on m.id = i.mercadoria_id left join unidade u on u.id = m.unidade_id
        left join entrada_mercadoria_rastreio r on r.id = t.entrada_mercadoria_rastreio_id
        where ${where} order by t.id for update of t`,
  )
  const [first] = rows
  const untold = first !== undefined && rows.some((row) => row.place === null)
  const usual = untold ? await defaultLocation(ctx, Number(first.of_company)) : 0
  return rows.map((row) => ({
    label: typed(entradaMercadoriaEtiqueta, row),
    codigo: String(row.codigo),
    entrada_id: Number(row.of_entry),
    mercadoria_id: Number(row.goods),
    xProd: String(row.xProd),
    un: row.un === null ? null : String(row.un),
    decimals: row.decimal === null ? null : Number(row.decimal),
    controla_lote: Number(row.controla_lote),
    lote_id: row.lot === null ? null : Number(row.lot),
    place: row.place === null ? usual : Number(row.place),
    inStock: row.booked === true,
    cancelled: row.cancelled === true,
    qSaldo: String(row.saldo),
  }))
}
