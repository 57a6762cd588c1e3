import { nextBusinessDay } from '../br/business-days'
import { addDays, type CivilDate } from '../br/civil-date'
import { CoreError } from '../errors'
import { TITLE } from '../fields/financeiro/titulos'
import { type Amount, decimal, type Decimal, sum, ZERO } from '../money/decimal'
import { type Expected, expectedDay } from './expected-day'

type Id = string | number

/** What is owed to us or by us, or the sum of titles that are expected on the same day. */
export interface ExpectedTitle extends Expected {
  readonly vSaldo: Amount
  /** What a card's acquirer pays of it. */
  readonly vLiquido?: Amount | null | undefined
  readonly banco_id?: Id | null | undefined
  readonly cancelado?: boolean | undefined
}

export interface ProjectionAccount {
  readonly id: Id
  readonly vSaldo: Amount
  readonly ativo?: boolean | undefined
}

/** Money that moves between own accounts on a day that has not come yet. */
export interface FutureTransfer {
  readonly dMovimento: CivilDate
  readonly de: Id
  readonly para: Id
  readonly valor: Amount
}

/** Cash that is dated in days to come: positive comes in. */
export interface FutureCash {
  readonly dMovimento: CivilDate
  readonly valor: Amount
  readonly banco_id?: Id | null | undefined
}

export interface ProjectionRequest {
  readonly hoje: CivilDate
  readonly dias: number
  readonly contas: readonly ProjectionAccount[]
  readonly titulos: Iterable<ExpectedTitle>
  readonly transferencias?: readonly FutureTransfer[] | undefined
  readonly lancamentos?: readonly FutureCash[] | undefined
  /** Only these accounts, what is expected in them, and transfers from and to them. */
  readonly contasIds?: readonly Id[] | undefined
  /** Where receivables stand that are overdue: beside the curve, or on its first working day. */
  readonly atrasadosReceber?: 'fora' | 'hoje' | undefined
  /** Titles that nobody billed yet (tpConta 4) are in the curve, and told apart. */
  readonly incluiPrevisao?: boolean | undefined
  /** State and city holidays, beside the national bank ones. */
  readonly feriados?: Iterable<CivilDate> | undefined
}

export interface ProjectedDay {
  readonly dia: CivilDate
  readonly entra: Decimal
  readonly sai: Decimal
  readonly saldo: Decimal
}

export interface Projection {
  readonly saldoInicial: Decimal
  readonly dias: readonly ProjectedDay[]
  /** The first day with the lowest balance. */
  readonly menorSaldo: { readonly dia: CivilDate; readonly saldo: Decimal }
  readonly atrasado: { readonly receber: Decimal; readonly pagar: Decimal }
  /** By day, what comes of forecasts: negative goes out. */
  readonly previsto: ReadonlyMap<CivilDate, Decimal>
}

/** Ten years. */
export const MAX_PROJECTED_DAYS = 3660

interface Flows {
  entra: Decimal
  sai: Decimal
  previsto: Decimal
}

/** Where and when the money of a title is expected, null where it moves none. */
export type Placing = (title: ExpectedTitle) => Placed | null

interface Placed {
  /** null: beside the curve. */
  readonly dia: CivilDate | null
  readonly valor: Decimal
  readonly atrasado: boolean
}

/**
 * Says of titles on which day of a projection they stand. Overdue payables fall on today or the next working day, overdue receivables beside the
 * curve or there too. A customer's credit, a cancelled title and one without balance move no cash, nor does a forecast where these are left out.
 */
export function placing(
  request: Pick<ProjectionRequest, 'hoje' | 'atrasadosReceber' | 'feriados' | 'incluiPrevisao'>,
): Placing {
  const { hoje, atrasadosReceber = 'fora', incluiPrevisao = true } = request
  const holidays = new Set(request.feriados)
  const first = nextBusinessDay(hoje, holidays)
  const known = new Map<string, CivilDate>()
  const dayOf = (title: ExpectedTitle): CivilDate => {
    const { tipo, tpConta, dVencimento, dPrevisao, diasCredito, atraso } = title
    const key = [tipo, tpConta === TITLE.TRIBUTO, dVencimento, dPrevisao ?? '', diasCredito ?? 0, atraso ?? 0].join(' ')
    const day = known.get(key) ?? expectedDay(title, holidays)
    known.set(key, day)
    return day
  }
  return (title) => {
    const saldo = decimal(title.vSaldo)
    if (title.cancelado === true || title.tpConta === TITLE.CREDITO || saldo.sign() <= 0) return null
    if (title.tpConta === TITLE.PREVISAO && !incluiPrevisao) return null
    const valor = title.vLiquido === undefined || title.vLiquido === null ? saldo : decimal(title.vLiquido)
    const dia = dayOf(title)
    if (dia >= hoje) return { dia, valor, atrasado: false }
    const counted = title.tipo === 'pagar' || atrasadosReceber === 'hoje'
    return { dia: counted ? first : null, valor, atrasado: true }
  }
}

/**
 * The cash view of the days from today on, each of them answered. Throws `invalid_input` for a horizon of no day, or of more than ten years.
 */
