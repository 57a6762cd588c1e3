import * as v from 'valibot'
import { isGtin } from '../../../core/gs1'
import { type LabelRecord, MOST_LABELS } from '../../../core/labels/label'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import { mercadoriaCodigo } from '../codigos/codigo'
import { mercadoria } from '../mercadoria'
import { type AskedLabel, assertLabels, labelInput, ownCompany, printingInput } from './ask'
import { labelFile, type LabelFile } from './label-file'
import { productLabels } from './products'
import { type PrintTemplate, templateOf } from './templates'

/** What the print agent of a computer takes: the bytes of a file, as text or in base64, for the printer of that name. */
export const agentFile = v.object({
  type: v.literal('etiqueta'),
  filename: v.string(),
  printer: v.string(),
  bartender_filename: v.string(),
  contents: v.string(),
  encoding: v.picklist(['utf-8', 'base64']),
})

/** A file of labels as the print agent takes it. ZPL and CSV are text; what has other bytes is in base64. */
export function forAgent(
  name: string,
  { format, bytes }: LabelFile,
  { impressora, bartender }: PrintTemplate,
): v.InferOutput<typeof agentFile> {
  const isText = format === 'zpl' || format === 'csv'
  return {
    type: 'etiqueta',
    filename: `${name}.${format}`,
    printer: impressora,
    bartender_filename: bartender,
    contents: isText ? new TextDecoder().decode(bytes) : Buffer.from(bytes).toString('base64'),
    encoding: isText ? 'utf-8' : 'base64',
  }
}

const labels = v.pipe(v.array(labelInput), v.maxLength(MOST_LABELS, `No máximo ${MOST_LABELS} etiquetas.`))
const asking = v.object({ ...printingInput, id: v.optional(identifier), arrEtiquetas: labels })
type Asking = v.InferOutput<typeof asking>

/** What is to be printed, read now and drawn later: many labels take a while, and nothing of the database is held meanwhile. */
async function printOf(
  ctx: Ctx,
  { template: wanted, tabela_preco_id, empresa_id, formato, ...options }: Asking,
  asked: readonly AskedLabel[],
  more: LabelRecord = {},
) {
  assertLabels(asked)
  const of = { tabela_preco_id, empresa_id: ownCompany(ctx, empresa_id) }
  const template = await templateOf(ctx, wanted, { use: 'mercadoria', empresa_id: of.empresa_id })
  const told = (await productLabels(ctx, asked, of)).map((one) => ({ ...one, record: { ...one.record, ...more } }))
  return async () => forAgent('etiquetas', await labelFile(template, told, { ...options, format: formato }), template)
}

/** Labels of products for the printer of a computer. Labels that name no product are of the one in the address. */
export const getPrintFileAvulsa = action(mercadoria, 'getPrintFileAvulsa', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Etiquetas de mercadorias como o agente de impressão as recebe.',
  input: asking,
  answer: agentFile,
  ask: ({ ctx, input }) =>
    printOf(
      ctx,
      input,
      input.arrEtiquetas.flatMap(({ mercadoria_id = input.id, ...label }) =>
        mercadoria_id === undefined ? [] : [{ ...label, mercadoria_id }],
      ),
    ),
  run: ({ asked }) => Promise.resolve(asked),
})

/** Labels of what a supplier's code stands for (E2-140): with its bars, and how many of our units it holds where no label says another. */
export const getPrintFileCodigo = action(mercadoriaCodigo, 'getPrintFileAvulsa', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Etiquetas com um código de barras do fornecedor, como o agente de impressão as recebe.',
  input: v.object({ ...asking.entries, id: identifier }),
  answer: agentFile,
  ask: async ({ ctx, input }) => {
    const { mercadoria_id, codigo, qTrib } = await load(ctx, mercadoriaCodigo, input.id)
    const asked = input.arrEtiquetas.map((one) => ({ ...one, mercadoria_id, qMultipla: one.qMultipla ?? qTrib }))
    return printOf(ctx, input, asked, { codigo_barras: codigo, cEAN: isGtin(codigo) ? codigo : '' })
  },
  run: ({ asked }) => Promise.resolve(asked),
})
