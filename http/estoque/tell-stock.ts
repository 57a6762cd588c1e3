import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { shortNumber } from '../../core/fields/show'
import { CORRECTION, PLACEMENT } from '../../core/fields/estoque/mercadoria'
import { decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import type { Row } from '../platform/resource'
import type { Effect, Trial } from '../platform/trial'
import { mayKnowCosts } from './costs'

/** What comes into stock and leaves it, by company and product: how much, at which value, and what is there before and after. */
export async function tellStock(ctx: Ctx, posted: Trial['posted']): Promise<Effect[]> {
  const told: Effect[] = []
  const byCompany = Map.groupBy(posted, (one) => one.empresa_id)
  for (const [empresa_id, own] of byCompany) {
    const moves = Map.groupBy(
      own.flatMap((one) => one.rows),
      (row) => Number(row.mercadoria_id),
    )
    const products = await rowsOf(
      ctx,
      sql`select m.id, m."xProd", u.un, s.q_total from mercadoria m left join unidade u on u.id = m.unidade_id
          left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${empresa_id}
          where m.id = any (${intArray([...moves.keys()])}::int[]) order by m."xProd", m.id`,
    )
    for (const product of products) {
      const rows = moves.get(Number(product.id)) ?? []
      const [placed, others] = [
        rows.filter((row) => row.tipo === PLACEMENT),
        rows.filter((row) => row.tipo !== PLACEMENT),
      ]
      if (others.length > 0) told.push(moved(product, others, { empresa_id, costs: mayKnowCosts(ctx) }))
      if (placed.length > 0) told.push(elsewhere(product, placed, empresa_id))
    }
  }
  return told
}

/** What of a product only changes its location or lot. */
function elsewhere(product: Row, rows: readonly Row[], empresa_id: number): Effect {
  const came = sum(rows.map((row) => decimal(String(row.qTrib))).filter((one) => one.sign() > 0))
  const [un, name] = [product.un === null ? '' : ` ${String(product.un)}`, String(product.xProd)]
  return {
    frase: `Muda de local ou de lote: ${shortNumber(came, 4)}${un} de ${name}.`,
    empresa_id,
    mercadoria_id: Number(product.id),
    xProd: name,
    quantidade: Number(came.toFixed(4)),
  }
}

interface Told {
  readonly empresa_id: number
  /** Whoever asks may know what goods cost. */
  readonly costs: boolean
}

function moved(product: Row, rows: readonly Row[], { empresa_id, costs }: Told): Effect {
  const quantity = sum(rows.map((row) => decimal(String(row.qTrib))))
  const valueOf = (some: readonly Row[]) => sum(some.map((row) => decimal(String(row.vCusto))))
  const [corrections, movements] = [
    rows.filter((row) => row.tipo === CORRECTION),
    rows.filter((row) => row.tipo !== CORRECTION),
  ]
  const now = decimal(String(product.q_total ?? '0'))
  const before = now.minus(quantity)
  const [un, name] = [product.un === null ? '' : ` ${String(product.un)}`, String(product.xProd)]
  const word = quantity.cmp(ZERO) < 0 ? 'Sai do' : 'Entra no'
  const [size, worth] = [quantity.abs(), valueOf(movements)]
  const moves = `${word} estoque: ${shortNumber(size, 4)}${un} de ${name}${costs ? `, ${formatCurrency(worth.abs())}` : ''} (de ${shortNumber(before, 4)} para ${shortNumber(now, 4)}).`
  return {
    frase: costs
      ? `${quantity.isZero() ? `Custo de ${name}: ${formatCurrency(worth)}.` : moves}${corrected(valueOf(corrections))}`
      : quantity.isZero()
        ? `O custo de ${name} muda.`
        : moves,
    empresa_id,
    mercadoria_id: Number(product.id),
    xProd: name,
    quantidade: Number(quantity.toFixed(4)),
    ...(costs ? { valor: Number(worth.toFixed(2)) } : {}),
    antes: Number(before.toFixed(4)),
    depois: Number(now.toFixed(4)),
  }
}

/** What goods that had left before they were paid for cost more, or less, than was thought. */
const corrected = (value: Decimal): string =>
  value.isZero()
    ? ''
    : ` ${formatCurrency(value.abs())} ${value.sign() < 0 ? 'vão para' : 'voltam de'} o custo do que tinha saído antes.`
