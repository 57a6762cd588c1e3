import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import { shortNumber, showValue } from '../../../core/fields/show'
import { separacaoVendaFields } from '../../../core/fields/expedicao/separacao'
import { slipCode } from '../../../core/labels/slip'
import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { idList } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { markOf, text } from '../../relatorios/document'
import { ownFacts } from '../../relatorios/own-facts'
import type { PaperColumn } from '../../relatorios/paper'
import type { Print } from '../../relatorios/print'
import { headOfSheets, type SectionSheet, sectionsHtml, sectionsPdf } from '../../relatorios/sections'
import { type Task, tasksOfAll } from './order'
import { type Separacao, separacao } from './separacao'

/** Picking orders on paper: the walk, what goes to whom, and sums by place, by lot and by document. */

const MOST = 5_000

/** An order with what stands on its papers. */
interface Printed {
  readonly tasks: readonly Task[]
  readonly documents: ReadonlyMap<number, Row>
}

type Layout = (one: Printed) => Pick<SectionSheet, 'columns' | 'sections'> & Partial<SectionSheet>

const column = (label: string, x: number, width: number, align?: 'right'): PaperColumn =>
  align === undefined ? { label, x, width } : { label, x, width, align }

const quantity = (value: Decimal | string, un: string | null): string =>
  `${shortNumber(decimal(value), 4)}${un === null ? '' : ` ${un}`}`
const lot = ({ nLote, dVal }: Task): string =>
  nLote === null ? '' : dVal === null ? nLote : `${nLote} · ${formatDate(dVal)}`
const total = (lines: readonly Task[]): string => quantity(sum(lines.map((one) => one.qTrib)), lines[0]?.un ?? null)
const titleOf = (one: Task): string =>
  `${showValue(separacaoVendaFields.documento.meta, one.documento)} nº ${one.documento_id}`
const TICK = '____'

/** The walk: place after place, with the box of the trolley that goods go into. */
const walkSheet: Layout = ({ tasks }) => ({
  columns: [
    column('Local', 40, 70),
    column('Mercadoria', 115, 190),
    column('Lote · validade', 310, 95),
    column('Quantidade', 408, 60, 'right'),
    column('Caixa', 475, 35, 'right'),
    column('Separado', 515, 40),
  ],
  sections: [
    {
      lines: tasks.map((one) => [
        one.codigo_local,
        text(one.xProd),
        lot(one),
        quantity(one.qTrib, one.un),
        String(one.posicao),
        TICK,
      ]),
    },
  ],
})

/** What goes to whom: a section a document, with the customer's address and what matters of them. */
const manifestSheet: Layout = ({ tasks, documents }) => ({
  columns: [
    column('Mercadoria', 40, 260),
    column('Lote · validade', 305, 110),
    column('Quantidade', 420, 70, 'right'),
    column('Peso (kg)', 495, 60, 'right'),
  ],
  sections: [...Map.groupBy(tasks, (one) => one.separacao_venda_id)].map(([id, lines]) => {
    const [first] = lines
    const told = documents.get(id) ?? {}
    const where = [text(told.xNome), text(told.endereco), `${text(told.volumes)} volume(s)`].filter((one) => one !== '')
    return {
      heading: [first ? titleOf(first) : '', where.join(' · ')] as const,
      notes: text(told.obs),
      lines: lines.map((one) => [text(one.xProd), lot(one), quantity(one.qTrib, one.un), weight(told, one)]),
    }
  }),
})

function weight(told: Row, { mercadoria_id, qTrib }: Task): string {
  const weights: unknown = told.pesos
  const each =
    typeof weights === 'object' && weights !== null
      ? Object.entries(weights).find(([id]) => Number(id) === mercadoria_id)?.[1]
      : undefined
  return each === undefined || each === null ? '' : shortNumber(decimal(String(each)).times(qTrib), 3)
}

/** Sums by place: one walk for all documents. */
const byPlaceSheet: Layout = ({ tasks }) => ({
  columns: [
    column('Mercadoria', 40, 230),
    column('Lote · validade', 275, 120),
    column('Documentos', 400, 60, 'right'),
    column('Quantidade', 465, 50, 'right'),
    column('Separado', 518, 40),
  ],
  sections: [...Map.groupBy(tasks, (one) => one.codigo_local)].map(([place, lines]) => ({
    heading: ['Local', place] as const,
    lines: [...Map.groupBy(lines, (one) => `${one.mercadoria_id}/${one.lote_id ?? 0}`).values()].flatMap((some) => {
      const [first] = some
      return first
        ? [
            [
              text(first.xProd),
              lot(first),
              String(new Set(some.map((one) => one.separacao_venda_id)).size),
              total(some),
              TICK,
            ],
          ]
        : []
    }),
  })),
})

/** Sums by product and lot. */
const byLotSheet: Layout = ({ tasks }) => ({
  columns: [column('Lote · validade', 40, 220), column('Locais', 265, 190), column('Quantidade', 460, 95, 'right')],
  sections: [...Map.groupBy(tasks, (one) => one.mercadoria_id).values()].map((lines) => ({
    heading: ['Mercadoria', `${text(lines[0]?.xProd)} · ${total(lines)}`] as const,
    lines: [...Map.groupBy(lines, (one) => one.lote_id ?? 0).values()].flatMap((some) => {
      const [first] = some
      return first
        ? [[lot(first) || 'Sem lote', [...new Set(some.map((one) => one.codigo_local))].join(', '), total(some)]]
        : []
    }),
  })),
})

