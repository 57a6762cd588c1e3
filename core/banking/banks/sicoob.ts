import { type BoletoRules, type Numerado, agencyAndCode, fit, printed } from '../account'
import { mod11Sicoob } from '../check-digits'

function guarded({ conta, nosso_numero }: Numerado) {
  const [agencia, client] = [fit('agencia', conta.agencia, 4), fit('convenio', conta.convenio, 7)]
  const numero = fit('nosso_numero', nosso_numero, 7)
  return { agencia, client, numero, dv: mod11Sicoob(`${agencia}${client.padStart(10, '0')}${numero}`) }
}

export const SICOOB: BoletoRules = {
  banco: '756',
  digito: '0',
  nome: 'Sicoob',
  beneficiario: (conta) => agencyAndCode(conta, printed(conta.convenio, 7).replace(/(?=\d$)/, '-')),
  nossoNumero: (of) => {
    const { numero, dv } = guarded(of)
    return { numero, dv, formatado: `${numero}-${dv}` }
  },
  campoLivre: (of) => {
    const { agencia, client, numero, dv } = guarded(of)
    const carteira = fit('carteira', of.conta.carteira ?? '1', 1)
    const modality = fit('variacao', of.conta.variacao ?? '1', 2)
    return `${carteira}${agencia}${modality}${client}${numero}${dv}${fit('parcela', of.parcela ?? '1', 3)}`
  },
}
