import { inutilizacaoFields } from '../../../core/fields/nfe/inutilizacao'
import { fieldsOf } from '../../ui/fields-of'
import type { Column } from '../../ui/table/columns'

export const RESOURCE = 'nfe/inutilizacao'

const LOOKS = {
  enviando: { hue: 'azul', mark: 'half' },
  inutilizada: { hue: 'verde', mark: 'check' },
  recusada: { hue: 'vermelho', mark: 'lock' },
} as const

const bound = fieldsOf(inutilizacaoFields)

/** Where a range stands, as a chip. */
export const situation = (): Column => ({ ...bound.chipColumn('situacao', LOOKS), width: 130 })