/** Sums by document, wherever its goods lie. */
const byDocumentSheet: Layout = ({ tasks }) => ({
  columns: [column('Mercadoria', 40, 330), column('Locais', 375, 90), column('Quantidade', 470, 85, 'right')],
  sections: [...Map.groupBy(tasks, (one) => one.separacao_venda_id).values()].map((lines) => ({
    heading: [lines[0] ? titleOf(lines[0]) : '', `${text(lines[0]?.xNome)} · caixa ${lines[0]?.posicao ?? 1}`] as const,
    lines: [...Map.groupBy(lines, (one) => one.mercadoria_id).values()].map((some) => [
      text(some[0]?.xProd),
      [...new Set(some.map((one) => one.codigo_local))].join(', '),
      total(some),
    ]),
  })),
})

/** Orders as sheets of one layout. Throws 404 where one is not there, 400 `too_many`. */
async function sheetsOf(
  ctx: Ctx,
  ids: readonly number[],
  { title, layout }: { readonly title: string; readonly layout: Layout },
): Promise<SectionSheet[]> {
  const orders = new Map((await loadWhere(ctx, separacao, 'id', ids)).map((one) => [one.id, one]))
  const told = await headOfSheets(
    ctx,
    [...orders.values()].map((one) => one.empresa_id),
  )
  const documents = await documentsOf(ctx, ids)
  const names = await warehousesOf(ctx, [...orders.values()])
  const lines = (await tasksOfAll(ctx, ids)).filter((one) => decimal(one.qTrib).sign() > 0)
  if (lines.length > MOST)
    throw badRequest(`São mais de ${MOST.toLocaleString('pt-BR')} itens: imprima menos de uma vez.`, 'too_many')
  const tasks = Map.groupBy(lines, (one) => one.separacao_id)
  const own = await ownFacts(ctx, separacao, [...orders.values()])
  return ids.map((id) => {
    const order = orders.get(id)
    if (!order) throw notFound()
    return {
      ...told(order.empresa_id),
      title: `${title} nº ${id}`,
      mark: markOf(separacao, order),
      bars: slipCode(id),
      facts: [
        ['Armazém', names.get(order.armazem_id) ?? ''],
        ...(order.obs ? [['Observações', order.obs] as const] : []),
        ...own(order),
      ],
      ...layout({ tasks: tasks.get(id) ?? [], documents }),
    }
  })
}

async function warehousesOf(ctx: Ctx, orders: readonly Separacao[]): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf(
    ctx,
    sql`select id, "xNome" from armazem where id = any (${intArray(orders.map((one) => one.armazem_id))}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), String(row.xNome)]))
}

/** What papers say of the documents of orders: whom they go to and where, their boxes, and what one of each of their goods weighs. */
async function documentsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const rows = await rowsOf(
    ctx,
    sql`select d.id, d."xNome", d.volumes, regexp_replace(v."cliente_endereco", '(\\d{5})(\\d{3})$', '\\1-\\2') as endereco, nullif(concat_ws(' · ', nullif(v.obs, ''), nullif(c.obs, '')), '') as obs,
          (select jsonb_object_agg(m.id, m."pesoB") from separacao_mercadoria l join mercadoria m on m.id = l.mercadoria_id where l.separacao_venda_id = d.id and m."pesoB" is not null) as pesos
        from separacao_venda d left join venda v on v.id = d.venda_id left join cliente c on c.id = v.cliente_id
        where d.separacao_id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

const print = (name: string, title: string, layout: Layout): Print => ({
  resource: separacao,
  name,
  title,
  load: async (ctx, ids) => {
    const sheets = await sheetsOf(ctx, ids, { title, layout })
    return { pdf: () => sectionsPdf(sheets), html: () => sectionsHtml(title, sheets) }
  },
})

/** The papers of an order (E3-030 to E3-035). */
export const pickingPrints: readonly Print[] = [
  print('separacao', 'Separação', walkSheet),
  print('separacao_mercadoria_romaneio', 'Romaneio da separação', manifestSheet),
  print('separacao_agrupada', 'Separação agrupada', byPlaceSheet),
  print('separacao_lote_sku', 'Separação por lote', byLotSheet),
  print('separacao_agrupada_venda', 'Separação por documento', byDocumentSheet),
]

const MOST_PRINTED = 200

/** The walks of several orders in one file (E3-025). */
export const printAll = action(separacao, 'printAll', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Imprime várias separações num só PDF.',
  input: v.object({ ids: idList }),
  answer: 'PDF',
  run: async ({ ctx, input }) => {
    if (input.ids.length === 0 || input.ids.length > MOST_PRINTED)
      throw invalid({ ids: [`Informe de 1 a ${MOST_PRINTED} separações.`] })
    const sheets = await sheetsOf(ctx, input.ids, { title: 'Separação', layout: walkSheet })
    return new Download('separacoes', 'pdf', await sectionsPdf(sheets))
  },
})
