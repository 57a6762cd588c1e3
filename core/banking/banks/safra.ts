import { type BoletoRules, type Numerado, agencyAndAccount, fit } from '../account'
import { mod11Safra } from '../check-digits'

/** Eight digits and their check; a number told with nine has it. */
function numberOf({ nosso_numero }: Numerado): readonly [string, string] {
  const text = nosso_numero.trim()
  if (/^\d{9}$/.test(text) && !text.startsWith('0')) return [text.slice(0, 8), text.slice(8)]
  const numero = fit('nosso_numero', text, 8)
  return [numero, mod11Safra(numero)]
}

export const SAFRA: BoletoRules = {
  banco: '422',
  digito: '7',
  nome: 'Safra',
  beneficiario: (conta) => agencyAndAccount(conta),
  nossoNumero: (of) => {
    const [numero, dv] = numberOf(of)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: (of) => {
    const { agencia, agencia_dv = '', conta, conta_dv = '' } = of.conta
    // An agency without a digit has a zero in its place.
    const place = `${fit('agencia', agencia, 4)}${fit('agencia_dv', agencia_dv || '0', 1)}`
    return `7${place}${fit('conta', conta + conta_dv, 9)}${numberOf(of).join('')}2`
  },
}
