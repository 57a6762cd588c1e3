import { CoreError } from '../errors'

/**
 * Where a bank collects: what its contract of collection says. All are texts of digits (banks keep zeros at the left and an X among digits), with or without zeros at the left.
 * Which of them a bank needs, its rules say (`banks/`).
 */
export interface ContaCobranca {
  /** The bank's code, 3 digits. */
  readonly banco: string
  readonly agencia: string
  readonly agencia_dv?: string | undefined
  readonly conta: string
  readonly conta_dv?: string | undefined
  /** The agreement or the beneficiary's code: convênio of Banco do Brasil, código do beneficiário of Santander, Caixa, Sicredi and Sicoob, operação of Inter. */
  readonly convenio?: string | undefined
  readonly carteira?: string | undefined
  /** Variação of Banco do Brasil, modalidade of Sicoob. */
  readonly variacao?: string | undefined
  /** The post of Sicredi. */
  readonly posto?: string | undefined
}

/** A number that a bank knows a boleto by. */
export interface NossoNumero {
  /** The number at the width that the bank has for it, without check digit. */
  readonly numero: string
  /** Its check digit or digits; empty where the bank has none. */
  readonly dv: string
  /** As it is printed. */
  readonly formatado: string
}

/** What a number is made of. */
export interface Numerado {
  readonly conta: ContaCobranca
  /** The number of the series, with or without zeros; where a bank asks for a whole one, the whole. */
  readonly nosso_numero: string
  /** The company's own number: some carteiras of Itaú print it. */
  readonly seu_numero?: string | undefined
  /** The instalment, of Sicoob; 1 where it is not told. */
  readonly parcela?: string | undefined
  /** Not registered at the bank, as Sicredi still prints in its barcode. */
  readonly sem_registro?: boolean | undefined
}

/** What a bank prints: how its number is guarded, and the 25 digits of the barcode that are its own. */
export interface BoletoRules {
  readonly banco: string
  /** The digit of the bank's code, as it is printed after it: a number, or Sicredi's X. */
  readonly digito: string
  readonly nome: string
  /** What stands under "Agência/Código do beneficiário". */
  readonly beneficiario: (conta: ContaCobranca) => string
  /** What stands under "Carteira", where it is not the carteira as it is told. */
  readonly carteira?: (conta: ContaCobranca) => string
  readonly nossoNumero: (of: Numerado) => NossoNumero
  /** 25 digits. `hasValue` is false for a boleto whose payer writes the amount. */
  readonly campoLivre: (of: Numerado, hasValue: boolean) => string
}

const NAMES: Readonly<Record<string, string>> = {
  agencia: 'agência',
  conta: 'conta',
  convenio: 'convênio',
  carteira: 'carteira',
  posto: 'posto',
  variacao: 'variação',
  nosso_numero: 'nosso número',
  seu_numero: 'seu número',
  parcela: 'parcela',
}

const refuse = (field: string, why: string) => {
  const message = `O campo ${NAMES[field] ?? field} ${why}.`
  return new CoreError('invalid_boleto', message, { [field]: [message] })
}

/** The digits of a field at a width: zeros at its left are given or taken. Throws `invalid_boleto` for one that is empty, no number, or too long, naming it. */
export function fit(field: string, value: string | undefined, width: number): string {
  const text = (value ?? '').replaceAll(/[\s./-]/g, '')
  if (text === '') throw refuse(field, 'não foi informado')
  if (!/^\d+$/.test(text)) throw refuse(field, `tem só números; foi informado “${text}”`)
  const bare = text.replace(/^0+/, '')
  if (bare.length > width) throw refuse(field, `tem até ${width} dígitos; foi informado “${text}”`)
  return bare.padStart(width, '0')
}

/** As `fit`, of a number that may be told with its prefix of fixed digits before it. */
export function fitAfter(field: string, value: string, prefix: string, width: number): string {
  const text = value.trim()
  const own = text.length === prefix.length + width && text.startsWith(prefix) ? text.slice(prefix.length) : text
  return fit(field, own, width)
}

/** A number as it is printed: at its width, which it may pass. What was not told stays empty. */
export function printed(value: string | undefined, width: number): string {
  const bare = (value ?? '').replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '')
  return bare === '' ? '' : bare.padStart(width, '0')
}

const withDigit = (number: string, digit: string | undefined): string =>
  number === '' || digit === undefined || digit === '' ? number : `${number}-${digit}`

/** The account with its digit, as it is printed. */
export const accountOf = ({ conta, conta_dv }: ContaCobranca, width = 0): string =>
  withDigit(printed(conta, width), conta_dv)

const joined = (agency: string, owner: string): string => [agency, owner].filter((part) => part !== '').join('/')

/** Agency and account, each with its digit, as many banks print whom a boleto is paid to; `width` is of the account. */
export const agencyAndAccount = (conta: ContaCobranca, width = 0): string =>
  joined(withDigit(printed(conta.agencia, 4), conta.agencia_dv), accountOf(conta, width))

/** The agency without its digit, and an account or the beneficiary's code, as the others print it. */
export const agencyAndCode = (conta: ContaCobranca, code: string): string => joined(printed(conta.agencia, 4), code)
