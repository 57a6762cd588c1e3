import { type BoletoRules, type Numerado, agencyAndAccount, fit, fitAfter, printed } from '../account'
import { mod11Brasil } from '../check-digits'

/** How many digits of the number are the agreement's and how many are free, by the agreement's own. */
const FREE: Readonly<Record<number, number>> = { 4: 7, 6: 5, 7: 10, 8: 9 }

/** The agreement as it is counted: its zeros at the left are no part of it, but four and six digits are the least. */
function agreementOf({ conta }: Numerado): string {
  const bare = fit('convenio', conta.convenio, 9).replace(/^0+/, '')
  return bare.padStart(bare.length <= 4 ? 4 : bare.length <= 6 ? 6 : 7, '0')
}

/** Seventeen zeros leave the number to the bank. */
const isBanks = (of: Numerado) => /^0{17}$/.test(of.nosso_numero.trim())

/** Agreements of six digits have five free ones, or, on an order of their own, seventeen. */
function isWhole({ nosso_numero }: Numerado, agreement: string): boolean {
  const text = nosso_numero.trim()
  if (agreement.length !== 6 || (text.length === 11 && text.startsWith(agreement))) return false
  return text.replace(/^0+/, '').length > 5
}

function numberOf(of: Numerado): string {
  const agreement = agreementOf(of)
  if (isBanks(of)) return of.nosso_numero.trim()
  if (isWhole(of, agreement)) return fit('nosso_numero', of.nosso_numero, 17)
  return agreement + fitAfter('nosso_numero', of.nosso_numero, agreement, FREE[agreement.length] ?? 10)
}

export const BANCO_DO_BRASIL: BoletoRules = {
  banco: '001',
  digito: '9',
  nome: 'Banco do Brasil',
  beneficiario: (conta) => agencyAndAccount(conta),
  carteira: ({ carteira = '', variacao = '' }) => (variacao === '' ? carteira : `${carteira}/${printed(variacao, 3)}`),
  nossoNumero: (of) => {
    const numero = numberOf(of)
    // Numbers of seventeen digits have no digit of their own.
    const dv = numero.length > 15 ? '' : mod11Brasil(numero)
    return { numero, dv, formatado: dv === '' ? numero : `${numero}-${dv}` }
  },
  campoLivre: (of) => {
    const agreement = agreementOf(of)
    const numero = numberOf(of)
    if (isWhole(of, agreement)) return `${agreement}${numero}21`
    const carteira = fit('carteira', of.conta.carteira?.slice(0, 2), 2)
    if (agreement.length > 6) return `000000${numero}${carteira}`
    return `${numero}${fit('agencia', of.conta.agencia, 4)}${fit('conta', of.conta.conta, 8)}${carteira}`
  },
}
