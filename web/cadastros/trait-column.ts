import { particularidadeDoClienteFields } from '../../core/fields/cadastros/particularidades'
import { fieldsOf } from '../ui/fields-of'

const { lineTo } = fieldsOf(particularidadeDoClienteFields)

/** A particularity, of those in use: what a vehicle has, or what a customer asks of the vehicles that come to it. */
export const traitColumn = lineTo('particularidade_id', 'cadastros/veiculo_particularidade', { where: { ativo: true } })
