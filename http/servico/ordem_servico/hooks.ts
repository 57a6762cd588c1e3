import { sql } from 'drizzle-orm'
import { normalPrice } from '../../../core/pricing/promoted'
import { serviceLineTotal } from '../../../core/service/line'
import { serviceChecklist } from '../../../core/settings/settings'
import { empresa } from '../../cadastros/empresa'
import { customerNow, goodsNow } from '../../comercial/hooks'
import { pricesOf } from '../../comercial/price-guard'
import { assertOwnLots } from '../../estoque/output'
import { keepProducts } from '../../estoque/product-lines'
import { type Ctx, rowsOf } from '../../platform/context'
import { find, loadWhere } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { changes, type Draft, type Hooks, refuseRows, type Row } from '../../platform/resource'
import { settingsOf } from '../../sis/configuracao'
import { ownFieldsFault } from '../../sis/own-fields'
import { equipamento, OTHERS_EQUIPMENT, servico } from '../registers'

/** Rules of the head: its customer is active and its equipment is theirs; what both are called is kept with it. */
export const headHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) {
      if (changes(draft, 'cliente_id')) await takeCustomer(ctx, draft.values)
      if (changes(draft, 'equipamento_id') || changes(draft, 'cliente_id')) await takeEquipment(ctx, draft)
    }
    if (drafts.every(({ values }) => values.custom_fields === undefined)) return
    const { names } = serviceChecklist(await settingsOf(ctx))
    refuseRows(drafts, ({ values, before }) =>
      ownFieldsFault(values.custom_fields, {
        named: [...names, ...Object.keys(before?.custom_fields ?? {})],
        where: 'no checklist',
      }),
    )
  },
}

async function takeCustomer(ctx: Ctx, values: Row): Promise<void> {
  const [customer] = await rowsOf(ctx, sql`select ativo from cliente where id = ${Number(values.cliente_id)}`)
  if (customer?.ativo === false) throw invalid({ cliente_id: ['Este cliente está inativo.'] })
  Object.assign(values, await customerNow(ctx, Number(values.cliente_id)))
}

/** Another customer's equipment is refused; with another customer the old one goes. */
async function takeEquipment(ctx: Ctx, draft: Draft): Promise<void> {
  const { before, values } = draft
  if (before && changes(draft, 'cliente_id') && !changes(draft, 'equipamento_id')) values.equipamento_id = null
  const { cliente_id, equipamento_id } = { ...before, ...values }
  const id = Number(equipamento_id ?? 0)
  const found = id > 0 ? await find(ctx, equipamento, id) : undefined
  if (found && found.cliente_id !== cliente_id) throw invalid({ equipamento_id: [OTHERS_EQUIPMENT] })
  const named = [found?.descricao, found?.marca, found?.modelo].filter((one) => one).join(' · ')
  Object.assign(values, { xEquipamento: found ? named.slice(0, 250) : null, nSerie: found?.nSerie ?? null })
}

/** What a line of a kind is priced by. */
interface Priced {
  /** The column that names what it is of. */
  readonly of: 'mercadoria_id' | 'servico_id'
  readonly prices: ReadonlyMap<number, string>
  /** The centre that bears what is under warranty, where the line names none. */
  readonly centre: number | null
}

/** Price, warranty and total of a line; answers what is wrong with it, if anything. */
function priceLine(draft: Draft, { of, prices, centre }: Priced): Readonly<Record<string, string>> | undefined {
  const { before, values } = draft
  const whole: Row = { ...before, ...values }
  const isWarranty = whole.garantia === true
  const isNew = !before || changes(draft, of) || (before.garantia === true && !isWarranty)
  if (isWarranty) {
    Object.assign(values, { vUnTrib: '0', vDesc: '0', vTotal: '0', centro_custo_id: whole.centro_custo_id ?? centre })
    return values.centro_custo_id === null ? { centro_custo_id: 'Informe o centro de custo da garantia.' } : undefined
  }
  if (values.vUnTrib === undefined && isNew) values.vUnTrib = prices.get(Number(whole[of])) ?? '0'
  const { vUnTrib, qTrib = '1', vDesc = '0' } = { ...whole, ...values }
  const vTotal = serviceLineTotal({
    vUnTrib: String(vUnTrib),
    qTrib: String(qTrib),
    vDesc: String(vDesc),
    garantia: false,
  })
  if (vTotal.sign() < 0) return { vDesc: 'O desconto passa do valor do item.' }
  Object.assign(values, { vTotal: vTotal.toFixed(2), centro_custo_id: null })
  return undefined
}

async function centreOf(ctx: Ctx, parent: Row | undefined): Promise<number | null> {
  const company = await find(ctx, empresa, Number(parent?.empresa_id ?? ctx.actor.empresa_id))
  return company?.centro_custo_garantia_id ?? null
}

/** What each of these goods costs the customer of an order, as a sale would charge it without promotions. */
const pricesIn = (goods: ReadonlyMap<number, Row>): Map<number, string> =>
  new Map(
    [...goods].flatMap(([id, one]) => {
      const price = normalPrice(pricesOf(one), one.tabela_preco_id === null ? null : Number(one.tabela_preco_id))
      return price === null ? [] : [[id, String(price.vUnTrib)] as const]
    }),
  )

const idsIn = (drafts: readonly Draft[], name: string): number[] => [
  ...new Set(drafts.map(({ before, values }) => Number(values[name] ?? before?.[name] ?? 0))),
]

/** Rules of the goods: priced, and of lots of their own; one that is inactive is not chosen. */
export const goodsHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    await keepProducts(ctx, drafts)
    await assertOwnLots(ctx, drafts)
    const goods = await goodsNow(ctx, idsIn(drafts, 'mercadoria_id'), parent)
    const prices = pricesIn(goods)
    const centre = await centreOf(ctx, parent)
    refuseRows(drafts, (draft) => {
      const one = goods.get(Number(draft.values.mercadoria_id ?? draft.before?.mercadoria_id))
      if (one?.ativo === false && changes(draft, 'mercadoria_id'))
        return { mercadoria_id: 'Esta mercadoria está inativa.' }
      return priceLine(draft, { of: 'mercadoria_id', prices, centre })
    })
  },
}

/** Rules of the services: priced by their register; one that is inactive is not chosen. */
export const serviceHooks: Hooks = {
  prepare: async (ctx, drafts, parent) => {
    const known = await loadWhere(ctx, servico, 'id', idsIn(drafts, 'servico_id'))
    const found = new Map(known.map((one) => [one.id, one]))
    const prices = new Map(known.map((one) => [one.id, one.valor]))
    const centre = await centreOf(ctx, parent)
    refuseRows(drafts, (draft) => {
      const one = found.get(Number(draft.values.servico_id ?? draft.before?.servico_id))
      if (changes(draft, 'servico_id')) {
        if (one?.ativo === false) return { servico_id: 'Este serviço está inativo.' }
        Object.assign(draft.values, { xServ: one?.descricao ?? null, un: one?.un ?? null })
      }
      return priceLine(draft, { of: 'servico_id', prices, centre })
    })
  },
}
