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
