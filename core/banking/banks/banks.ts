import { CoreError } from '../../errors'
import type { BoletoRules } from '../account'
import { AILOS } from './ailos'
import { BANCO_DO_BRASIL } from './banco-do-brasil'
import { BANRISUL } from './banrisul'
import { BRADESCO } from './bradesco'
import { BTG } from './btg'
import { C6 } from './c6'
import { CAIXA } from './caixa'
import { INTER } from './inter'
import { ITAU } from './itau'
import { SAFRA } from './safra'
import { SANTANDER } from './santander'
import { SICOOB } from './sicoob'
import { SICREDI } from './sicredi'
import { UNICRED } from './unicred'
import { UNIPRIME } from './uniprime'

/** The banks whose boletos can be made, by their codes. */
export const BOLETO_BANKS: ReadonlyMap<string, BoletoRules> = new Map(
  [
    BANCO_DO_BRASIL,
    SANTANDER,
    CAIXA,
    BRADESCO,
    ITAU,
    SICREDI,
    SICOOB,
    BANRISUL,
    INTER,
    AILOS,
    UNIPRIME,
    UNICRED,
    BTG,
    C6,
    SAFRA,
  ].map((one) => [one.banco, one]),
)

/** The rules of a bank, by its code with or without zeros at the left. Throws `unknown_bank` where they are not known. */
export function boletoBank(code: string): BoletoRules {
  const banco = code.trim().padStart(3, '0')
  const rules = BOLETO_BANKS.get(banco)
  if (rules) return rules
  const message = `Não há regras de boleto para o banco ${banco}.`
  throw new CoreError('unknown_bank', message, { banco: [message] })
}
