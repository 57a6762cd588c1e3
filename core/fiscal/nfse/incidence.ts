import { CoreError } from '../../errors'
import { decimal } from '../../money/decimal'

/** Items of the list of services whose ISS is due where the service is done, and not where the provider is (LC 116/2003, art. 3º, II to XXII). */
const WHERE_DONE = [
  '0305',
  '0702',
  '0704',
  '0705',
  '0709',
  '0710',
  '0711',
  '0712',
  '0716',
  '0717',
  '0718',
  '0719',
  '1101',
  '1102',
  '1104',
  '12',
  '16',
  '1710',
  '20',
] as const
/** Those due where the taker is (art. 3º, XX and XXIII to XXV). */
const WHERE_TAKEN = ['0422', '0423', '0509', '1004', '1501', '1509', '1705'] as const
/** The one of item 12 that stays with the provider: production of events. */
const WITH_PROVIDER = '1213'

/** What decides where ISS falls: codes of towns (IBGE), and the national code of the service (item, subitem, detail: six digits). */
export interface Service {
  readonly cTribNac: string
  /** The town of the provider. */
  readonly cMunPrest: string
  /** Where it is done; none abroad. */
  readonly cLocPrestacao?: string
  /** Where the taker is; none where it is not known. */
  readonly cMunToma?: string
}

/** The town where the ISS of a service falls (LC 116/2003, art. 3º). Undefined where it is the taker's and nobody told it. */
export function incidenceTown({ cTribNac, cMunPrest, cLocPrestacao, cMunToma }: Service): string | undefined {
  const isOne = (items: readonly string[]) => items.some((item) => cTribNac.startsWith(item))
  if (cTribNac.startsWith(WITH_PROVIDER)) return cMunPrest
  if (isOne(WHERE_TAKEN)) return cMunToma
  return isOne(WHERE_DONE) ? cLocPrestacao : cMunPrest
}

/** A rate of ISS: of a town, of one service or of all that begin alike, from a day on (YYYY-MM-DD). */
export interface IssRate {
  readonly cMun: string
  /** The beginning of the national code; empty: all services. */
  readonly cTribNac: string
  /** Percent. */
  readonly pAliq: string
  readonly since: string
}

/** Least and most that a town may ask (LC 116/2003, art. 8º and 8º-A), in percent. */
const LEAST = 2
const MOST = 5

/**
 * The rate of a service in a town on a day: that of the longest code that fits, the latest that is in force. Undefined where none is. Throws `invalid_rate` for one beyond 5 %,
 * which no town may ask; one below 2 % is a benefit of the law's exceptions, told by `isBelowLeast`.
 */
export function issRate(
  rates: readonly IssRate[],
  { cMun, cTribNac, day }: { readonly cMun: string; readonly cTribNac: string; readonly day: string },
): string | undefined {
  const [found] = rates
    .filter((one) => one.cMun === cMun && cTribNac.startsWith(one.cTribNac) && one.since <= day)
    .toSorted((a, b) => b.cTribNac.length - a.cTribNac.length || b.since.localeCompare(a.since))
  if (found && decimal(found.pAliq).gt(MOST))
    throw new CoreError('invalid_rate', `A alíquota de ISS de ${found.pAliq}% passa do máximo de ${MOST}%.`)
  return found?.pAliq
}

/** Below the least rate: only services of items 7.02, 7.05 and 16.01 may be (LC 116/2003, art. 8º-A, § 1º). */
export const isBelowLeast = (pAliq: string, cTribNac: string): boolean =>
  decimal(pAliq).lt(LEAST) && !['0702', '0705', '1601'].some((item) => cTribNac.startsWith(item))
