import { sql } from 'drizzle-orm'
import { ISSUED, RESERVED } from '../../../core/fields/expedicao/separacao'
import { AT_START, SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { empresa } from '../../cadastros/empresa'
import { effect } from '../../documents/effect'
import { stock } from '../../estoque/ledger'
import { reservations } from '../../estoque/reservations'
import type { Outbound } from '../../estoque/shelves'
import { makePicking } from '../../expedicao/separacao/make'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { step } from '../../platform/step'
import { copySteps } from '../apontamento/rates'
import { ordemProducao } from './ordem-producao'
import { settleAccounts } from './parte'

/** Begins an order (T3-060): its supplies are reserved, or leave where they do as it begins, and are to be picked. Throws 400 `no_items`, `no_stock`, `no_lot`. */
export const inicia = step(ordemProducao, 'inicia', {
  summary: 'Inicia a produção: reserva ou baixa os insumos, gera a separação deles e copia as etapas.',
  run: async ({ ctx, record }) => {
    await assertGoods(ctx, record.id)
    await requestSupplies(ctx, record.id)
    const supplies = await suppliesOf(ctx, record.id)
    const isIssued = record.tpBaixa === AT_START
    const did = await effect(ctx, ordemProducao, record, { passo: 'inicia', dados: { tpBaixa: record.tpBaixa } })
    if (supplies.length > 0) {
      if (isIssued) {
        const { controla_estoque } = await load(ctx, empresa, record.empresa_id)
        await did.post(stock.out(supplies, { allowNegative: !controla_estoque }))
      } else await did.post(reservations.reserve(supplies))
      await makePicking(ctx, did.entry, { xNome: null, tipo: isIssued ? ISSUED : RESERVED })
    }
    await settleAccounts(ctx, record.id)
    await copySteps(ctx, record.id)
  },
})

async function assertGoods(ctx: Ctx, id: number): Promise<void> {
  const [one] = await rowsOf(ctx, sql`select 1 from ordem_producao_mercadoria where ordem_producao_id = ${id} limit 1`)
  if (!one) throw badRequest('Inclua ao menos uma mercadoria.', 'no_items')
}

/** What nobody asked another quantity of is asked for as planned, whole where its unit is. */
async function requestSupplies(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.execute(sql`
    update ordem_producao_mercadoria_insumo i set "qSolicitada" = case when u.decimal is null then i."qPlanejada"
      else ceil(i."qPlanejada" * 10 ^ u.decimal) / 10 ^ u.decimal end
    from ordem_producao_mercadoria g, mercadoria m left join unidade u on u.id = m.unidade_id
    where g.id = i.ordem_producao_mercadoria_id and m.id = i.mercadoria_id and g.ordem_producao_id = ${id}
      and i."tpItem" = ${SUPPLY} and i."qSolicitada" = 0`)
}

async function suppliesOf(ctx: Ctx, id: number): Promise<Outbound[]> {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, i.mercadoria_id, i."qSolicitada"::text as q, m."xProd" from ordem_producao_mercadoria_insumo i
        join ordem_producao_mercadoria g on g.id = i.ordem_producao_mercadoria_id join mercadoria m on m.id = i.mercadoria_id
        where g.ordem_producao_id = ${id} and i."tpItem" = ${SUPPLY} and i."qSolicitada" > 0 order by i.id`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    armazenamento_id: null,
    item_id: Number(row.id),
    quantity: String(row.q),
    label: String(row.xProd),
  }))
}
