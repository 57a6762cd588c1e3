import { type BoletoRules, type ContaCobranca, type Numerado, agencyAndCode, fit } from '../account'
import { mod11 } from '../check-digits'

const IS_FREE = /^(?:2|24|SR|SIG24)$/i

/** Who prints, and whether the boleto is registered: 14 or 24, the first two digits of the number. */
function numberOf({ conta, nosso_numero }: Numerado): string {
  const text = nosso_numero.trim()
  if (/^[12]4\d{15}$/.test(text)) return text
  return `${IS_FREE.test(conta.carteira?.trim() ?? '') ? '24' : '14'}${fit('nosso_numero', text, 15)}`
}

/** Six digits and their check, or the seven of newer beneficiaries, which have none. */
function beneficiaryOf({ convenio }: ContaCobranca): readonly [code: string, digit: string] {
  const bare = (convenio ?? '').replace(/^0+/, '')
  if (bare.length > 6) return [fit('convenio', convenio, 7), '']
  const own = fit('convenio', convenio, 6)
  return [own, mod11(own)]
}

export const CAIXA: BoletoRules = {
  banco: '104',
  digito: '0',
  nome: 'Caixa Econômica Federal',
  beneficiario: (conta) => agencyAndCode(conta, beneficiaryOf(conta).filter(Boolean).join('-')),
  carteira: ({ carteira = '' }) => (IS_FREE.test(carteira.trim()) ? 'SR' : 'RG'),
  nossoNumero: (of) => {
    const numero = numberOf(of)
    const dv = mod11(numero)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: (of) => {
    const numero = numberOf(of)
    const [kind = '', issued = ''] = numero
    const own = `${beneficiaryOf(of.conta).join('')}${numero.slice(2, 5)}${kind}${numero.slice(5, 8)}${issued}${numero.slice(8)}`
    return own + mod11(own)
  },
}
