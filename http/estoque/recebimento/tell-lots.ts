import { sql } from 'drizzle-orm'
import { shortNumber } from '../../../core/fields/show'
import { sum } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { deleteRows, insertMany, loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { entradaMercadoriaRastreio, trackedOf } from '../entrada/rastreio'
import type { ReceivingLine } from './lines'

const ACAO = 'finalizaRecebimento'
const TOLD = 20

/**
 * The lots that were read of items become theirs, in place of what was told of them before: each with its quantity, and where it was put. Those that the invoice told
 * are no more than what came. Throws 400 `which_lots` where several are told of which nobody says which came.
 */
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
  await insertMany(ctx, entradaMercadoriaRastreio, read, ACAO)
  await cutLots(ctx, lines)
}

/** Of what came less than its one lot says, the lot is what came; of what did not come at all, there is none. Throws 400 `which_lots`, naming the goods. */
async function cutLots(ctx: Ctx, lines: readonly ReceivingLine[]): Promise<void> {
  const told = await trackedOf(
    ctx,
    lines.map(({ id }) => id),
  )
  const tooMany = lines.flatMap((line) => {
    const lots = told.get(line.id) ?? []
    const all = sum(lots.map(({ qTrib }) => qTrib))
    return all.cmp(line.qTrib) > 0 ? [{ ...line, lots, all, none: Number(line.qTrib) === 0 }] : []
  })
  const unclear = tooMany.filter(({ none, lots }) => !none && lots.length > 1)
  if (unclear.length > 0) {
    const named = unclear
      .slice(0, TOLD)
      .map(
        ({ xProd, all, qTrib }) =>
          `${xProd} (lotes ${shortNumber(all.toFixed(4), 4)}, chegou ${shortNumber(qTrib, 4)})`,
      )
    throw badRequest(`Informe que lotes chegaram: ${named.join('; ')}.`, 'which_lots')
  }
  const [gone, cut] = [tooMany.filter(({ none }) => none), tooMany.filter(({ none }) => !none)]
  await deleteRows(
    ctx,
    entradaMercadoriaRastreio,
    gone.flatMap(({ lots }) => lots),
  )
  await updateMany(
    ctx,
    entradaMercadoriaRastreio,
    cut.flatMap(({ lots }) => lots),
    cut.flatMap(({ lots, qTrib }) => lots.map(({ id }) => ({ id, qTrib }))),
    ACAO,
  )
}
