import { addDays } from '../../../core/br/civil-date'
import { NO_LOTS } from '../../../core/fields/estoque/lote'
import { type Decimal, ZERO } from '../../../core/money/decimal'
import type { PartCost } from '../../../core/production/cost'
import type { Did } from '../../documents/effect'
import { runVerb } from '../../documents/undo'
import { entrada } from '../../estoque/entrada/entrada'
import { ownEntryOperation, PRODUCTION } from '../../estoque/own-entry'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import type { RecordOf, Row } from '../../platform/resource'
import type { Planned } from './ask'
import type { Counted } from './lines'
import type { ordemProducao } from './ordem-producao'

/** A part with what it cost. */
export interface Costed {
  readonly part: Planned
  readonly cost: PartCost
}

/** Whether a part brings anything into stock. */
export const bringsGoods = ({ output, brought }: Planned): boolean => !output.good.isZero() || brought.length > 0

/** The entry of what parts bring, finalised: goods and by-products at what they cost. Answers its number. */
export async function enterGoods(
  ctx: Ctx,
  did: Did,
  record: RecordOf<typeof ordemProducao>,
  all: readonly Costed[],
): Promise<number> {
  const made = await did.make(entrada, {
    values: {
      empresa_id: record.empresa_id,
      tipo_entrada_saida_id: await ownEntryOperation(ctx, PRODUCTION),
      ordem_producao_id: record.id,
      obs: `Ordem de produção nº ${record.id}.`,
    },
    lines: { entrada_mercadoria: all.flatMap((one) => itemsOf(ctx, record.id, one)) },
  })
  await runVerb(ctx, entrada, await load(ctx, entrada, made.id, { lock: true }), 'finaliza')
  return made.id
}

function itemsOf(ctx: Ctx, order: number, { part, cost }: Costed): Row[] {
  const { goods, output, said, brought } = part
  const own = { ordem_producao_mercadoria_id: goods.id, armazenamento_id: said.armazenamento_id ?? null }
  const entering = (one: Counted, quantity: Decimal, worth: Decimal): Row => ({
    ...itemOf(one, quantity, worth),
    ...own,
  })
  const main = output.good.isZero()
    ? []
    : [
        {
          ...entering(goods, output.good, cost.goods),
          rastreio_list: tracked(ctx, output.good, lotOf(ctx, order, goods, said)),
        },
      ]
  return [
    ...main,
    ...brought.map(({ input, quantity }, at) => ({
      ...entering(input, quantity, cost.byProducts[at] ?? ZERO),
      ordem_producao_mercadoria_insumo_id: input.id,
      rastreio_list: tracked(ctx, quantity, lotOf(ctx, order, input)),
    })),
  ]
}

const itemOf = ({ mercadoria_id, xProd, un }: Counted, quantity: Decimal, worth: Decimal): Row => ({
  mercadoria_id,
  xProd,
  uCom: un,
  qCom: quantity.toFixed(4),
  fatorConversao: '1',
  vUnCom: worth.div(quantity).round(10).toFixed(10),
  vProd: worth.toFixed(2),
})

/** A lot by what it is called, and how long it is good. */
export interface Lot {
  readonly nLote: string
  readonly dVal: string | null
}

/** The lot of what an order brings: as it was told, else the order's own where the product has lots; good for as long as the product is. */
export function lotOf(
  ctx: Ctx,
  order: number,
  { controla_lote, dias_validade }: Pick<Counted, 'controla_lote' | 'dias_validade'>,
  said: Partial<Record<keyof Lot, string | null | undefined>> = {},
): Lot | undefined {
  const nLote = said.nLote?.trim() || (controla_lote === NO_LOTS ? '' : `OP${order}`)
  if (nLote === '') return undefined
  return { nLote, dVal: said.dVal ?? (dias_validade === null ? null : addDays(ctx.clock.today(), dias_validade)) }
}

const tracked = (ctx: Ctx, quantity: Decimal, lot: Lot | undefined): Row[] =>
  lot === undefined ? [] : [{ ...lot, dFab: ctx.clock.today(), qTrib: quantity.toFixed(4) }]
