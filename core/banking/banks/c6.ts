import { type BoletoRules, agencyAndCode, fit, printed } from '../account'
import { mod11Bradesco } from '../check-digits'

/** The last digit says who prints: 3 the bank, 4 the company, which it does in carteira 20 (C6, Layout CNAB 400 de cobrança, v2.7). */
const PRINTED = '3'
const PRINTED_BY_COMPANY = '4'
const COMPANY_PRINTS = '20'

export const C6: BoletoRules = {
  banco: '336',
  digito: '0',
  nome: 'C6 Bank',
  beneficiario: (conta) => agencyAndCode(conta, printed(conta.convenio ?? conta.conta, 12)),
  nossoNumero: ({ conta, nosso_numero }) => {
    const numero = fit('nosso_numero', nosso_numero, 10)
    const dv = mod11Bradesco(fit('carteira', conta.carteira, 2) + numero)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: ({ conta, nosso_numero }) => {
    const carteira = fit('carteira', conta.carteira, 2)
    return (
      fit('convenio', conta.convenio ?? conta.conta, 12) +
      fit('nosso_numero', nosso_numero, 10) +
      carteira +
      (carteira === COMPANY_PRINTS ? PRINTED_BY_COMPANY : PRINTED)
    )
  },
}
