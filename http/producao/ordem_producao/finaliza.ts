import * as v from 'valibot'
import { sum } from '../../../core/money/decimal'
import { costPart, isLast } from '../../../core/production/cost'
import { SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { empresa } from '../../cadastros/empresa'
import { type Did, effect } from '../../documents/effect'
import { lockBalances } from '../../estoque/balances'
import { reservations } from '../../estoque/reservations'
import { assertPicked } from '../../expedicao/separacao/leave'
import type { Ctx } from '../../platform/context'
import { insertRows, load, patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf, Row } from '../../platform/resource'
import { step } from '../../platform/step'
import { type Booking, bookWork, costOfWork, workOf } from '../apontamento/book'
import { finishInput, partsAsked, type Planned } from './ask'
import { moveSupplies, valuesMoved, worthOf } from './draw'
import { bringsGoods, type Costed, enterGoods } from './enter'
import { goodsOfOrder, isDone } from './lines'
import { ordemProducao, ordemProducaoMercadoria } from './ordem-producao'
import { opParte } from './parte'

type Order = RecordOf<typeof ordemProducao>

/**
 * Finishes goods of an order, all or a part (T3-061): supplies leave, the goods enter at what they cost, by an entry of their own, and the order is
 * finished once nothing is left to be made. Throws 400 `not_picked`, `finalised`, `nothing_made`, `running`, `no_stock`, `no_operation`,
 * `byproduct_exceeds_cost`, `gives_back_too_much`, 403.
 */
export const finaliza = step(ordemProducao, 'finaliza', {
  summary:
    'Finaliza o que foi produzido, tudo ou uma parte: baixa os insumos, apura o custo e dá entrada nas mercadorias e nos subprodutos.',
  input: finishInput,
  answer: v.object({ id: v.number(), entrada_id: v.nullable(v.number()), finalizada: v.boolean() }),
  run: async ({ ctx, record, input }) => {
    await assertPicked(ctx, 'ordem_producao', record.id)
    const goods = await goodsOfOrder(ctx, record.id)
    const parts = partsAsked(goods, input, record.tpBaixa)
    const ending = parts.filter(({ goods: { progress }, output }) => isLast(progress, output))
    const finished = goods.every((one) => isDone(one) || ending.some((part) => part.goods.id === one.id))
    const work = await workOf(ctx, {
      goods: parts.map((one) => one.goods.id),
      last: finished ? goods.map(({ id }) => id) : ending.map((one) => one.goods.id),
    })
    const did = await doPart(ctx, record, parts, ending)
    const entrada_id = await keepParts(ctx, { did, record, parts, work })
    return {
      set: finished ? { dhFinalizacao: ctx.clock.now() } : {},
      answer: { id: record.id, entrada_id, finalizada: finished },
    }
  },
})

/** What leaves and what comes back; what goods that are finished still held is free. All products are held in one order first, whatever they are to the order. */
async function doPart(ctx: Ctx, record: Order, parts: readonly Planned[], ending: readonly Planned[]): Promise<Did> {
  const { controla_estoque } = await load(ctx, empresa, record.empresa_id)
  const inputs = parts.flatMap(({ goods }) => goods.inputs)
  await lockBalances(ctx, record, [
    ...inputs.map((one) => one.mercadoria_id),
    ...parts.map(({ goods }) => goods.mercadoria_id),
  ])
  const did = await effect(ctx, ordemProducao, record, {
    passo: 'finaliza',
    dados: { entrada: parts.some(bringsGoods) },
  })
  await moveSupplies(ctx, did, parts, { allowNegative: !controla_estoque })
  await did.post(
    reservations.releaseItems(
      ending.flatMap(({ goods }) => goods.inputs.filter(({ tpItem }) => tpItem === SUPPLY).map(({ id }) => id)),
    ),
  )
  return did
}

interface Doing {
  readonly did: Did
  readonly record: Order
  readonly parts: readonly Planned[]
  readonly work: readonly Booking[]
}

/** Costs the parts, brings in what they made, and keeps what they were. Answers the number of their entry. */
async function keepParts(ctx: Ctx, { did, record, parts, work }: Doing): Promise<number | null> {
  const values = await valuesMoved(ctx, did.entry.id)
  const all = parts.map((part) => {
    const back = worthOf(part.back, values)
    const hours = costOfWork(work, part.goods.id)
    return {
      part,
      back,
      hours,
      supplies: worthOf(part.drawn, values).neg(),
      cost: costOf(part, { back, hours, values }),
    }
  })
  const entrada_id = parts.some(bringsGoods) ? await enterGoods(ctx, did, record, all) : null
  const stored = await insertRows(
    ctx,
    opParte,
    all.map((one) => ({
      ...partRow(one),
      empresa_id: record.empresa_id,
      lancamento_id: did.entry.id,
      entrada_id,
      vMaterial: one.supplies.toFixed(2),
      vDevolvido: one.back.toFixed(2),
      vHoras: one.hours.toFixed(2),
    })),
  )
  await bookWork(ctx, work, new Map(stored.map((row) => [row.ordem_producao_mercadoria_id, row.id])))
  await patchRows(
    ctx,
    ordemProducaoMercadoria,
    all.map(({ part, cost: { account } }) => ({
      id: part.goods.id,
      vEmProcesso: account.value.toFixed(2),
      vMaoObraEmProcesso: account.labour.toFixed(2),
    })),
  )
  return entrada_id
}

interface Moved {
  readonly back: ReturnType<typeof worthOf>
  readonly hours: ReturnType<typeof worthOf>
  readonly values: Awaited<ReturnType<typeof valuesMoved>>
}

function costOf({ goods, output, drawn, brought }: Planned, { back, hours, values }: Moved) {
  const account = {
    value: goods.account.value.plus(hours).minus(back),
    labour: goods.account.labour.plus(hours),
  }
  if (account.value.lt(account.labour))
    throw badRequest(
      `${goods.xProd}: os insumos que voltam valem mais do que ainda está em processo.`,
      'gives_back_too_much',
    )
  const byProducts = brought.map(({ input, quantity }) => ({
    quantity,
    unitCost: input.unitCost,
    percent: input.percent,
  }))
  return costPart({
    at: goods.progress,
    part: output,
    account,
    supplies: worthOf(drawn, values).neg(),
    byProducts,
  })
}

const partRow = ({ part: { goods, output }, cost }: Costed): Row => ({
  ordem_producao_mercadoria_id: goods.id,
  qBoa: output.good.toFixed(4),
  qRefugo: output.scrap.toFixed(4),
  qRefugoAnormal: output.accident.toFixed(4),
  encerra: output.closes,
  vRateado: cost.share.toFixed(2),
  vMaoObra: cost.labour.toFixed(2),
  vCusto: cost.cost.toFixed(2),
  vPerda: cost.loss.toFixed(2),
  vSubprodutos: sum(cost.byProducts).toFixed(2),
  vPrincipal: cost.goods.toFixed(2),
  vCustoUn: cost.unitCost?.toFixed(10) ?? null,
  vEmProcesso: cost.account.value.toFixed(2),
  vMaoObraEmProcesso: cost.account.labour.toFixed(2),
})
