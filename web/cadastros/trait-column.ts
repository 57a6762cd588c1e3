import { referenceLine } from '../ui/lines/reference-line'

/** A particularity, of those in use: what a vehicle has, or what a customer asks of the vehicles that come to it. */
export const traitColumn = referenceLine('particularidade_id', 'Particularidade', 'cadastros/veiculo_particularidade', {
  required: true,
  where: { ativo: true },
})