export function project(request: ProjectionRequest): Projection {
  const { hoje, dias, contas, contasIds } = request
  if (!Number.isInteger(dias) || dias < 1 || dias > MAX_PROJECTED_DAYS)
    throw new CoreError('invalid_input', `Informe de 1 a ${MAX_PROJECTED_DAYS} dias.`)
  const wanted = contasIds && new Set(contasIds)
  const accounts = contas.filter(({ id, ativo }) => ativo !== false && (wanted?.has(id) ?? true))
  const flows = new Map<CivilDate, Flows>()
  const add = (dia: CivilDate, valor: Decimal, forecast = false): void => {
    const day = flows.get(dia) ?? { entra: ZERO, sai: ZERO, previsto: ZERO }
    if (valor.sign() > 0) day.entra = day.entra.plus(valor)
    else day.sai = day.sai.minus(valor)
    if (forecast) day.previsto = day.previsto.plus(valor)
    flows.set(dia, day)
  }
  const atrasado = { receber: ZERO, pagar: ZERO }
  const place = placing(request)
  for (const title of request.titulos) {
    if (wanted && (title.banco_id === undefined || title.banco_id === null || !wanted.has(title.banco_id))) continue
    const placed = place(title)
    if (placed === null) continue
    const { dia, valor } = placed
    if (placed.atrasado) atrasado[title.tipo] = atrasado[title.tipo].plus(valor)
    if (dia !== null) add(dia, title.tipo === 'receber' ? valor : valor.neg(), title.tpConta === TITLE.PREVISAO)
  }
  for (const { dia, valor } of cashOf(request, new Set(accounts.map(({ id }) => id)))) if (dia >= hoje) add(dia, valor)
  const saldoInicial = sum(accounts.map(({ vSaldo }) => vSaldo))
  return { saldoInicial, atrasado, ...curveOf(flows, { hoje, dias, saldoInicial }) }
}

/** What moves in the chosen accounts by itself: a transfer between two of them moves nothing. */
function cashOf(request: ProjectionRequest, chosen: ReadonlySet<Id>): { dia: CivilDate; valor: Decimal }[] {
  const transfers = (request.transferencias ?? []).flatMap(({ dMovimento: dia, de, para, valor }) => {
    if (chosen.has(de) === chosen.has(para)) return []
    return [{ dia, valor: chosen.has(para) ? decimal(valor) : decimal(valor).neg() }]
  })
  const cash = (request.lancamentos ?? []).filter(
    ({ banco_id }) => banco_id === undefined || banco_id === null || chosen.has(banco_id),
  )
  return [...transfers, ...cash.map(({ dMovimento: dia, valor }) => ({ dia, valor: decimal(valor) }))]
}

interface Horizon {
  readonly hoje: CivilDate
  readonly dias: number
  readonly saldoInicial: Decimal
}

function curveOf(flows: ReadonlyMap<CivilDate, Flows>, { hoje, dias: count, saldoInicial }: Horizon) {
  const dias: ProjectedDay[] = []
  const previsto = new Map<CivilDate, Decimal>()
  let saldo = saldoInicial
  for (let at = 0; at < count; at++) {
    const dia = addDays(hoje, at)
    const day = flows.get(dia)
    const [entra, sai] = [day?.entra ?? ZERO, day?.sai ?? ZERO]
    saldo = saldo.plus(entra).minus(sai)
    dias.push({ dia, entra, sai, saldo })
    if (day && !day.previsto.isZero()) previsto.set(dia, day.previsto)
  }
  return { dias, menorSaldo: lowest(dias, saldoInicial), previsto }
}

/** The first day with the lowest balance. */
export function lowest(
  dias: readonly Pick<ProjectedDay, 'dia' | 'saldo'>[],
  none: Decimal = ZERO,
): { dia: CivilDate; saldo: Decimal } {
  const [first, ...rest] = dias
  if (!first) return { dia: '', saldo: none }
  const least = rest.reduce((low, one) => (one.saldo.lt(low.saldo) ? one : low), first)
  return { dia: least.dia, saldo: least.saldo }
}

export interface MovedTitle {
  readonly tipo: 'receber' | 'pagar'
  readonly valor: Amount
  /** Where it stood, null beside the curve; and where it goes. */
  readonly de: CivilDate | null
  readonly para: CivilDate
}

/** The same days after the money of one title is expected on another: what the whole projection, made anew, would say. */
export function moved(dias: readonly ProjectedDay[], { tipo, valor, de, para }: MovedTitle): ProjectedDay[] {
  const amount = decimal(valor)
  const side = tipo === 'receber' ? 'entra' : 'sai'
  const sign = tipo === 'receber' ? 1 : -1
  return dias.map((day) => {
    const here = (day.dia === para ? 1 : 0) - (day.dia === de ? 1 : 0)
    const until = (day.dia >= para ? 1 : 0) - (de !== null && day.dia >= de ? 1 : 0)
    if (here === 0 && until === 0) return day
    return {
      ...day,
      [side]: day[side].plus(amount.times(here)),
      saldo: day.saldo.plus(amount.times(sign * until)),
    }
  })
}
