import { sql } from 'drizzle-orm'
import { formatQuantity } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { decimalsOf, markOf, text } from '../../relatorios/document'
import type { PaperColumn } from '../../relatorios/paper'
import { headOfSheets, type SectionSheet, sectionsHtml, sectionsPdf } from '../../relatorios/sections'
import type { Print } from '../../relatorios/print'
import { mercadoriaInventario } from './inventario'

/** Sheets to count on, place by place. What the books say stands there only once the adjustments are made. */

const MOST = 5_000

const BLANK: readonly PaperColumn[] = [
  { label: 'Código', x: 40, width: 70 },
  { label: 'Mercadoria', x: 115, width: 220 },
  { label: 'Lote', x: 340, width: 80 },
  { label: 'Un.', x: 425, width: 30 },
  { label: 'Contada', x: 460, width: 95, align: 'right' },
]
const SETTLED: readonly PaperColumn[] = [
  { label: 'Código', x: 40, width: 70 },
  { label: 'Mercadoria', x: 115, width: 180 },
  { label: 'Lote', x: 300, width: 65 },
  { label: 'Un.', x: 370, width: 25 },
  { label: 'Esperada', x: 400, width: 50, align: 'right' },
  { label: 'Contada', x: 455, width: 48, align: 'right' },
  { label: 'Diferença', x: 507, width: 48, align: 'right' },
]
const WRITE_HERE = '_'.repeat(14)
const TALL = 22

const quantity = (value: unknown): string =>
  text(value) === '' ? '–' : formatQuantity(text(value), decimalsOf(text(value)))

function lineOf(settled: boolean, row: Row): string[] {
  const goods = [text(row.codigo), text(row.xProd), text(row.nLote), text(row.un)]
  return settled
    ? [...goods, quantity(row.qEsperada), quantity(row.qContada), quantity(row.diferenca)]
    : [...goods, WRITE_HERE]
}

async function countSheets(ctx: Ctx, ids: readonly number[]): Promise<SectionSheet[]> {
  const heads = new Map((await loadWhere(ctx, mercadoriaInventario, 'id', ids)).map((one) => [one.id, one]))
  const rows = await rowsOf(
    ctx,
    sql`select i.mercadoria_inventario_id as documento, concat_ws(' · ', a.codigo, a."xArmazenamento") as local, p.codigo, i."xProd", l."nLote", i.un,
          i."qEsperada", i."qContada", i.diferenca
        from mercadoria_inventario_item i join armazenamento a on a.id = i.armazenamento_id join mercadoria p on p.id = i.mercadoria_id
        left join mercadoria_lote l on l.id = i.lote_id where i.mercadoria_inventario_id = any (${intArray([...heads.keys()])}::int[])
        order by a.codigo, a.id, i."xProd", i.id limit ${MOST + 1}`,
  )
  if (rows.length > MOST)
    throw badRequest(`São mais de ${MOST.toLocaleString('pt-BR')} itens: imprima menos de uma vez.`, 'too_many')
  const byCount = Map.groupBy(rows, (row) => Number(row.documento))
  const told = await headOfSheets(
    ctx,
    [...heads.values()].map((one) => one.empresa_id),
  )
  return ids.map((id) => {
    const head = heads.get(id)
    if (!head) throw notFound()
    const settled = head.dhAjuste !== null
    const { publicUrl } = ctx.mail
    return {
      ...told(head.empresa_id),
      title: `Inventário nº ${id}`,
      mark: markOf(mercadoriaInventario, head),
      // Where a telephone counts: not where nobody knows this server's address.
      qr:
        publicUrl === undefined || settled
          ? undefined
          : { text: new URL(`/a/${id}`, publicUrl).href, label: 'Contar em' },
      facts: [],
      columns: settled ? SETTLED : BLANK,
      tall: settled ? 0 : TALL,
      sections: [...Map.groupBy(byCount.get(id) ?? [], (row) => text(row.local))].map(([name, lines]) => ({
        heading: ['Local', name] as const,
        lines: lines.map((row) => lineOf(settled, row)),
      })),
    }
  })
}

/** Count sheets, each count on pages of its own. */
export const countPrint: Print = {
  resource: mercadoriaInventario,
  load: async (ctx, ids) => {
    const sheets = await countSheets(ctx, ids)
    return { pdf: () => sectionsPdf(sheets), html: () => sectionsHtml('Inventário', sheets) }
  },
}
