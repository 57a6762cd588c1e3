import { displayName } from '../format'
import { isRow } from '../row'
import type { LineColumn, LineReference } from './lines-state'

export interface ReferenceLineOptions
  extends
    Omit<LineColumn, 'field' | 'label' | 'reference'>,
    Partial<Pick<LineReference, 'where' | 'minChars' | 'detail' | 'pick'>> {
  /** Where the display object is kept: `fornecedor` for `fornecedor_id`. */
  readonly object?: string
  /** What a record is called, in the cell and in the list: its display name unless told. */
  readonly nameOf?: (record: unknown) => string
}

/** A column whose cells choose a record of another resource: `fornecedor_id`, with the record beside it as `fornecedor`. */
export function referenceLine(
  field: string,
  label: string,
  resource: string,
  {
    object = field.replace(/_id$/, ''),
    nameOf = displayName,
    where,
    minChars,
    detail,
    pick,
    ...column
  }: ReferenceLineOptions = {},
): LineColumn {
  return {
    field,
    label,
    editable: true,
    show: (line) => nameOf(line[object]),
    reference: {
      resource,
      show: nameOf,
      current: ({ [object]: row }) => (isRow(row) ? row : null),
      pick: pick ?? ((line, row) => ({ ...line, [field]: row?.id ?? null, [object]: row })),
      ...(where === undefined ? {} : { where }),
      ...(minChars === undefined ? {} : { minChars }),
      ...(detail === undefined ? {} : { detail }),
    },
    ...column,
  }
}
