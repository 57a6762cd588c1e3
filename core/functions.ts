import type { CoreFunction } from './function'
import { accessFunctions } from './access/functions'
import { bankingFunctions } from './banking/functions'
import { brFunctions } from './br/functions'
import { cardsFunctions } from './cards/functions'
import { cashflowFunctions } from './cashflow/functions'
import { fiscalFunctions } from './fiscal/functions'
import { forecastFunctions } from './forecast/functions'
import { gs1Functions } from './gs1/functions'
import { instalmentsFunctions } from './instalments/functions'
import { labelsFunctions } from './labels/functions'
import { moneyFunctions } from './money/functions'
import { mrpFunctions } from './mrp/functions'
import { pricingFunctions } from './pricing/functions'
import { productionFunctions } from './production/functions'
import { reconciliationFunctions } from './reconciliation/functions'
import { routingFunctions } from './routing/functions'
import { scaleFunctions } from './scale/functions'
import { statementFunctions } from './statement/functions'
import { stockFunctions } from './stock/functions'
import { taxFunctions } from './tax/functions'

/** Every public function of the core, by name; `prumo core NAME` runs one. */
export const coreFunctions: ReadonlyMap<string, CoreFunction> = new Map(
  [
    ...accessFunctions,
    ...taxFunctions,
    ...instalmentsFunctions,
    ...bankingFunctions,
    ...brFunctions,
    ...cardsFunctions,
    ...cashflowFunctions,
    ...fiscalFunctions,
    ...forecastFunctions,
    ...gs1Functions,
    ...labelsFunctions,
    ...moneyFunctions,
    ...mrpFunctions,
    ...pricingFunctions,
    ...productionFunctions,
    ...reconciliationFunctions,
    ...routingFunctions,
    ...scaleFunctions,
    ...statementFunctions,
    ...stockFunctions,
  ].map((one) => [one.name, one]),
)
