import { hostname } from 'node:os'
import * as v from 'valibot'
import { VERSION } from '../../core/version'
import type { DeviceKey } from './key-file'

/** What this PC says of itself. */
export const about = () => ({
  maquina: hostname().slice(0, 100),
  sistema: `${process.platform} ${process.arch}`,
  programa: VERSION,
})

const ANSWER_MS = 15_000
/** A server is asked again after this at the latest, whatever it says. */
const LONGEST_S = 3_600
const opened = v.object({ codigo: v.string(), segredo: v.string(), segundos: v.number() })
const paired = v.object({ situacao: v.literal('pareado'), nome: v.string(), chave: v.string() })

/** The server did not answer as one does: why, in Portuguese. `againS`: not before so many seconds. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly againS = 0,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

async function post(url: string, body: object): Promise<Response> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
  } catch (error) {
    throw new NoAnswer(`O servidor não responde em ${new URL(url).origin}.`, 0, { cause: error })
  }
}

/** A code that waits to be typed. */
export interface Pairing {
  readonly codigo: string
  /** Good until then, by `performance.now()`. */
  readonly until: number
  /** The key, once somebody typed the code; undefined while nobody did, null where the code is over. Throws NoAnswer. */
  readonly look: () => Promise<DeviceKey | undefined | null>
}

/** Asks the server for a code. Throws NoAnswer. */
export async function askForCode(servidor: string): Promise<Pairing> {
  const answer = await post(`${servidor}/api/agente/pareamento`, about())
  const read = v.safeParse(opened, await answer.json().catch(() => undefined))
  if (!read.success)
    throw new NoAnswer(
      `O servidor recusou o pareamento (HTTP ${answer.status}).`,
      // A date in place of seconds counts as nothing said.
      Math.min(Number(answer.headers.get('Retry-After')) || 0, LONGEST_S),
    )
  const { codigo, segredo, segundos } = read.output
  return {
    codigo,
    until: performance.now() + segundos * 1_000,
    look: async () => {
      const told = await post(`${servidor}/api/agente/pareamento/chave`, { segredo })
      if (told.status === 404) return null
      const { success, output } = v.safeParse(paired, await told.json().catch(() => undefined))
      if (!success) return undefined
      return { servidor, nome: output.nome, chave: output.chave }
    },
  }
}
