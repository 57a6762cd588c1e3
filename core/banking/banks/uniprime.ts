import type { BoletoRules } from '../account'
import { campoLivreBradesco, guardedByCarteira } from './bradesco'

/** Uniprime Norte do Paraná. */
export const UNIPRIME: BoletoRules = {
  banco: '084',
  nome: 'Uniprime',
  nossoNumero: guardedByCarteira,
  campoLivre: campoLivreBradesco,
}
