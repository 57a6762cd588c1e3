import { type BoletoRules, type Numerado, fit } from '../account'
import { mod11 } from '../check-digits'

/** Who prints, and whether the boleto is registered: 14 or 24, the first two digits of the number. */
function numberOf({ conta, nosso_numero }: Numerado): string {
  const text = nosso_numero.trim()
  if (/^[12]4\d{15}$/.test(text)) return text
  const isFree = /^(?:2|24|SR|SIG24)$/i.test(conta.carteira?.trim() ?? '')
  return `${isFree ? '24' : '14'}${fit('nosso_numero', text, 15)}`
}

/** Six digits and their check, or the seven of newer beneficiaries, which have none. */
function beneficiaryOf({ conta }: Numerado): string {
  const bare = (conta.convenio ?? '').replace(/^0+/, '')
  if (bare.length > 6) return fit('convenio', conta.convenio, 7)
  const own = fit('convenio', conta.convenio, 6)
  return `${own}${mod11(own)}`
}

export const CAIXA: BoletoRules = {
  banco: '104',
  nome: 'Caixa Econômica Federal',
  nossoNumero: (of) => {
    const numero = numberOf(of)
    const dv = mod11(numero)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: (of) => {
    const numero = numberOf(of)
    const [kind = '', issued = ''] = numero
    const own = `${beneficiaryOf(of)}${numero.slice(2, 5)}${kind}${numero.slice(5, 8)}${issued}${numero.slice(8)}`
    return own + mod11(own)
  },
}
