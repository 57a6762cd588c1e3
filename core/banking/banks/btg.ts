import type { BoletoRules } from '../account'
import { campoLivreBradesco, guardedByCarteira } from './bradesco'

export const BTG: BoletoRules = {
  banco: '208',
  nome: 'BTG Pactual',
  nossoNumero: guardedByCarteira,
  campoLivre: campoLivreBradesco,
}
