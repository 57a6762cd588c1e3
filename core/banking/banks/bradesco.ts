import { type BoletoRules, type NossoNumero, type Numerado, agencyAndAccount, fit } from '../account'
import { mod11Bradesco } from '../check-digits'

/** A number of eleven digits, guarded with its carteira. */
export function guardedByCarteira({ conta, nosso_numero }: Numerado): NossoNumero {
  const [carteira, numero] = [fit('carteira', conta.carteira, 2), fit('nosso_numero', nosso_numero, 11)]
  const dv = mod11Bradesco(carteira + numero)
  return { numero, dv, formatado: `${carteira}/${numero}-${dv}` }
}

/** Agency, carteira, number and account: other banks took the same. */
export const campoLivreBradesco = ({ conta, nosso_numero }: Numerado): string =>
  fit('agencia', conta.agencia, 4) +
  fit('carteira', conta.carteira, 2) +
  fit('nosso_numero', nosso_numero, 11) +
  fit('conta', conta.conta, 7) +
  '0'

export const BRADESCO: BoletoRules = {
  banco: '237',
  digito: '2',
  nome: 'Bradesco',
  beneficiario: (conta) => agencyAndAccount(conta, 7),
  nossoNumero: guardedByCarteira,
  campoLivre: campoLivreBradesco,
}
