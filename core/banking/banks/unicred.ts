import { type BoletoRules, accountOf, agencyAndCode, fit } from '../account'
import { mod11 } from '../check-digits'

export const UNICRED: BoletoRules = {
  banco: '136',
  digito: '8',
  nome: 'Unicred',
  beneficiario: (conta) => agencyAndCode(conta, accountOf(conta)),
  nossoNumero: ({ nosso_numero }) => {
    const numero = fit('nosso_numero', nosso_numero, 10)
    const dv = mod11(numero)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: ({ conta, nosso_numero }) => {
    const [account, numero] = [fit('conta', conta.conta, 9), fit('nosso_numero', nosso_numero, 10)]
    return `${fit('agencia', conta.agencia, 4)}${account}${conta.conta_dv ?? mod11(account)}${numero}${mod11(numero)}`
  },
}
