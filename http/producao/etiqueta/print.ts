import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import { MOST_PRODUCTION_LABELS } from '../../../core/fields/producao/etiqueta'
import { shortNumber } from '../../../core/fields/show'
import { volumeText } from '../../../core/labels/fields'
import { productionLabel } from '../../../core/receiving/reading'
import { assertLabels, printingInput } from '../../estoque/etiquetas/ask'
import { agentFile, forAgent } from '../../estoque/etiquetas/get-print-file-avulsa'
import { labelFile, type LabelToPrint } from '../../estoque/etiquetas/label-file'
import { productLabels } from '../../estoque/etiquetas/products'
import { templateOf } from '../../estoque/etiquetas/templates'
import { mercadoria } from '../../estoque/mercadoria'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, deleteRows, load, loadWhere, patchRows } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { countInput, nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { type Lot, lotOf } from '../ordem_producao/enter'
import { ordemProducaoMercadoria } from '../ordem_producao/ordem-producao'
import { opMercadoriaEtiqueta, type ProductionLabels } from './etiqueta'

/** Labels of goods that are made: of the product, as many as are asked for, and of the volumes that they are packed in. */

type Goods = RecordOf<typeof ordemProducaoMercadoria>

const LIST = 'op_mercadoria_etiqueta_list'

/** Labels of the product of the goods (E3-156). Throws 422 `qEtiquetas`. */
export const getPrintFileRotulo = action(ordemProducaoMercadoria, 'getPrintFileRotulo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Rótulos da mercadoria que se produz, como o agente de impressão os recebe.',
  input: v.object({ ...printingInput, qEtiquetas: v.optional(countInput, 1) }),
  answer: agentFile,
  run: async ({ ctx, record, input }) => {
    const { qEtiquetas, template: wanted, formato, tabela_preco_id, empresa_id: _, ...options } = input
    const { mercadoria_id, empresa_id } = record
    const asked = [{ mercadoria_id, qEtiquetas, qMultipla: null, armazenamento_id: null, indexVol: null }]
    assertLabels(asked)
    const template = await templateOf(ctx, wanted, { use: 'mercadoria', empresa_id })
    const labels = await productLabels(ctx, asked, { tabela_preco_id, empresa_id })
    return forAgent(`rotulo-${record.id}`, await labelFile(template, labels, { ...options, format: formato }), template)
  },
})

/** Takes all labels of volumes off goods (E3-157). Throws 400 `no_labels`. */
export const limpaEtiquetas = action(ordemProducaoMercadoria, 'limpaEtiquetas', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary: 'Exclui as etiquetas de volumes da mercadoria.',
  input: nothing,
  answer: v.object({ excluidas: v.number() }),
  run: async ({ ctx, record }) => {
    const labels = await labelsOf(ctx, record)
    await deleteRows(ctx, opMercadoriaEtiqueta, labels)
    return { excluidas: labels.length }
  },
})

/** Labels of all volumes of goods (E3-158). One that is printed again says so, and is counted. Throws 400 `no_labels`, `too_many`. */
export const getPrintFileEtiqueta = action(ordemProducaoMercadoria, 'getPrintFileEtiqueta', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary:
    'Etiquetas dos volumes da mercadoria como o agente de impressão as recebe; da segunda vez em diante dizem a via.',
  input: v.object(printingInput),
  answer: agentFile,
  run: async ({ ctx, record, input }) => print(ctx, record, { labels: await labelsOf(ctx, record), input }),
})

/** Labels of the volumes of one row, or of one of them by its place (E3-160). Throws 422 `index`. */
export const getPrintFileEtiquetaOne = action(opMercadoriaEtiqueta, 'getPrintFileEtiqueta', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary: 'Etiquetas dos volumes de uma linha, ou de um deles, como o agente de impressão as recebe.',
  input: v.object({ ...printingInput, index: v.optional(v.nullable(countInput), null) }),
  answer: agentFile,
  run: async ({ ctx, record, input: { index, ...input } }) => {
    if (index !== null && (index < 1 || index > record.qVolumes))
      throw invalid({ index: [`Informe um volume de 1 a ${record.qVolumes}.`] })
    const goods = await load(ctx, ordemProducaoMercadoria, record.ordem_producao_mercadoria_id)
    return print(ctx, goods, { labels: [record], input, index })
  },
})

