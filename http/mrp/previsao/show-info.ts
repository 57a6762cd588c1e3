import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { HtmlFragment } from '../../platform/html'
import { flag } from '../../platform/inputs'
import { infoHtml } from './info-html'
import { previsao, previsaoItem } from './previsao'

/** How a product's forecast came about, as a fragment of a page (inventory E3-104). `grafico=0` leaves the chart to the caller. */
export const showForecastInfoHtml = action(previsaoItem, 'showForecastInfoHtml', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Explica a previsão de um produto: gráfico, método e motivo, erros, atípicos e rupturas (fragmento HTML).',
  input: v.object({ grafico: v.optional(flag, true) }),
  answer: 'Trecho de HTML',
  run: async ({ ctx, record, input }) => {
    const head = await load(ctx, previsao, record.previsao_id)
    const [product] = await rowsOf(
      ctx,
      sql`select m."xProd", m.codigo, u.un, coalesce(u.decimal, 0) as decimais from mercadoria m left join unidade u on u.id = m.unidade_id
          where m.id = ${record.mercadoria_id}`,
    )
    return new HtmlFragment(infoHtml({ head, item: record, product: product ?? {}, chart: input.grafico }))
  },
})
