import { chosenCompany } from '../../app/api'
import { numberOf, type Values } from '../row'

/** Storage places that a document (or its line) may use: its own company's, not blocked. */
export function placesOf(values: Values): Values {
  return { bloqueado: false, empresa_id: numberOf(values.empresa_id) ?? chosenCompany.value }
}
