import { type BoletoRules, type Numerado, accountOf, agencyAndCode, fit } from '../account'
import { mod10 } from '../check-digits'

const CARTEIRA = '112'

/** The bank numbers boletos itself, eleven digits with the last one's check; of a shorter number the check is computed. */
function numberOf({ conta, nosso_numero }: Numerado): string {
  if (/^\d{11}$/.test(nosso_numero.trim())) return nosso_numero.trim()
  const numero = fit('nosso_numero', nosso_numero, 10)
  return `${numero}${mod10(`${fit('agencia', conta.agencia, 4)}${fit('carteira', conta.carteira ?? CARTEIRA, 3)}${numero}`)}`
}

export const INTER: BoletoRules = {
  banco: '077',
  digito: '9',
  nome: 'Banco Inter',
  beneficiario: (conta) => agencyAndCode(conta, accountOf(conta)),
  nossoNumero: (of) => {
    const whole = numberOf(of)
    const [numero, dv] = [whole.slice(0, 10), whole.slice(10)]
    return { numero, dv, formatado: `${fit('carteira', of.conta.carteira ?? CARTEIRA, 3)}/${numero}-${dv}` }
  },
  campoLivre: (of) =>
    fit('agencia', of.conta.agencia, 4) +
    fit('carteira', of.conta.carteira ?? CARTEIRA, 3) +
    fit('convenio', of.conta.convenio, 7) +
    numberOf(of),
}
