import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { allocate } from '../../core/money/allocate'
import { decimal, HUNDRED, sum } from '../../core/money/decimal'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { type Draft, type Hooks, refuseRows, type Row } from '../platform/resource'

const valueOf = ({ before, values }: Draft, name: string): unknown => values[name] ?? before?.[name]

/** Percentages follow the amounts; a centre that takes part bears something (R3-066). */
function prepare(_ctx: Ctx, drafts: readonly Draft[], parent?: Row): void {
  refuseRows(drafts, (draft) =>
    valueOf(draft, 'checked') !== false && decimal(String(valueOf(draft, 'vDist') ?? 0)).sign() <= 0
      ? { vDist: 'Informe um valor maior que zero.' }
      : undefined,
  )
  const total = decimal(String(parent?.vDup ?? 0))
  for (const draft of drafts) {
    const part = valueOf(draft, 'checked') === false ? '0' : String(valueOf(draft, 'vDist') ?? 0)
    draft.values.pDist = total.isZero() ? '0' : decimal(part).times(HUNDRED).div(total).round(4).toFixed(4)
  }
}

/** The split of a payable comes to its value, to the cent (R3-065). Throws 422 with both figures. */
export async function assertSplit(ctx: Ctx, conta_pagar_id: number): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select t."vDup"::text as valor, i."vDist"::text as parte from contas_pagar t
        join contas_pagar_rateio i on i.conta_pagar_id = t.id and i.checked where t.id = ${conta_pagar_id}`,
  )
  const [first] = rows
  if (!first) return
  const [valor, parts] = [decimal(String(first.valor)), sum(rows.map((row) => String(row.parte)))]
  if (parts.eq(valor)) return
  const than = parts.lt(valor) ? 'menor' : 'maior'
  throw invalid({
    centro_custo_rateio_list: [
      `O total do rateio (${formatCurrency(parts.toFixed(2))}) é ${than} que o valor da conta (${formatCurrency(valor.toFixed(2))}).`,
    ],
  })
}

/** Centres that bear a payable, in their proportions of another value; cents go to the largest remainders (E3-060). */
export function splitRows(bearing: readonly Row[], value: string): readonly Row[] {
  const parts = allocate(
    value,
    bearing.map(({ vDist }) => String(vDist)),
  )
  return bearing.map(({ centro_custo_id, fixed }, at) => ({
    centro_custo_id,
    fixed,
    checked: true,
    vDist: parts[at]?.toFixed(2),
  }))
}

export const splitHooks: Hooks = {
  prepare,
  after: async (ctx, _records, parent) => {
    if (parent) await assertSplit(ctx, Number(parent.id))
  },
}
