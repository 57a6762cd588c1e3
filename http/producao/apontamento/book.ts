import { type Decimal, decimal, sum, ZERO } from '../../../core/money/decimal'
import { hoursCost } from '../../../core/production/cost'
import { workedMinutes } from '../../../core/production/time'
import type { Ctx } from '../../platform/context'
import { patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { opMercadoriaAtividade } from './etapa'
import { besides, openWork } from './rates'

/** What a row of work costs, and for which goods. */
export interface Booking {
  readonly id: number
  readonly goods: number
  readonly minutes: Decimal
  readonly cost: Decimal
}

interface Ending {
  readonly goods: readonly number[]
  /** Goods at which nobody may be any more. */
  readonly last: readonly number[]
}

/** What was worked on goods since their last part, by the hour's cost as it was stored. Throws 400 `running`. */
export async function workOf(ctx: Ctx, { goods, last }: Ending): Promise<Booking[]> {
  const work = await openWork(ctx, [...new Set([...goods, ...last])])
  assertNoneAt(work.running.filter((row) => last.includes(Number(row.goods))))
  const ended = work.ended.filter((one) => goods.includes(one.goods))
  const rows = await besides(
    ctx,
    ended.map(({ id }) => id),
  )
  const minutes = workedMinutes(
    rows.map((row) => ({
      id: Number(row.id),
      from: Math.round(Number(row.from)),
      to: Math.round(Number(row.to)),
      person: row.person === null ? null : Number(row.person),
      machine: row.machine === null ? null : Number(row.machine),
    })),
  )
  return ended.map(({ id, goods: of, vHora }) => {
    const counted = minutes.get(id) ?? ZERO
    return { id, goods: of, minutes: counted, cost: hoursCost(counted, vHora) }
  })
}

function assertNoneAt([one]: readonly Row[]): void {
  if (one)
    throw badRequest(
      `A etapa ${Number(one.n_ordem)}${one.descricao ? ` (${String(one.descricao)})` : ''} está em andamento: pause-a ou conclua-a antes.`,
      'running',
    )
}

/** What the work on goods comes to. */
export const costOfWork = (work: readonly Booking[], goods: number): Decimal =>
  sum(work.filter((one) => one.goods === goods).map(({ cost }) => cost))

/** Work is taken by a part: what it cost stays as it is now. */
export async function bookWork(ctx: Ctx, work: readonly Booking[], parts: ReadonlyMap<number, number>): Promise<void> {
  await patchRows(
    ctx,
    opMercadoriaAtividade,
    work.map(({ id, goods, minutes, cost }) => ({
      id,
      op_parte_id: parts.get(goods) ?? null,
      qMinutos: decimal(minutes).toFixed(4),
      vCusto: cost.toFixed(2),
    })),
  )
}
