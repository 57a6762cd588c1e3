import { type BoletoRules, type Numerado, accountOf, agencyAndCode, fit, printed } from '../account'
import { mod10 } from '../check-digits'

/** Carteiras whose number is guarded without agency and account. Of 112 public programs differ: this is what a printed boleto of the bank has. */
const ALONE = new Set(['112', '126', '131', '146', '150'])
/** Carteiras that print the company's own number. */
const WITH_OWN_NUMBER = new Set(['107', '122', '142', '143', '196', '198'])

function guarded(of: Numerado) {
  const [carteira, numero] = [fit('carteira', of.conta.carteira, 3), fit('nosso_numero', of.nosso_numero, 8)]
  const account = () => `${fit('agencia', of.conta.agencia, 4)}${fit('conta', of.conta.conta, 5)}`
  const dv = String(mod10(`${ALONE.has(carteira) ? '' : account()}${carteira}${numero}`))
  return { carteira, numero, dv, formatado: `${carteira}/${numero}-${dv}` }
}

export const ITAU: BoletoRules = {
  banco: '341',
  digito: '7',
  nome: 'Itaú',
  beneficiario: (conta) => {
    const dv = conta.conta_dv ?? String(mod10(printed(conta.agencia, 4) + printed(conta.conta, 5)))
    return agencyAndCode(conta, accountOf({ ...conta, conta_dv: dv }, 5))
  },
  nossoNumero: (of) => {
    const { numero, dv, formatado } = guarded(of)
    return { numero, dv, formatado }
  },
  campoLivre: (of) => {
    const { carteira, numero, dv } = guarded(of)
    if (WITH_OWN_NUMBER.has(carteira)) {
      const own = `${carteira}${numero}${fit('seu_numero', of.seu_numero, 7)}${fit('convenio', of.conta.convenio, 5)}`
      return `${own}${mod10(own)}0`
    }
    const account = `${fit('agencia', of.conta.agencia, 4)}${fit('conta', of.conta.conta, 5)}`
    return `${carteira}${numero}${dv}${account}${of.conta.conta_dv ?? mod10(account)}000`
  },
}
