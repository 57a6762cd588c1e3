import { type BoletoRules, agencyAndCode, fit, printed } from '../account'
import { banrisulDigits } from '../check-digits'

export const BANRISUL: BoletoRules = {
  banco: '041',
  digito: '8',
  nome: 'Banrisul',
  beneficiario: (conta) => agencyAndCode(conta, printed(conta.convenio ?? conta.conta, 7)),
  nossoNumero: ({ nosso_numero }) => {
    const numero = fit('nosso_numero', nosso_numero, 8)
    const dv = banrisulDigits(numero)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: ({ conta, nosso_numero }) => {
    const beneficiary = fit('convenio', conta.convenio ?? conta.conta, 7)
    const own = `21${fit('agencia', conta.agencia, 4)}${beneficiary}${fit('nosso_numero', nosso_numero, 8)}40`
    return own + banrisulDigits(own)
  },
}
