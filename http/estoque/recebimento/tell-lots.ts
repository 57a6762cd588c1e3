import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { deleteRows, insertMany, loadWhere } from '../../platform/engine/write'
import { entradaMercadoriaRastreio } from '../entrada/rastreio'
import type { ReceivingLine } from './lines'

/** The lots that were read of items become theirs, in place of what was told of them before: each with its quantity, and where it was put. */
export async function tellLots(ctx: Ctx, lines: readonly ReceivingLine[]): Promise<void> {
  const ids = lines.map(({ id }) => id)
  const read = await rowsOf(
    ctx,
    sql`select entrada_mercadoria_id, empresa_id, "nLote", "dVal"::text as "dVal", armazenamento_id, sum("qTrib")::text as "qTrib"
        from entrada_leitura where entrada_mercadoria_id = any (${intArray(ids)}::int[]) and "nLote" is not null
        group by 1, 2, 3, 4, 5 having sum("qTrib") > 0 order by 1, 3, 4, 5`,
  )
  const items = [...new Set(read.map((row) => Number(row.entrada_mercadoria_id)))]
  await deleteRows(
    ctx,
    entradaMercadoriaRastreio,
    await loadWhere(ctx, entradaMercadoriaRastreio, 'entrada_mercadoria_id', items),
  )
  await insertMany(ctx, entradaMercadoriaRastreio, read, 'finalizaRecebimento')
}
