import { type BoletoRules, type Numerado, agencyAndAccount, fit } from '../account'
import { mod11 } from '../check-digits'

/** The account with its digit, and the number behind it. */
function numberOf({ conta, nosso_numero }: Numerado): string {
  const own = fit('conta', conta.conta, 7)
  const account = `${own}${conta.conta_dv ?? mod11(own)}`
  const text = nosso_numero.trim()
  return `${account}${fit('nosso_numero', text.length === 17 ? text.slice(8) : text, 9)}`
}

export const AILOS: BoletoRules = {
  banco: '085',
  digito: '1',
  nome: 'Ailos',
  beneficiario: (conta) => agencyAndAccount(conta),
  nossoNumero: (of) => {
    const numero = numberOf(of)
    return { numero, dv: '', formatado: numero }
  },
  campoLivre: (of) => `${fit('convenio', of.conta.convenio, 6)}${numberOf(of)}${fit('carteira', of.conta.carteira, 2)}`,
}
