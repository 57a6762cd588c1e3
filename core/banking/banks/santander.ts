import { type BoletoRules, agencyAndCode, fit, printed } from '../account'
import { mod11 } from '../check-digits'

export const SANTANDER: BoletoRules = {
  banco: '033',
  digito: '7',
  nome: 'Santander',
  beneficiario: (conta) => agencyAndCode(conta, printed(conta.convenio, 7)),
  nossoNumero: ({ nosso_numero }) => {
    const numero = fit('nosso_numero', nosso_numero, 12)
    const dv = mod11(numero)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  // The zero before the carteira is the IOS, which only insurers tell.
  campoLivre: ({ conta, nosso_numero }) => {
    const numero = fit('nosso_numero', nosso_numero, 12)
    return `9${fit('convenio', conta.convenio, 7)}${numero}${mod11(numero)}0${fit('carteira', conta.carteira, 3)}`
  },
}
