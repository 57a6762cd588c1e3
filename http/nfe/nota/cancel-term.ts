import { sql } from 'drizzle-orm'
import { findUf } from '../../../core/br/uf'
import { type CancelTerm, cancelTermOf, termText } from '../../../core/fiscal/cancel-terms'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'

const MINUTE_MS = 60_000
const HOUR = 60

/** The term of an authorised note, and how it stands. */
export interface TermNow {
  readonly term: CancelTerm
  /** Past its term, while the state still registers it (155). */
  readonly isLate: boolean
  /** Past all: what is said then. */
  readonly over?: string
}

/** Until when a note may be cancelled and whether that is over: by the company's own term, else by that of the state that its key names. Undefined of a note that is not authorised. */
export async function termNow(ctx: Ctx, { mod, chNFe, empresa_id, dhAutorizacao }: Row): Promise<TermNow | undefined> {
  if (typeof dhAutorizacao !== 'string' || typeof chNFe !== 'string') return undefined
  const [company] = await rowsOf(
    ctx,
    sql`select cancela_nfe_horas, cancela_nfce_minutos, (${dhAutorizacao}::timestamptz at time zone ${ctx.timeZone})::date::text as day from empresa where id = ${empresa_id}`,
  )
  const isConsumer = mod === 65
  const set = isConsumer ? company?.cancela_nfce_minutos : company?.cancela_nfe_horas
  const own = typeof set === 'number' ? set * (isConsumer ? 1 : HOUR) : undefined
  const UF = findUf(chNFe.slice(0, 2))?.sigla ?? ''
  const term = cancelTermOf({ mod: isConsumer ? 65 : 55, UF, day: String(company?.day) }, own)
  const minutes = (Date.parse(ctx.clock.now()) - Date.parse(dhAutorizacao)) / MINUTE_MS
  const { minutes: most, late = most } = term
  const over = minutes > late ? { over: tooLate(term, isConsumer ? 'da NFC-e' : 'da NF-e') } : {}
  return { term, isLate: minutes > most, ...over }
}

const tooLate = ({ minutes, late = minutes }: CancelTerm, what: string): string =>
  `O cancelamento ${what} só é aceito até ${termText(late)} depois da autorização: emita a nota de devolução.`
