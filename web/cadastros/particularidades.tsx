import type { ReactElement } from 'react'
import { ListField, referenceLine } from '../ui/lines/list-field'
import type { LineColumn } from '../ui/lines/lines-state'

const columns: readonly LineColumn[] = [
  referenceLine('particularidade_id', 'Particularidade', 'cadastros/veiculo_particularidade', { required: true }),
  { field: 'descricao', label: 'Detalhe', editable: true },
]

/** What a vehicle has, or what a customer asks of the vehicles that come to it. */
export function Traits({ label }: { readonly label: string }): ReactElement {
  return <ListField name="particularidades" label={label} columns={columns} addKey={false} />
}
