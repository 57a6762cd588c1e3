import { mercadoriaInventarioFields, mercadoriaInventarioItemFields } from '../../../core/fields/estoque/inventario'
import { mercadoriaInventarioLife } from '../../../core/lifecycle/mercadoria-inventario'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'

export const KIND: DocumentKind = {
  life: mercadoriaInventarioLife,
  resource: 'estoque/mercadoria_inventario',
  name: 'mercadoria_inventario',
  right: 'inventario',
}

export const ITEMS = 'estoque/mercadoria_inventario_item'

export const head = fieldsOf(mercadoriaInventarioFields, mercadoriaInventarioLife)
export const item = fieldsOf(mercadoriaInventarioItemFields)

/** Where the items of a count are looked at, those of one view or all. */
export const itemsPath = (id: number | string, view = ''): string =>
  `/ui/${ITEMS}?f.mercadoria_inventario_id=${id}${view === '' ? '' : `&visao=${encodeURIComponent(view)}`}`