async function labelsOf(ctx: Ctx, { id }: Goods): Promise<ProductionLabels[]> {
  const labels = await loadWhere(ctx, opMercadoriaEtiqueta, 'ordem_producao_mercadoria_id', [id], { lock: true })
  if (labels.length === 0) throw badRequest('Esta mercadoria não tem etiquetas.', 'no_labels')
  return labels
}

interface Printing {
  readonly labels: readonly ProductionLabels[]
  readonly input: v.InferOutput<v.ObjectSchema<typeof printingInput, undefined>>
  /** One volume alone. */
  readonly index?: number | null
}

async function print(ctx: Ctx, goods: Goods, { labels, input, index = null }: Printing) {
  const { template: wanted, formato, tabela_preco_id: _table, empresa_id: _company, ...options } = input
  const volumes = labels.flatMap((label) =>
    (index === null ? Array.from({ length: label.qVolumes }, (_, at) => at + 1) : [index]).map((n) => ({ label, n })),
  )
  if (volumes.length > MOST_PRODUCTION_LABELS)
    throw badRequest(`Imprima no máximo ${MOST_PRODUCTION_LABELS} etiquetas por vez.`, 'too_many')
  const template = await templateOf(ctx, wanted, { use: 'rastreio', empresa_id: goods.empresa_id })
  const records = await recordsOf(ctx, goods, volumes)
  const file = await labelFile(template, records, { ...options, format: formato })
  const dhImpressao = ctx.clock.now()
  const [first] = await patchRows(
    ctx,
    opMercadoriaEtiqueta,
    labels.map(({ id, nVias }) => ({ id, nVias: nVias + 1, dhImpressao })),
  )
  if (first) await announce(ctx, opMercadoriaEtiqueta, first.id)
  return forAgent(`producao-${goods.id}`, file, template)
}

interface Volume {
  readonly label: ProductionLabels
  readonly n: number
}

/** What labels of volumes say: what those of the product do, which volume it is, and of which lot. */
async function recordsOf(ctx: Ctx, goods: Goods, volumes: readonly Volume[]): Promise<LabelToPrint[]> {
  const { mercadoria_id, empresa_id } = goods
  const asked = [{ mercadoria_id, qEtiquetas: 1, qMultipla: null, armazenamento_id: null, indexVol: null }]
  const [told] = await productLabels(ctx, asked, { tabela_preco_id: null, empresa_id })
  if (told === undefined) return []
  const lot =
    (await lotMade(ctx, goods)) ?? lotOf(ctx, goods.ordem_producao_id, await load(ctx, mercadoria, mercadoria_id))
  return volumes.map(({ label, n }) => ({
    name: told.name,
    record: {
      ...told.record,
      etiqueta: productionLabel(label.id),
      quantidade: shortNumber(label.quantidade, 4),
      volume: volumeText(n, label.qVolumes),
      nLote: lot?.nLote ?? '',
      dVal: lot?.dVal ? formatDate(lot.dVal) : '',
      fornecedor: '',
      nNF: '',
      peso: label.pesoBruto === null ? '' : shortNumber(label.pesoBruto, 3),
      via: label.nVias === 0 ? '' : `${label.nVias + 1}ª via`,
    },
  }))
}

/** The lot that goods came in with last; undefined before any did. */
async function lotMade(ctx: Ctx, { id }: Goods): Promise<Lot | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select r."nLote", r."dVal"::text as until from entrada e join entrada_mercadoria i on i.entrada_id = e.id
        join entrada_mercadoria_rastreio r on r.entrada_mercadoria_id = i.id
        where i.ordem_producao_mercadoria_id = ${id} and i.ordem_producao_mercadoria_insumo_id is null
          and e."dhFinalizacao" is not null and e."dhCancelamento" is null order by r.id desc limit 1`,
  )
  return row && { nLote: String(row.nLote), dVal: row.until === null ? null : String(row.until) }
}
