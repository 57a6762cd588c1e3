import * as v from 'valibot'

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
