import { type BoletoRules, agencyAndCode, fit, printed } from '../account'
import { mod11Bradesco } from '../check-digits'

/** The last digit says who prints: 3 the bank, 4 the company. */
const PRINTED = '3'

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
  campoLivre: ({ conta, nosso_numero }) =>
    fit('convenio', conta.convenio ?? conta.conta, 12) +
    fit('nosso_numero', nosso_numero, 10) +
    fit('carteira', conta.carteira, 2) +
    PRINTED,
}
