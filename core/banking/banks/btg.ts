import { type BoletoRules, accountOf, agencyAndCode } from '../account'
import { campoLivreBradesco, guardedByCarteira } from './bradesco'

export const BTG: BoletoRules = {
  banco: '208',
  digito: '1',
  nome: 'BTG Pactual',
  beneficiario: (conta) => agencyAndCode(conta, accountOf(conta)),
  nossoNumero: guardedByCarteira,
  campoLivre: campoLivreBradesco,
}
