import { type BoletoRules, type Numerado, fit, printed } from '../account'
import { mod11 } from '../check-digits'

/** Agency, post and beneficiary, which guard the number and end the barcode. */
const ownerOf = ({ conta }: Numerado): string =>
  fit('agencia', conta.agencia, 4) + fit('posto', conta.posto, 2) + fit('convenio', conta.convenio, 5)

/** Year, who numbers (2 to 9 the company, 1 the bank), five of the series, and the check. */
function numberOf(of: Numerado): readonly [string, string] {
  const numero = fit('nosso_numero', of.nosso_numero.trim().replace(/^(\d{8})\d$/, '$1'), 8)
  return [numero, mod11(ownerOf(of) + numero)]
}

export const SICREDI: BoletoRules = {
  banco: '748',
  digito: 'X',
  nome: 'Sicredi',
  beneficiario: ({ agencia, posto, convenio }) =>
    [printed(agencia, 4), printed(posto, 2), printed(convenio, 5)].join('.'),
  nossoNumero: (of) => {
    const [numero, dv] = numberOf(of)
    return { numero, dv, formatado: `${numero.slice(0, 2)}/${numero.slice(2)}-${dv}` }
  },
  // The first digit: 1 is with registration, 3 without.
  campoLivre: (of, hasValue) => {
    const own = `${of.sem_registro ? 3 : 1}${fit('carteira', of.conta.carteira ?? '1', 1)}${numberOf(of).join('')}${ownerOf(of)}${hasValue ? 1 : 0}0`
    return own + mod11(own)
  },
}
