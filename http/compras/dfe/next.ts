import { sql } from 'drizzle-orm'
import { CONSULTATION_HOUR_MS as HOUR_MS } from '../../../core/fiscal/received'
import type { DistributionAnswer } from '../../../core/fiscal/services/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { counted, type Cursor, SHUT_OUT } from './cursor'

/** What a turn asks for: what is new, one number of those that were given out and are not here, or one document by its key. */
export type Question =
  | { readonly by: 'nsu'; readonly key: { readonly ultNSU: string } }
  | { readonly by: 'lacuna'; readonly key: { readonly NSU: string } }
  | { readonly by: 'chave'; readonly chave: string }

type ByNumber = Exclude<Question, { readonly by: 'chave' }>

const numbered = (n: number): string => String(n).padStart(15, '0')
const after = (NSU: string): string => numbered(Number(NSU) + 1)

/** There is something, or nothing. */
const FOUND = '138'
const NONE = '137'
/** Of the single questions of an hour, those that are left to people, who ask by key. */
const FOR_PEOPLE = 5
/** Numbers that are looked through at a time for one that is not here. */
const WINDOW = 1_000

/** What is asked by number next: first what is missing, as far as the hour allows single questions, then what is new. */
export async function nextOf(ctx: Ctx, cursor: Cursor) {
  const counts = cursor.deNSU === null ? undefined : counted(ctx, cursor, FOR_PEOPLE)
  const NSU = counts && (await missing(ctx, cursor))
  const question: ByNumber =
    NSU === undefined ? { by: 'nsu', key: { ultNSU: cursor.ultNSU ?? '' } } : { by: 'lacuna', key: { NSU } }
  return { question, counts: NSU === undefined ? {} : counts }
}

/** The first number of what is missing that is not here; the next to look at where all that were looked through are. */
async function missing(ctx: Ctx, { mod, tpAmb, deNSU, ateNSU }: Cursor): Promise<string> {
  const [from, to] = [Number(deNSU), Number(ateNSU)]
  const [row] = await rowsOf(
    ctx,
    sql`select n.nsu from (select lpad(g::text, 15, '0') as nsu from generate_series(${from}::bigint, ${Math.min(from + WINDOW, to)}::bigint) g) n
        where not exists (select 1 from dfe_documento d where d.empresa_id = ${ctx.actor.empresa_id} and d.mod = ${mod} and d."tpAmb" = ${tpAmb} and d."NSU" = n.nsu)
        order by n.nsu limit 1`,
  )
  return row ? String(row.nsu) : numbered(Math.min(from + WINDOW + 1, to))
}

interface Answered {
  readonly cursor: Cursor
  readonly question: Question
  readonly answer: DistributionAnswer
}

/**
 * Where a cursor is after an answer, and whether there is more to ask. A number counts as read where its documents came, or none was there. 656 tells how far the authority has
 * given out to the company: what lies between was given to somebody else, or to a process that died, and is asked for by its numbers.
 */
export function reached(ctx: Ctx, { cursor, question, answer }: Answered) {
  const { cStat, xMotivo, ultNSU, maxNSU } = answer
  const dhConsulta = ctx.clock.now()
  const said = { cStat, xMotivo: xMotivo.slice(0, 500), dhConsulta }
  const inAnHour = new Date(Date.parse(dhConsulta) + HOUR_MS).toISOString()
  const isShut = SHUT_OUT.has(cStat)
  const concludes = cStat === FOUND || cStat === NONE
  // An answer by key says nothing of what is new, unless it shuts the company out.
  if (question.by === 'chave') return { ...said, ...(isShut ? { dhProxima: inAnHour } : {}), more: false }
  if (question.by === 'lacuna')
    return concludes
      ? { ...said, ...filled(cursor, question.key.NSU), dhProxima: null, more: true }
      : { ...said, dhProxima: inAnHour, more: false }
  const isAhead = ultNSU !== null && ultNSU > (cursor.ultNSU ?? '')
  const read = isAhead && (concludes || isShut) ? { ultNSU } : {}
  const gap = isAhead && isShut ? { deNSU: cursor.deNSU ?? after(cursor.ultNSU ?? '0'), ateNSU: ultNSU } : {}
  // After 656 the greatest number comes as nothing.
  const known = maxNSU !== null && maxNSU > numbered(0) ? { maxNSU } : {}
  const more = cStat === FOUND && ultNSU !== null && maxNSU !== null && ultNSU < maxNSU
  return { ...said, ...read, ...gap, ...known, dhProxima: more ? null : inAnHour, more }
}

/** What is still missing once a number was asked for. */
const filled = ({ ateNSU }: Cursor, NSU: string) =>
  NSU < (ateNSU ?? '') ? { deNSU: after(NSU) } : { deNSU: null, ateNSU: null }
