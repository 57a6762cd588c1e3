import { MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import { SUPPLY } from '../../../core/fields/producao/ordem-producao'
import { RATE, RATED } from '../../estoque/mercadoria-etapa'

/** SQL of what is summed of production orders, over the goods `g` of one where no other name is told. Proofs take it as it is, queries by `sql.raw`. */

const standing = (goods: string): string =>
  `from op_parte p where p.ordem_producao_mercadoria_id = ${goods}.id and p."dhCancelamento" is null`

/** All that a part `p` worked on. */
export const PROCESSED = 'p."qBoa" + p."qRefugo" + p."qRefugoAnormal"'

/** A sum over the parts `p` of goods that stand. */
export const sumOfParts = (what: string, goods = 'g'): string => `coalesce((select sum(${what}) ${standing(goods)}), 0)`

/** Whether a part of goods that stands has said that nothing more is made of them. */
export const isClosed = (goods = 'g'): string => `exists (select 1 ${standing(goods)} and p.encerra)`

/** Whether nothing more is made of goods: they are closed, or all are there. */
export const isFinished = (goods = 'g'): string =>
  `(${isClosed(goods)} or ${sumOfParts('p."qBoa"', goods)} >= ${goods}."qTrib")`

/** What the supplies of goods are planned to cost, at the cost that each says. */
export const plannedMaterial = (goods = 'g'): string => `(select coalesce(round(sum(i."qPlanejada" * i."vCusto"), 2), 0)
  from ordem_producao_mercadoria_insumo i where i.ordem_producao_mercadoria_id = ${goods}.id and i."tpItem" = ${SUPPLY})`

/** What the steps of goods are planned to cost, at what the hour costs now. */
export const plannedHours = (
  goods = 'g',
): string => `(select coalesce(round(sum(e."qMinutosPlanejados" * ${RATE} / 60), 2), 0)
  from ordem_producao_mercadoria_etapa e ${RATED} where e.ordem_producao_mercadoria_id = ${goods}.id)`

const LEDGER = `from movimento_estoque m join lancamento n on n.id = m.lancamento_id and n."dhDesfeito" is null and m.documento = 'ordem_producao' and m.tipo = ${MOVEMENT}`
const BROUGHT = `from entrada d join entrada_mercadoria e on e.entrada_id = d.id and d."dhFinalizacao" is not null and d."dhCancelamento" is null`

/** By insumo of an order: what the ledger says that it has drawn, less what came back (`q`), and what that was worth (`v`); what it has brought, of a by-product. */
export const drawnByItem = (order: string): string => `(
  select m.item_id, -sum(m."qTrib") as q, -sum(m."vCusto") as v ${LEDGER} where m.documento_id = ${order} group by 1
  union all
  select e.ordem_producao_mercadoria_insumo_id, sum(e."qTrib"), sum(e."vTotal") ${BROUGHT}
  where d.ordem_producao_id = ${order} and e.ordem_producao_mercadoria_insumo_id is not null group by 1)`

/** What supplies of goods cost by the ledger, net of what came back, in the steps of a name that stand. */
export const costOfStep = (passo: 'inicia' | 'finaliza'): string => `coalesce((select -sum(m."vCusto") ${LEDGER}
  join ordem_producao_mercadoria_insumo i on i.id = m.item_id and i.ordem_producao_mercadoria_id = g.id
  where m.documento_id = g.ordem_producao_id and n.passo = '${passo}'), 0)`
