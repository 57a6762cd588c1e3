import { addDays } from '../../../core/br/civil-date'
import { NO_LOTS } from '../../../core/fields/estoque/lote'
import { type Decimal, ZERO } from '../../../core/money/decimal'
import type { PartCost } from '../../../core/production/cost'
import type { Did } from '../../documents/effect'
import { entrada } from '../../estoque/entrada/entrada'
import { ownEntryOperation, PRODUCTION } from '../../estoque/own-entry'
import { actionsOf } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import type { RecordOf, Row } from '../../platform/resource'
import type { Planned } from './ask'
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
  const finalises = actionsOf(entrada).find(({ name }) => name === 'finaliza')
  await finalises?.run(ctx, await load(ctx, entrada, made.id, { lock: true }), {})
  return made.id
}

function itemsOf(ctx: Ctx, order: number, { part, cost }: Costed): Row[] {
  const { goods, output, said, brought } = part
  const own = { ordem_producao_mercadoria_id: goods.id, armazenamento_id: said.armazenamento_id ?? null }
  const main = output.good.isZero()
    ? []
    : [
        {
          ...itemOf(goods, output.good, cost.goods),
          ...own,
          rastreio_list: lotsOf(ctx, order, part),
        },
      ]
  return [
    ...main,
    ...brought.map(({ input, quantity }, at) => ({
      ...itemOf(input, quantity, cost.byProducts[at] ?? ZERO),
      ...own,
      ordem_producao_mercadoria_insumo_id: input.id,
    })),
  ]
}

interface Named {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string | null
}

const itemOf = ({ mercadoria_id, xProd, un }: Named, quantity: Decimal, worth: Decimal): Row => ({
  mercadoria_id,
  xProd,
  uCom: un,
  qCom: quantity.toFixed(4),
  fatorConversao: '1',
  vUnCom: worth.div(quantity).round(10).toFixed(10),
  vProd: worth.toFixed(2),
})

/** The lot of goods that are made: as it was told, else of the order; good for as long as the product is. */
function lotsOf(ctx: Ctx, order: number, { goods, output, said }: Planned): Row[] {
  const nLote = said.nLote?.trim() || (goods.controla_lote === NO_LOTS ? '' : `OP${order}`)
  if (nLote === '') return []
  const dVal = said.dVal ?? (goods.dias_validade === null ? null : addDays(ctx.clock.today(), goods.dias_validade))
  return [{ nLote, dVal, dFab: ctx.clock.today(), qTrib: output.good.toFixed(4) }]
}
