import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { BY_PRODUCT } from '../../../core/fields/producao/ordem-producao'
import { shortNumber } from '../../../core/fields/show'
import { slipCode } from '../../../core/labels/slip'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import type { RecordOf, Row } from '../../platform/resource'
import { markOf, text } from '../../relatorios/document'
import { ownFacts } from '../../relatorios/own-facts'
import type { PaperColumn } from '../../relatorios/paper'
import type { Print } from '../../relatorios/print'
import { headOfSheets, type SectionSheet, sectionsHtml, sectionsPdf } from '../../relatorios/sections'
import { ordemProducao } from './ordem-producao'

/** Production orders on paper: what is made, what it draws and by which steps, under the bars of the order's number. */

const MOST = 5_000
const TITLE = 'Ordem de produção'
const TICK = '____'

const COLUMNS: readonly PaperColumn[] = [
  { label: 'Insumo ou etapa', x: 40, width: 290 },
  { label: 'Onde', x: 335, width: 90 },
  { label: 'Quantidade', x: 430, width: 75, align: 'right' },
  { label: 'Feito', x: 515, width: 40 },
]

const quantity = (row: Row): string => `${shortNumber(String(row.q), 4)}${row.un === null ? '' : ` ${text(row.un)}`}`

/** What stands below each of the goods of orders: their supplies, by-products and steps. */
async function linesOf(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  const orders = intArray(ids)
  const rows = await rowsOf(
    ctx,
    sql`select * from (
        select g.ordem_producao_id as "order", g.id as goods, 0 as kind, i.id as place, m."xProd" as name, i."tpItem" as "tpItem", u.un, greatest(i."qSolicitada", i."qPlanejada") as q,
          (select a.codigo from mercadoria_armazenamento s join armazenamento a on a.id = s.armazenamento_id
            where s.mercadoria_id = m.id and s.empresa_id = g.empresa_id order by s."qDisp" desc, s.id limit 1) as at
        from ordem_producao_mercadoria g join ordem_producao_mercadoria_insumo i on i.ordem_producao_mercadoria_id = g.id
        join mercadoria m on m.id = i.mercadoria_id left join unidade u on u.id = m.unidade_id where g.ordem_producao_id = any (${orders}::int[])
        union all
        select g.ordem_producao_id, g.id, 1, e.n_ordem, concat_ws(' · ', e.n_ordem, e.descricao), 0, 'min', e."qMinutosPlanejados", c.descricao
        from ordem_producao_mercadoria g join ordem_producao_mercadoria_etapa e on e.ordem_producao_mercadoria_id = g.id
        join centro_trabalho c on c.id = e.centro_trabalho_id where g.ordem_producao_id = any (${orders}::int[])) x
      order by goods, kind, place limit ${MOST + 1}`,
  )
  if (rows.length > MOST)
    throw badRequest(`São mais de ${MOST.toLocaleString('pt-BR')} linhas: imprima menos de uma vez.`, 'too_many')
  return rows
}

const cellsOf = (row: Row): string[] => [
  `${text(row.name)}${Number(row.tpItem) === BY_PRODUCT ? ' (subproduto)' : ''}`,
  text(row.at),
  quantity(row),
  TICK,
]

function factsOf(order: RecordOf<typeof ordemProducao>): (readonly [string, string])[] {
  const days = [order.dInicioPrevisto, order.dFimPrevisto].map((day) => (day === null ? '' : formatDate(day)))
  return [
    ...(days.some((day) => day !== '') ? [['Previsto', days.filter((day) => day !== '').join(' a ')] as const] : []),
    ...(order.venda_id === null ? [] : [['Venda', String(order.venda_id)] as const]),
    ...(order.obs ? [['Observações', order.obs] as const] : []),
  ]
}

/** Orders as sheets. Throws 404 where one is not there, 400 `too_many`. */
async function sheetsOf(ctx: Ctx, ids: readonly number[]): Promise<SectionSheet[]> {
  const orders = new Map((await loadWhere(ctx, ordemProducao, 'id', ids)).map((one) => [one.id, one]))
  const told = await headOfSheets(
    ctx,
    [...orders.values()].map((one) => one.empresa_id),
  )
  const goods = await rowsOf(
    ctx,
    sql`select id, ordem_producao_id, "xProd", un, "qTrib" as q from ordem_producao_mercadoria where ordem_producao_id = any (${intArray(ids)}::int[]) order by id`,
  )
  const lines = Map.groupBy(await linesOf(ctx, ids), (row) => Number(row.goods))
  const own = await ownFacts(ctx, ordemProducao, [...orders.values()])
  return ids.map((id) => {
    const order = orders.get(id)
    if (!order) throw notFound()
    return {
      ...told(order.empresa_id),
      title: `${TITLE} nº ${id}`,
      mark: markOf(ordemProducao, order),
      bars: slipCode(id),
      facts: [...factsOf(order), ...own(order)],
      columns: COLUMNS,
      sections: goods
        .filter((row) => row.ordem_producao_id === id)
        .map((row) => ({
          heading: [text(row.xProd), quantity(row)] as const,
          lines: (lines.get(Number(row.id)) ?? []).map(cellsOf),
        })),
    }
  })
}

/** The paper of an order. */
export const productionPrint: Print = {
  resource: ordemProducao,
  title: TITLE,
  load: async (ctx, ids) => {
    const sheets = await sheetsOf(ctx, ids)
    return { pdf: () => sectionsPdf(sheets), html: () => sectionsHtml(TITLE, sheets) }
  },
}
