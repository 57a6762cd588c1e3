import { pathOf } from '../../../core/access'
import type { ReactElement } from 'react'
import { mercadoriaFields } from '../../../core/fields/estoque/mercadoria'
import { fieldsOf } from '../../ui/fields-of'
import type { Row } from '../../ui/row'
import { BulkEditDialog, type BulkField } from '../../ui/table/bulk-edit'

const { Field, ReferenceField, label } = fieldsOf(mercadoriaFields)

/** What products refer to, and where that is found. */
const REFERENCES = {
  grupo_id: 'estoque/mercadoria/grupo',
  subgrupo_id: 'estoque/mercadoria/grupo_subgrupo',
  familia_id: 'estoque/mercadoria_familia',
  fabricante_id: 'estoque/fabricante',
  unidade_id: 'estoque/unidade',
} as const

const PLAIN = [
  'ativo',
  'exibe_tabela',
  'tipo',
  'NCM',
  'CEST',
  'origem',
  'pIPI',
  'tpCalculo',
  'pDescMaximo',
  'decimal_preco',
  'q_minimo',
  'pesoB',
] as const

const referred = (['grupo_id', 'subgrupo_id', 'familia_id', 'fabricante_id', 'unidade_id'] as const).map(
  (name): BulkField => ({
    name,
    label: label(name),
    control: <ReferenceField key={name} name={name} resource={REFERENCES[name]} span={12} />,
  }),
)
const plain = PLAIN.map((name): BulkField => ({
  name,
  label: label(name),
  control: <Field key={name} name={name} span={12} />,
}))
const FIELDS = [...referred, ...plain]

/** Changes a field of many products. */
export const BulkProducts = ({
  rows,
  onClose,
}: {
  readonly rows: readonly Row[]
  readonly onClose: () => void
}): ReactElement => (
  <BulkEditDialog
    resource="mercadoria"
    rows={rows}
    fields={FIELDS}
    address={(id) => pathOf('mercadoria', id)}
    onClose={onClose}
  />
)
