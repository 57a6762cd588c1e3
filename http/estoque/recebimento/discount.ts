import { sql } from 'drizzle-orm'
import { DISCOUNT } from '../../../core/fields/estoque/leitura'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { entradaDuplicata } from '../entrada/entrada'

const LEAST = '0.01'

/** What did not come of an entry and is a discount. */
export async function discountOf(ctx: Ctx, entrada_id: number): Promise<Decimal> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(sum("vTotalNota" - "vTotal"), 0)::text as off from entrada_mercadoria where entrada_id = ${entrada_id} and falta = ${DISCOUNT}`,
  )
  return decimal(String(row?.off ?? 0))
}

/**
 * What did not come and is a discount is not owed: the instalments bear it by their shares of what the invoice asked, each time from that. Those that were told after the
 * discount `before` tell what it left. Throws 400 `nothing_owed` where it leaves one nothing to be paid.
 */
export async function discountDues(ctx: Ctx, entrada_id: number, before: Decimal): Promise<void> {
  const dues = await loadWhere(ctx, entradaDuplicata, 'entrada_id', [entrada_id], { lock: true })
  const discount = await discountOf(ctx, entrada_id)
  if (discount.isZero() && before.isZero() && dues.every((due) => due.vDupNota === null)) return
  const asked = askedOf(dues, before)
  const owed = sum(asked).minus(discount)
  const left = owed.sign() > 0 ? apportion(owed, asked) : []
  if (dues.some((_, at) => left[at] === undefined || left[at].lt(LEAST)))
    throw badRequest(
      'O desconto não deixa nada a pagar em uma das parcelas: ajuste ou exclua as parcelas antes.',
      'nothing_owed',
    )
  await updateMany(
    ctx,
    entradaDuplicata,
    dues,
    dues.map(({ id }, at) => ({
      id,
      vDup: left[at]?.toFixed(2),
      vDupNota: discount.isZero() ? null : asked[at]?.toFixed(2),
    })),
    'atualizaQuantidadesEntrada',
  )
}

/** What the invoice asks of each instalment: of one that was told after a discount, also its share of what the others do not bear of it. */
function askedOf(dues: readonly RecordOf<typeof entradaDuplicata>[], before: Decimal): Decimal[] {
  const borne = sum(dues.flatMap(({ vDup, vDupNota }) => (vDupNota === null ? [] : [decimal(vDupNota).minus(vDup)])))
  const rest = before.minus(borne)
  const shares = apportion(
    rest.sign() > 0 ? rest : ZERO,
    dues.map(({ vDup, vDupNota }) => (vDupNota === null ? vDup : ZERO)),
  )
  return dues.map(({ vDup, vDupNota }, at) =>
    vDupNota === null ? decimal(vDup).plus(shares[at] ?? ZERO) : decimal(vDupNota),
  )
}
