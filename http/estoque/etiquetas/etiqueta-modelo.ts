import { etiquetaElementoFields, etiquetaModeloFields } from '../../../core/fields/estoque/etiqueta'
import { elementFaults, MOST_ELEMENTS } from '../../../core/labels/label'
import { LABEL_FIELDS } from '../../../core/labels/fields'
import { sheetFaults } from '../../../core/labels/sheet'
import { readElement, readTemplate } from '../../../core/labels/template'
import type { Ctx } from '../../platform/context'
import { load, loadWhere } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { type Draft, refuseRows, resource, type Row } from '../../platform/resource'

/** Templates of labels. Whoever prints labels reads them. */
export const etiquetaModelo = resource({
  name: 'etiqueta_modelo',
  paths: ['estoque/etiqueta_modelo'],
  title: 'Modelo de etiqueta',
  right: 'mercadoria',
  open: true,
  company: 'own',
  fields: etiquetaModeloFields,
  search: ['descricao'],
  display: ['descricao'],
  unique: [['empresa_id', 'descricao']],
  hooks: {
    prepare: (_, drafts) =>
      refuseRows(drafts, ({ before, values }) => {
        const template = readTemplate({ ...before, ...values })
        return template.midia === 'folha' ? sheetFaults(template, template) : undefined
      }),
    after: assertElementsFit,
  },
})

/** Elements of a template, the later over the earlier. */
export const etiquetaElemento = resource({
  name: 'etiqueta_elemento',
  paths: ['estoque/etiqueta_elemento'],
  title: 'Elemento de etiqueta',
  right: 'mercadoria',
  open: true,
  company: 'own',
  fields: etiquetaElementoFields,
  search: ['valor'],
  display: ['tipo', 'valor'],
  parent: { resource: 'etiqueta_modelo', field: 'etiqueta_modelo_id', list: 'etiqueta_elementos' },
  hooks: { prepare: assertElements },
})

async function assertElements(ctx: Ctx, drafts: readonly Draft[], parent?: Row): Promise<void> {
  if (drafts.length > MOST_ELEMENTS)
    throw invalid({ etiqueta_elementos: [`Use no máximo ${MOST_ELEMENTS} elementos.`] })
  for (const draft of drafts) {
    const whole: Row = { ...draft.before, ...draft.values }
    const template = readTemplate(parent ?? (await load(ctx, etiquetaModelo, Number(whole.etiqueta_modelo_id))))
    refuseRows([draft], () => elementFaults(readElement(whole), template, LABEL_FIELDS[template.uso]))
  }
}

/** A template that becomes smaller, or for another use, keeps what still fits it. */
async function assertElementsFit(ctx: Ctx, records: readonly Row[]): Promise<void> {
  const elements = await loadWhere(
    ctx,
    etiquetaElemento,
    'etiqueta_modelo_id',
    records.map(({ id }) => Number(id)),
  )
  for (const record of records) {
    const template = readTemplate(record)
    const own = elements.filter(({ etiqueta_modelo_id }) => etiqueta_modelo_id === record.id).map(readElement)
    if (own.length > MOST_ELEMENTS) throw invalid({ etiqueta_elementos: [`Use no máximo ${MOST_ELEMENTS} elementos.`] })
    const unfit = own.find((one) => elementFaults(one, template, LABEL_FIELDS[template.uso]) !== undefined)
    if (unfit !== undefined)
      throw invalid({ largura: [`O elemento '${unfit.valor || 'Caixa'}' não cabe mais nesta etiqueta.`] })
  }
}
