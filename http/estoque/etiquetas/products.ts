import { type SQL, sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { formatNumber, formatQuantity } from '../../../core/br/number'
import { CANONICAL_STEM, isGtin } from '../../../core/gs1'
import { volumeText } from '../../../core/labels/fields'
import type { LabelRecord } from '../../../core/labels/label'
import { tableHolds } from '../../comercial/tabela_preco/holding'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { notFound } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { text } from '../../relatorios/document'
import type { AskedLabel } from './ask'
import type { LabelToPrint } from './label-file'

const GTIN_DIGITS = 14

/** The price table that is asked for, else the usual one that holds today. */
const tableOf = (ctx: Ctx, asked: number | null): SQL =>
  asked === null
    ? sql`(select t.id from tabela_preco t where ${tableHolds(ctx, 't')} order by t.padrao desc, t.id limit 1)`
    : sql`${asked}::int`

/** SQL of a place's code: the one that is asked for, else where most of the goods lie in the chosen company. */
const placeOf = (
  empresa_id: number,
): SQL => sql`(select a.codigo from mercadoria_armazenamento s join armazenamento a on a.id = s.armazenamento_id
  where s.mercadoria_id = m.id and s.empresa_id = ${empresa_id} order by s."qDisp" desc, s.id limit 1)`

/** What labels of products say, in the order in which they are asked for: one query for the goods, one for places that are named. Throws 404 where one is missing. */
export async function productLabels(
  ctx: Ctx,
  labels: readonly AskedLabel[],
  { tabela_preco_id, empresa_id }: { readonly tabela_preco_id: number | null; readonly empresa_id: number },
): Promise<LabelToPrint[]> {
  const goods = await rowsOf(
    ctx,
    sql`select m.id, m.codigo, m."xProd", m."xProdSimple", m."cEAN", m."NCM", m.cor, m.decimal_preco, u.un, u.decimal as casas,
      g.descricao as grupo, f.descricao as fabricante, ${placeOf(empresa_id)} as local,
      (select p."vUnTrib"::text from mercadoria_preco p where p.mercadoria_id = m.id and p.tabela_preco_id = ${tableOf(ctx, tabela_preco_id)}) as preco,
      (select e."xNome" from empresa e where e.id = ${empresa_id}) as empresa
    from mercadoria m left join unidade u on u.id = m.unidade_id left join mercadoria_grupo g on g.id = m.grupo_id
    left join fabricante f on f.id = m.fabricante_id
    where m.id = any (${intArray(labels.map(({ mercadoria_id }) => mercadoria_id))}::int[])`,
  )
  const known = new Map(goods.map((row) => [Number(row.id), row]))
  const places = await namedPlaces(ctx, labels)
  return labels.flatMap((label) => {
    const row = known.get(label.mercadoria_id)
    const local = label.armazenamento_id === null ? text(row?.local) : places.get(label.armazenamento_id)
    if (row === undefined || local === undefined) throw notFound()
    return volumesOf(label, text(row.xProd), { ...recordOf(row, label), local, data: formatDate(ctx.clock.today()) })
  })
}

async function namedPlaces(ctx: Ctx, labels: readonly AskedLabel[]): Promise<ReadonlyMap<number, string>> {
  const ids = labels.flatMap(({ armazenamento_id }) => armazenamento_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select id, codigo from armazenamento where id = any (${intArray(ids)}::int[]) and empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`,
  )
  return new Map(rows.map(({ id, codigo }) => [Number(id), text(codigo)]))
}

/** Fields of `PRODUCT_LABEL_FIELDS`, as they are read. */
function recordOf(row: Row, { qMultipla }: AskedLabel): LabelRecord {
  const [code, ean] = [text(row.codigo), text(row.cEAN)]
  return {
    codigo: code,
    xProd: text(row.xProd),
    xProdSimple: text(row.xProdSimple) || text(row.xProd),
    cEAN: ean,
    codigo_barras: ean || code,
    link: isGtin(ean) ? `${CANONICAL_STEM}/01/${ean.padStart(GTIN_DIGITS, '0')}` : '',
    preco: row.preco === null ? '' : formatNumber(text(row.preco), Number(row.decimal_preco ?? 2)),
    un: text(row.un),
    NCM: text(row.NCM),
    grupo: text(row.grupo),
    fabricante: text(row.fabricante),
    cor: text(row.cor),
    empresa: text(row.empresa),
    quantidade: qMultipla === null ? '' : formatQuantity(qMultipla, Number(row.casas ?? 3)),
  }
}

/** Each label of a product is a volume of its own, `01/05`; one volume alone is printed again by its number. */
function volumesOf({ qEtiquetas, indexVol }: AskedLabel, name: string, record: LabelRecord): LabelToPrint[] {
  const volumes = indexVol === null ? Array.from({ length: qEtiquetas }, (_, at) => at + 1) : [indexVol]
  return volumes.map((n) => ({ name, record: { ...record, volume: volumeText(n, qEtiquetas) } }))
}
