import { sql } from 'drizzle-orm'
import { etiquetaElementoFields, etiquetaModeloFields } from '../../../core/fields/estoque/etiqueta'
import { elementFaults, MOST_ELEMENTS } from '../../../core/labels/label'
import { LABEL_FIELDS } from '../../../core/labels/fields'
import { sheetFaults } from '../../../core/labels/sheet'
import { readElement, readTemplate } from '../../../core/labels/template'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
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
  hooks: { prepare: assertElements, after: assertFew },
})

async function assertElements(ctx: Ctx, drafts: readonly Draft[], parent?: Row): Promise<void> {
  for (const draft of drafts) {
    const whole: Row = { ...draft.before, ...draft.values }
    const template = readTemplate(parent ?? (await load(ctx, etiquetaModelo, Number(whole.etiqueta_modelo_id))))
    refuseRows([draft], () => elementFaults(readElement(whole), template, LABEL_FIELDS[template.uso]))
  }
}

/** However elements come, with their template or one by one. */
async function assertFew(ctx: Ctx, records: readonly Row[]): Promise<void> {
  const templates = [...new Set(records.map(({ etiqueta_modelo_id }) => Number(etiqueta_modelo_id)))]
  const [many] = await rowsOf(
    ctx,
    sql`select from etiqueta_elemento where etiqueta_modelo_id = any (${intArray(templates)}::int[])
        group by etiqueta_modelo_id having count(*) > ${MOST_ELEMENTS} limit 1`,
  )
  if (many) throw invalid({ etiqueta_elementos: [`Use no máximo ${MOST_ELEMENTS} elementos.`] })
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
    const unfit = own.find((one) => elementFaults(one, template, LABEL_FIELDS[template.uso]) !== undefined)
    if (unfit !== undefined)
      throw invalid({ largura: [`O elemento '${unfit.valor || 'Caixa'}' não cabe mais nesta etiqueta.`] })
  }
}
