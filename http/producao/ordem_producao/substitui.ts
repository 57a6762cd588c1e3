import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ISSUED, RESERVED } from '../../../core/fields/expedicao/separacao'
import { AT_START, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { substituted, type Supplied } from '../../../core/production/substitute'
import { empresa } from '../../cadastros/empresa'
import type { Lancamento } from '../../documents/lancamento'
import { liveSteps } from '../../documents/undo'
import { costIn } from '../../estoque/costs'
import { stock } from '../../estoque/ledger'
import { reservations } from '../../estoque/reservations'
import { cutShort } from '../../expedicao/separacao/cut'
import { makePicking, pickingOf } from '../../expedicao/separacao/make'
import { orderToPick, restOf, settleOrder, tasksOf } from '../../expedicao/separacao/order'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { guardAction } from '../../platform/engine/guard'
import { announce, insertMany, load, updateMany } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { decimalInput, identifier } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { countFault } from '../counted'
import { cutSupplies } from './cut-supplies'
import { goodsOfOrder, type Input } from './lines'
import { ordemProducao, ordemProducaoMercadoria, ordemProducaoMercadoriaInsumo } from './ordem-producao'
import { settleAccounts } from './parte'
import { opInsumoSubstituto } from './substituto'

type Order = RecordOf<typeof ordemProducao>
type Supply = RecordOf<typeof ordemProducaoMercadoriaInsumo>

/**
 * Another product stands in for a supply of an order, all that is left of it or a part: what the supply still held is free, or is no longer fetched, and
 * the substitute is held, or leaves, and is to be picked instead. Throws 400 `nothing_left`, `no_stock`, `finalised`, 422 for a quantity that cannot be.
 */
export const substitui = action(ordemProducaoMercadoriaInsumo, 'substitui', {
  on: 'record',
  right: 'edit',
  summary: 'Põe um substituto no lugar do insumo, de tudo o que falta dele ou de uma parte.',
  input: v.object({ substituto_id: identifier, qTrib: v.optional(v.nullable(decimalInput)) }),
  answer: v.object({ id: v.number(), message: v.string() }),
  run: async ({ ctx, record, input }) => {
    const goods = await load(ctx, ordemProducaoMercadoria, record.ordem_producao_mercadoria_id)
    const order = await load(ctx, ordemProducao, goods.ordem_producao_id, { lock: true })
    await guardAction(ctx, ordemProducao, order, { writes: 'insumos' })
    const supply = await standingOf(ctx, order, record)
    const other = await standInOf(ctx, record, input.substituto_id)
    const quantity = quantityAsked(supply, input.qTrib)
    const { kept, taken } = substituted({ each: record.quantidade, planned: supply.planned }, quantity, other)
    await freeSupply(ctx, { order, record, supply, quantity })
    const id = await standIn(ctx, { order, record, other, kept, taken })
    await announce(ctx, ordemProducao, order.id)
    return { id, message: `${other.xProd} no lugar de ${supply.xProd}.` }
  },
})

interface Standing extends Input {
  /** Still reserved for the order. */
  readonly held: Decimal
  /** Reserved, or gone already, and still to be fetched; null where nobody fetches it. */
  readonly toPick: Decimal | null
  /** What may be replaced of it. */
  readonly open: Decimal
}

/** How far a supply has come. Throws 400 `finalised` for what is no supply any more. */
async function standingOf(ctx: Ctx, order: Order, record: Supply): Promise<Standing> {
  const input = (await goodsOfOrder(ctx, order.id)).flatMap((one) => one.inputs).find(({ id }) => id === record.id)
  if (!input || input.tpItem !== SUPPLY) throw badRequest('Um subproduto não se substitui.', 'not_supply')
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce((select sum(r.q) from estoque_reserva r where r.documento = 'ordem_producao' and r.documento_id = ${order.id} and r.item_id = ${record.id}), 0)::text as held,
          (select sum(case when l."dhConferencia" is null then l."qTrib" - l."qSeparada" else 0 end) from separacao_mercadoria l
            join separacao_venda d on d.id = l.separacao_venda_id and d."dhCancelamento" is null and d.ordem_producao_id = ${order.id}
            where l.item_id = ${record.id})::text as "toPick"`,
  )
  const held = decimal(String(row?.held ?? 0))
  const toPick = (row?.toPick ?? null) === null ? null : decimal(String(row?.toPick))
  const left = order.tpBaixa === AT_START ? (toPick ?? ZERO) : ZERO
  const most = aboveZero(input.planned.minus(input.done).plus(left))
  return { ...input, held, toPick, open: least(freeOf({ ...input, held }).plus(toPick ?? held), most) }
}

const aboveZero = (quantity: Decimal): Decimal => (quantity.sign() > 0 ? quantity : ZERO)
const least = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b)

/** What is planned of a supply and neither used nor held. */
const freeOf = ({ planned, done, held }: Pick<Standing, 'planned' | 'done' | 'held'>): Decimal =>
  aboveZero(planned.minus(done).minus(held))

function quantityAsked(supply: Standing, told: string | null | undefined): Decimal {
  if (supply.open.isZero())
    throw badRequest(`De ${supply.xProd} nada mais falta: já foi separado ou consumido.`, 'nothing_left')
  if (told === undefined || told === null) return supply.open
  const quantity = decimal(told)
  const fault = countFault(supply, quantity)
  if (fault !== undefined) throw invalid({ qTrib: [fault] })
  if (quantity.isZero() || quantity.gt(supply.open))
    throw invalid({ qTrib: [`Informe até ${supply.open.toString().replace('.', ',')}, o que falta.`] })
  return quantity
}

interface Other {
  readonly mercadoria_id: number
  readonly xProd: string
  readonly factor: string
  readonly decimals: number | null
  readonly cost: string
}

/** What is to stand in, with what one of it costs. Throws 422 for what is no substitute of the supply. */
async function standInOf(ctx: Ctx, record: Supply, id: number): Promise<Other> {
  const [row] = await rowsOf(
    ctx,
    sql`select m.id, m."xProd", s.fator::text as factor, u.decimal, round(coalesce(${costIn(record.empresa_id)}, 0), 4)::text as cost
        from ${sql.raw(opInsumoSubstituto.name)} s join mercadoria m on m.id = s.mercadoria_id left join unidade u on u.id = m.unidade_id
        where s.id = ${id} and s.ordem_producao_mercadoria_insumo_id = ${record.id}`,
  )
  if (!row) throw invalid({ substituto_id: ['Este não é um substituto do insumo.'] })
  return {
    mercadoria_id: Number(row.id),
    xProd: String(row.xProd),
    factor: String(row.factor),
    decimals: row.decimal === null ? null : Number(row.decimal),
    cost: String(row.cost),
  }
}

interface Freeing {
  readonly order: Order
  readonly record: Supply
  readonly supply: Standing
  readonly quantity: Decimal
}

/** What is replaced of what the supply holds is let go: nobody fetches it, and it is no longer asked for. */
async function freeSupply(ctx: Ctx, { order, record, supply, quantity }: Freeing): Promise<void> {
  let excess = quantity.minus(freeOf(supply))
  if (order.dhInicio === null || excess.sign() <= 0) return
  for (const { separacao_id, checked } of await pickingOf(ctx, 'ordem_producao', order.id)) {
    if (checked || excess.sign() <= 0) continue
    const picking = await orderToPick(ctx, separacao_id)
    const tasks = (await tasksOf(ctx, separacao_id)).filter(
      ({ item_id, dhConferencia, documento_id }) =>
        item_id === record.id && dhConferencia === null && documento_id === order.id,
    )
    await cutShort(ctx, picking, tasks, { geraSaldo: false })
    await settleOrder(ctx, picking)
    excess = excess.minus(sum(tasks.map(restOf)))
  }
  if (excess.sign() <= 0 || supply.toPick !== null) return
  await reservations.releaseOf(record.id, excess)(ctx, await begun(ctx, order))
  await cutSupplies(ctx, order.id, new Map([[record.id, excess]]))
}

/** The step that began an order: what it holds, or took out, is written under it. */
async function begun(ctx: Ctx, order: Order): Promise<Lancamento> {
  const entry = (await liveSteps(ctx, ordemProducao, order.id)).find(({ passo }) => passo === 'inicia')
  if (!entry) throw badRequest('O início desta ordem foi desfeito.', 'undone')
  return entry
}

interface StandingIn {
  readonly order: Order
  readonly record: Supply
  readonly other: Other
  readonly kept: Supplied
  readonly taken: Supplied
}

/** The supply is planned for less, and the substitute beside it; where the order has begun it is held, or leaves, and is to be picked. Answers the number of its line. */
async function standIn(ctx: Ctx, { order, record, other, kept, taken }: StandingIn): Promise<number> {
  const isBegun = order.dhInicio !== null
  const before = await load(ctx, ordemProducaoMercadoriaInsumo, record.id)
  const edit = {
    id: record.id,
    quantidade: kept.each.toFixed(6),
    qPlanejada: kept.planned.toFixed(4),
    qSolicitada: isBegun ? before.qSolicitada : '0',
  }
  await updateMany(ctx, ordemProducaoMercadoriaInsumo, [before], [edit], 'substitui')
  const [line] = await insertMany(ctx, ordemProducaoMercadoriaInsumo, [
    {
      ordem_producao_mercadoria_id: record.ordem_producao_mercadoria_id,
      empresa_id: record.empresa_id,
      mercadoria_id: other.mercadoria_id,
      categoria: record.categoria,
      quantidade: taken.each.toFixed(6),
      qPlanejada: taken.planned.toFixed(4),
      qSolicitada: isBegun ? taken.planned.toFixed(4) : '0',
      vCusto: other.cost,
      substitui_id: record.id,
    },
  ])
  if (!line) throw new Error('A supply was not inserted.')
  if (isBegun) await fetchInstead(ctx, order, { id: line.id, other, taken })
  return line.id
}

interface Fetching {
  readonly id: number
  readonly other: Other
  readonly taken: Supplied
}

async function fetchInstead(ctx: Ctx, order: Order, { id, other, taken }: Fetching): Promise<void> {
  const { mercadoria_id, xProd: label } = other
  const goods = [
    { mercadoria_id, armazenamento_id: null, item_id: id, quantity: taken.planned.toFixed(4), label },
  ] as const
  const entry = await begun(ctx, order)
  const isIssued = order.tpBaixa === AT_START
  if (isIssued) {
    const { controla_estoque } = await load(ctx, empresa, order.empresa_id)
    await stock.out(goods, { allowNegative: !controla_estoque })(ctx, entry)
  } else await reservations.reserve(goods)(ctx, entry)
  await makePicking(ctx, entry, { xNome: null, tipo: isIssued ? ISSUED : RESERVED, items: [id] })
  await settleAccounts(ctx, order.id)
}
