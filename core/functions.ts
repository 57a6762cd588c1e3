import type { CoreFunction } from './function'
import { fiscalFunctions } from './fiscal/functions'
import { moneyFunctions } from './money/functions'

/** Every public function of the core, by name; `prumo core NAME` runs one. */
export const coreFunctions: ReadonlyMap<string, CoreFunction> = new Map(
  [...fiscalFunctions, ...moneyFunctions].map((one) => [one.name, one]),
)
