import type { ReactElement } from 'react'
import { standIn } from '../../../core/fields/estoque/mercadoria-insumo'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { PRODUCT } from '../../ui/form/product'
import { displayName } from '../../ui/format'
import { ListField } from '../../ui/lines/list-field'
import { linesOf, type Line, type LineColumn } from '../../ui/lines/lines-state'
import { SUBSTITUTES } from './prices'

const { line, lineTo, defaults } = fieldsOf(standIn)

const columns: readonly LineColumn[] = [
  lineTo('mercadoria_id', 'mercadoria', { ...PRODUCT, minChars: 2 }),
  line('fator', { width: 120, editable: true }),
  line('n_ordem', { width: 80, editable: true }),
]

interface SubstitutesProps {
  readonly component: Line
  readonly onTake: (substitutes: readonly Line[]) => void
  readonly onClose: () => void
}

/** What stands in for a component in this composition, written with the product. */
export function SubstitutesDialog({ component, onTake, onClose }: SubstitutesProps): ReactElement {
  return (
    <AskDialog
      title={`Substitutos de ${displayName(component.mercadoria_insumo)}`}
      action="Usar estes"
      initial={{ [SUBSTITUTES]: linesOf(component[SUBSTITUTES]) }}
      onGo={(values) => {
        onTake(linesOf(values[SUBSTITUTES]))
        return Promise.resolve(true)
      }}
      onClose={onClose}
    >
      <ListField name={SUBSTITUTES} label="Substitutos" columns={columns} blank={defaults} />
    </AskDialog>
  )
}
