import { sql } from 'drizzle-orm'
import { DISCOUNT } from '../../../core/fields/estoque/leitura'
import { decimal, sum } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { loadWhere, updateRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { entradaDuplicata } from '../entrada/entrada'

const LEAST = '0.01'

/**
 * What did not come and is a discount is not owed: the instalments bear it by their shares of what the invoice asked, each time from that. Throws 400 `nothing_owed` where
 * it leaves one nothing to be paid.
 */
export async function discountDues(ctx: Ctx, entrada_id: number): Promise<void> {
  const dues = await loadWhere(ctx, entradaDuplicata, 'entrada_id', [entrada_id], { lock: true })
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(sum("vTotalNota" - "vTotal"), 0)::text as off from entrada_mercadoria where entrada_id = ${entrada_id} and falta = ${DISCOUNT}`,
  )
  const discount = decimal(String(row?.off ?? 0))
  if (discount.isZero() && dues.every((due) => due.vDupNota === null)) return
  const asked = dues.map((due) => due.vDupNota ?? due.vDup)
  const owed = sum(asked).minus(discount)
  const left = owed.sign() > 0 ? apportion(owed, asked) : []
  if (dues.some((_, at) => left[at] === undefined || left[at].lt(LEAST)))
    throw badRequest(
      'O desconto não deixa nada a pagar em uma das parcelas: ajuste ou exclua as parcelas antes.',
      'nothing_owed',
    )
  const changed = await updateRows(
    ctx,
    entradaDuplicata,
    dues.map(({ id }, at) => ({
      id,
      vDup: left[at]?.toFixed(2),
      vDupNota: discount.isZero() ? null : asked[at],
    })),
  )
  const before = new Map(dues.map((due) => [due.id, due]))
  const acao = 'atualizaQuantidadesEntrada'
  await audit(
    ctx,
    changed.map((record) => ({ resource: entradaDuplicata, record, before: before.get(record.id), acao })),
  )
}
