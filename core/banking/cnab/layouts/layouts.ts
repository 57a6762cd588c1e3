import type { Layout240 } from '../layout-240'
import type { Layout400 } from '../layout-400'
import { AILOS_240 } from './ailos-240'
import { BANCO_DO_BRASIL_240 } from './banco-do-brasil-240'
import { BANCO_DO_BRASIL_400 } from './banco-do-brasil-400'
import { BANRISUL_400 } from './banrisul-400'
import { BRADESCO_240 } from './bradesco-240'
import { BRADESCO_400 } from './bradesco-400'
import { CAIXA_240 } from './caixa-240'
import { CAIXA_400 } from './caixa-400'
import { ITAU_240 } from './itau-240'
import { ITAU_400 } from './itau-400'
import { OTHERS_400 } from './others-400'
import { SANTANDER_240 } from './santander-240'
import { SANTANDER_400 } from './santander-400'
import { SICOOB_240 } from './sicoob-240'
import { SICOOB_400 } from './sicoob-400'
import { SICREDI_240 } from './sicredi-240'
import { SICREDI_400 } from './sicredi-400'

const byBank = <T extends { readonly banco: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.banco, one]))

/** Those that are read alone, by bank. */
export const READ_400 = byBank<Layout400>(OTHERS_400)

/** The remessas that are written, by bank. */
export const LAYOUTS_400 = byBank<Layout400>([
  BANCO_DO_BRASIL_400,
  SANTANDER_400,
  CAIXA_400,
  BRADESCO_400,
  ITAU_400,
  SICREDI_400,
  SICOOB_400,
  BANRISUL_400,
])

export const LAYOUTS_240 = byBank<Layout240>([
  BANCO_DO_BRASIL_240,
  SANTANDER_240,
  AILOS_240,
  CAIXA_240,
  BRADESCO_240,
  ITAU_240,
  SICREDI_240,
  SICOOB_240,
])
