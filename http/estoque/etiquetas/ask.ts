import * as v from 'valibot'
import { MOST_LABELS } from '../../../core/labels/label'
import type { Ctx } from '../../platform/context'
import { invalid, notFound } from '../../platform/errors'
import { countInput, decimalInput, flag, identifier, idList, shortText } from '../../platform/inputs'

/** Labels of one product, as they are asked for (spec N3-055): how many, and what is in each. */
export const labelInput = v.object({
  mercadoria_id: v.optional(identifier),
  qEtiquetas: v.optional(countInput, 1),
  /** What one package holds: weight or pieces. */
  qMultipla: v.optional(v.nullable(decimalInput), null),
  armazenamento_id: v.optional(v.nullable(identifier), null),
  /** One volume alone, of `qEtiquetas`: its label is printed again. */
  indexVol: v.optional(v.nullable(countInput), null),
})
export type AskedLabel = v.InferOutput<typeof labelInput> & { readonly mercadoria_id: number }

/** How labels are printed: by which template, from which place on a sheet, with what. */
export const printingInput = {
  /** The number of a template, or `padrao-3` for one that comes with the program. */
  template: v.optional(shortText(20)),
  posInit: v.optional(countInput, 1),
  withBarcode: v.optional(flag, true),
  withBorder: v.optional(flag, false),
  tabela_preco_id: v.optional(v.nullable(identifier), null),
  /** Whose labels they are, where the call does not name it otherwise. */
  empresa_id: v.optional(identifier),
  formato: v.optional(
    v.picklist(['pdf', 'zpl', 'epl', 'ppla', 'pplb', 'csv'], 'Use pdf, zpl, epl, ppla, pplb ou csv.'),
  ),
}

const quantities = v.pipe(
  shortText(10_000),
  v.transform((text): unknown => text.split(',').filter(Boolean)),
  v.array(countInput),
)

/** What an address asks: products, and how many of each in the same order; one number is for all of them. */
export const addressInput = v.object({
  ...printingInput,
  id_list: idList,
  qEtiquetas: v.optional(quantities, '1'),
})

/** The labels that an address asks for. */
export const labelsOfAddress = ({ id_list, qEtiquetas }: v.InferOutput<typeof addressInput>): AskedLabel[] =>
  id_list.map((mercadoria_id, at) => ({
    mercadoria_id,
    qEtiquetas: (qEtiquetas.length === 1 ? qEtiquetas[0] : qEtiquetas[at]) ?? 1,
    qMultipla: null,
    armazenamento_id: null,
    indexVol: null,
  }))

/** Refuses none, too many, and labels of nothing. Throws 422. */
export function assertLabels(labels: readonly AskedLabel[]): void {
  if (labels.length === 0)
    throw invalid({ arrEtiquetas: ['Selecione ao menos uma mercadoria para imprimir etiquetas.'] })
  const total = labels.reduce((sum, { qEtiquetas }) => sum + qEtiquetas, 0)
  if (total > MOST_LABELS) throw invalid({ qEtiquetas: [`Imprima no máximo ${MOST_LABELS} etiquetas por vez.`] })
  for (const { qEtiquetas, qMultipla, indexVol } of labels) {
    if (qEtiquetas === 0) throw invalid({ qEtiquetas: ['Quantidade inválida'] })
    if (qMultipla !== null && Number(qMultipla) <= 0) throw invalid({ qMultipla: ['Peso zerado'] })
    if (indexVol !== null && (indexVol < 1 || indexVol > qEtiquetas))
      throw invalid({ indexVol: [`Informe um volume de 1 a ${qEtiquetas}.`] })
  }
}

/** The company whose labels are printed: one of the caller's, else the chosen one. Throws 404. */
export function ownCompany({ actor }: Pick<Ctx, 'actor'>, asked: number | undefined): number {
  if (asked !== undefined && !actor.empresas.includes(asked)) throw notFound()
  return asked ?? actor.empresa_id
}
