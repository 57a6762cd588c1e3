import * as v from 'valibot'
import { MOST_LABELS } from '../../../core/labels/label'
import { action } from '../../platform/action'
import { identifier } from '../../platform/inputs'
import { mercadoria } from '../mercadoria'
import { assertLabels, labelInput, ownCompany, printingInput } from './ask'
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

/** Labels of products for the printer of a computer. Labels that name no product are of the one in the address. */
export const getPrintFileAvulsa = action(mercadoria, 'getPrintFileAvulsa', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Etiquetas de mercadorias como o agente de impressão as recebe.',
  input: v.object({
    ...printingInput,
    id: v.optional(identifier),
    arrEtiquetas: v.pipe(v.array(labelInput), v.maxLength(MOST_LABELS, `No máximo ${MOST_LABELS} etiquetas.`)),
  }),
  answer: agentFile,
  // Many labels take a while to draw: nothing of the database is held meanwhile.
  ask: async ({
    ctx,
    input: { id, arrEtiquetas, template: wanted, tabela_preco_id, empresa_id, formato, ...options },
  }) => {
    const labels = arrEtiquetas.flatMap(({ mercadoria_id = id, ...label }) =>
      mercadoria_id === undefined ? [] : [{ ...label, mercadoria_id }],
    )
    assertLabels(labels)
    const of = { tabela_preco_id, empresa_id: ownCompany(ctx, empresa_id) }
    const template = await templateOf(ctx, wanted, { use: 'mercadoria', empresa_id: of.empresa_id })
    const told = await productLabels(ctx, labels, of)
    return async () => forAgent('etiquetas', await labelFile(template, told, { ...options, format: formato }), template)
  },
  run: ({ asked }) => Promise.resolve(asked),
})
