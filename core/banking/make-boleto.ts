import type { CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { type Amount, decimal, toUnits } from '../money/decimal'
import type { NossoNumero, Numerado } from './account'
import { boletoBank } from './banks/banks'
import { boletoLine, dueFactor } from './boleto'
import { mod11Boleto } from './check-digits'

/** What a boleto is made of. */
export interface BoletoInput extends Numerado {
  /** Undefined for one payable against its presentation. */
  readonly dVencimento?: CivilDate | undefined
  /** Reais; undefined or zero where the payer writes it. */
  readonly valor?: Amount | undefined
}

export interface Boleto {
  readonly banco: string
  readonly campo_livre: string
  /** 44 digits. */
  readonly codigo_barras: string
  /** 47 digits, as typed. */
  readonly linha_digitavel: string
  readonly nosso_numero: NossoNumero
}

const MOST = 99_999_999_999_999n
const MOST_WITH_FACTOR = 9_999_999_999n

/** Digits 6 to 19: factor and amount, or an amount alone that has no room beside the factor (FEBRABAN). Throws `invalid_boleto`, `invalid_date`. */
export function dueAndAmount(due: CivilDate | undefined, valor: Amount): string {
  const value = decimal(valor)
  if (value.lt(0) || !value.round(2).eq(value))
    throw invalid('valor', 'O valor do boleto é em reais, com até duas casas, e não negativo.')
  const cents = toUnits(value, 2)
  if (cents > MOST) throw invalid('valor', 'O valor do boleto não cabe no código de barras.')
  if (cents > MOST_WITH_FACTOR) return cents.toString().padStart(14, '0')
  return (due === undefined ? '0000' : dueFactor(due)) + cents.toString().padStart(10, '0')
}

const invalid = (field: string, message: string) => new CoreError('invalid_boleto', message, { [field]: [message] })

/**
 * A boleto's barcode, typed line and number, by the rules of its bank. Throws `unknown_bank` for a bank whose rules are not known, `invalid_boleto` naming the field that is
 * missing or has no room, `invalid_date` for a day before the factor began.
 */
export function makeBoleto(input: BoletoInput): Boleto {
  const rules = boletoBank(input.conta.banco)
  const { banco } = rules
  const middle = dueAndAmount(input.dVencimento, input.valor ?? 0)
  const campo_livre = rules.campoLivre(input, /[1-9]/.test(middle.slice(4)))
  if (!/^\d{25}$/.test(campo_livre))
    throw invalid('conta', `O dígito da conta não é um número que caiba no boleto do banco ${banco}.`)
  const [head, tail] = [`${banco}9`, `${middle}${campo_livre}`]
  const codigo_barras = `${head}${mod11Boleto(head + tail)}${tail}`
  return {
    banco,
    campo_livre,
    codigo_barras,
    linha_digitavel: boletoLine(codigo_barras),
    nosso_numero: rules.nossoNumero(input),
  }
}
