import { type BoletoRules, agencyAndAccount } from '../account'
import { campoLivreBradesco, guardedByCarteira } from './bradesco'

/** Uniprime Norte do Paraná. */
export const UNIPRIME: BoletoRules = {
  banco: '084',
  digito: '1',
  nome: 'Uniprime',
  beneficiario: (conta) => agencyAndAccount(conta),
  nossoNumero: guardedByCarteira,
  campoLivre: campoLivreBradesco,
}
