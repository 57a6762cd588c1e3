import type { ReactElement } from 'react'
import { CoreError } from '../../../core/errors'
import { drawLabel, type Drawing } from '../../../core/labels/draw'
import { LABEL_FIELDS, SAMPLE } from '../../../core/labels/fields'
import { elementFaults, SIDES } from '../../../core/labels/label'
import { drawingFor, formatOf, readElement, readTemplate } from '../../../core/labels/template'
import { addStyle } from '../../ui/later-style'
import { linesOf } from '../../ui/lines/lines-state'
import type { Values } from '../../ui/row'
import { LabelPicture } from '../etiqueta/label-picture'
import style from '../etiqueta/etiqueta.css' with { type: 'text' }
import { ELEMENTS } from './lists'

addStyle(style)

/** A template that is being written, with an example; elements that do not fit yet are left out. What a code says against it is told. */
function drawn(values: Values): Drawing | string {
  const template = readTemplate(values, linesOf(values[ELEMENTS]).map(readElement))
  if (template.largura < SIDES.min || template.altura < SIDES.min) return 'Informe largura e altura.'
  const fitting = template.elementos.filter(
    (one) => elementFaults(one, template, LABEL_FIELDS[template.uso]) === undefined,
  )
  try {
    return drawLabel({ ...template, elementos: fitting }, SAMPLE, drawingFor(formatOf(template)))
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
}

/** How the label of these values looks. */
export function Preview({ values }: { readonly values: Values }): ReactElement {
  const drawing = drawn(values)
  return (
    <section className="label-preview" aria-label="Como fica">
      {typeof drawing === 'string' ? (
        <p className="field-error" role="alert">
          {drawing}
        </p>
      ) : (
        <LabelPicture drawing={drawing} name="A etiqueta com um produto de exemplo" />
      )}
    </section>
  )
}
