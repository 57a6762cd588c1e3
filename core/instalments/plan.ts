import { CoreError } from '../errors'

/** How a total is paid: on given days after the base date, or monthly on the base date's day, perhaps with a first part at once. */
export type InstalmentPlan =
  | { readonly prazos: readonly number[] }
  | { readonly meses: number; readonly entrada: boolean }

/** An NF-e holds at most 120 instalments (group dup). */
export const MAX_INSTALMENTS = 120
/** Ten years. */
export const MAX_DAYS = 3650

const MAX_LENGTH = 1000
const AT_ONCE = /^(?:(?:a )?vista|avista)$/
const TIMES = /^(\d{1,4}) ?(?:x|vez|vezes)(?: ?(?:de|a cada|cada)? ?(\d{1,5})(?: ?(?:dias?|ddl?))?)?$/
const DOWN = /^(?:entrada|[01]) ?\+ ?/
const COUNT = /^(\d{1,4})(?: ?(?:x|vez|vezes))?$/
const UNIT = / ?(?:dias?|ddl?)$/
const LIST = /^\d{1,5}(?: ?[/;,\- ] ?\d{1,5})*$/

export const ACCEPTED =
  "Use dias como 30/60/90 ou 0/30/60, 'à vista', parcelas mensais como 3x, a cada tantos dias como '3x 30', ou com entrada como 1+2 e entrada+2x."

function refuse(reason: string): never {
  throw new CoreError('invalid_plan', `${reason} ${ACCEPTED}`)
}

/**
 * Reads a payment condition. Days: `30/60/90` (also parted by space, `;`, `,` or `-`, ending in `dias` or `dd`), `7`, `à vista`.
 * Monthly: `3x`. Every n days: `3x 30`, `3x de 15 dias`. With a first part at once: `1+2`, `0+2`, `entrada+2x`, `entrada+30/60`.
 * Throws `invalid_plan`, which says why and what is accepted: empty, days not ascending or repeated, a separator at the
 * end, zero or more than 120 instalments, more than 3650 days, anything else.
 */
export function readPlan(text: string): InstalmentPlan {
  if (text.length > MAX_LENGTH) refuse('A condição de pagamento é longa demais.')
  const typed = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim()
  if (typed === '') refuse('Informe a condição de pagamento.')
  if (AT_ONCE.test(typed)) return { prazos: [0] }
  const entrada = DOWN.test(typed)
  const rest = typed.replace(DOWN, '')
  const times = TIMES.exec(rest) ?? (entrada ? COUNT.exec(rest) : null)
  if (times) return everyTerm(Number(times[1]), times[2] === undefined ? null : Number(times[2]), entrada)
  return dayList(rest, entrada)
}

function everyTerm(count: number, days: number | null, entrada: boolean): InstalmentPlan {
  if (count < 1) refuse('Informe ao menos uma parcela.')
  if (count + (entrada ? 1 : 0) > MAX_INSTALMENTS) refuse(`São no máximo ${MAX_INSTALMENTS} parcelas.`)
  if (days === null) return { meses: count, entrada }
  if (days < 1) refuse('O intervalo entre as parcelas precisa ser de ao menos um dia.')
  const prazos = Array.from({ length: count }, (_, index) => (index + 1) * days)
  return checkedDays(entrada ? [0, ...prazos] : prazos)
}

function dayList(text: string, entrada: boolean): InstalmentPlan {
  const list = text.replace(UNIT, '')
  if (/[/;,-]$/.test(list)) refuse('A condição termina em um separador.')
  if (list.startsWith('-')) refuse('Um prazo não pode ser negativo.')
  if (!LIST.test(list)) refuse(`Condição de pagamento inválida: '${text.slice(0, 40)}'.`)
  const prazos = list.split(/[^\d]+/).map(Number)
  return checkedDays(entrada ? [0, ...prazos] : prazos)
}

/** The days of a plan as given by a caller, held to the same rules. Throws `invalid_plan`. */
export function checkedDays(prazos: readonly number[]): { readonly prazos: readonly number[] } {
  if (prazos.length === 0) refuse('Informe ao menos uma parcela.')
  if (prazos.length > MAX_INSTALMENTS) refuse(`São no máximo ${MAX_INSTALMENTS} parcelas.`)
  for (const [index, days] of prazos.entries()) {
    if (!Number.isInteger(days) || days < 0 || days > MAX_DAYS) refuse(`Cada prazo vai de 0 a ${MAX_DAYS} dias.`)
    const before = prazos[index - 1]
    if (before !== undefined && days === before) refuse(`O prazo de ${days} dias está repetido.`)
    if (before !== undefined && days < before) refuse('Os prazos precisam estar em ordem crescente.')
  }
  return { prazos }
}
