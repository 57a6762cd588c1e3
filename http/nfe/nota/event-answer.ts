import * as v from 'valibot'
import type { Sent } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'

/** What the authority says of an event: the shape that is stored before it is acted on. */
export const eventAnswer = v.object({
  registrado: v.boolean(),
  cStat: v.string(),
  xMotivo: v.string(),
  nProt: v.nullable(v.string()),
  dhRegistro: v.nullable(v.string()),
  retEvento: v.nullable(v.string()),
})
export type EventAnswer = v.InferOutput<typeof eventAnswer>

/** 135 and 136 registered (136: the note itself is not there yet), 155 registered late. */
export const REGISTERED: ReadonlySet<string> = new Set(['135', '136', '155'])

/** An answer as it is kept. */
export function answerOf(one: {
  readonly cStat: string
  readonly xMotivo: string
  readonly nProt?: string | null
  readonly dhRegEvento?: string | null
  readonly xml?: string
}): EventAnswer {
  const { cStat, xMotivo, nProt = null, dhRegEvento = null, xml } = one
  return {
    registrado: REGISTERED.has(cStat),
    cStat,
    xMotivo: xMotivo.slice(0, 500),
    nProt,
    dhRegistro: dhRegEvento,
    retEvento: xml ?? null,
  }
}

const MINUTE_S = 60
const HOUR_S = 3_600
/** The lot was taken and says nothing yet of the event, or something inside the authority failed. */
const OPEN: ReadonlySet<string> = new Set(['103', '105', '128', '999', ''])

/** What is done where an answer says nothing of the document itself: it goes again later (out of order, or asked too often, which `often` says). Undefined where it does. Throws CallFailed for what may have been taken. */
export function laterOf(
  { cStat, xMotivo }: { readonly cStat: string; readonly xMotivo: string },
  often = '656',
): Sent<never> | undefined {
  const told = `${cStat} · ${xMotivo}`
  const status = Number(cStat)
  if (cStat === '108' || cStat === '109') return { again: told, waitS: MINUTE_S, status }
  if (cStat === often) return { again: told, waitS: HOUR_S, status }
  if (OPEN.has(cStat)) throw new CallFailed(told)
  return undefined
}

/** What the record of an event keeps of its answer. */
export const answeredSet = ({ registrado, cStat, xMotivo, nProt, dhRegistro }: EventAnswer, now: string) => ({
  cStat,
  xMotivo,
  nProt,
  situacao: registrado ? 'registrado' : 'recusado',
  dhRegistro: registrado ? (dhRegistro ?? now) : null,
})
