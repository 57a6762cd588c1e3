import { etiquetaElementoFields } from '../../../core/fields/estoque/etiqueta'
import { fieldsOf } from '../../ui/fields-of'
import { sentLists } from '../../ui/documents/act'
import type { Values } from '../../ui/row'

export const ELEMENTS = 'etiqueta_elementos'

const { sent } = fieldsOf(etiquetaElementoFields)

/** A template as it is sent: its elements with what may be written. */
export const sentTemplate = (values: Values): Values => sentLists(values, { [ELEMENTS]: sent })
