import type { CoreFunction } from './function'
import { brFunctions } from './br/functions'
import { fiscalFunctions } from './fiscal/functions'
import { moneyFunctions } from './money/functions'

/** Every public function of the core, by name; `prumo core NAME` runs one. */
export const coreFunctions: ReadonlyMap<string, CoreFunction> = new Map(
  [...brFunctions, ...fiscalFunctions, ...moneyFunctions].map((one) => [one.name, one]),
)
