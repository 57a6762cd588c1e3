import { existsSync } from 'node:fs'
import { scalesOf } from './agent'
import { type Config, kindOf } from './config'
import { httpOf } from './print/ipp'
import { readKey } from './road/key-file'
import { keyStanding } from './road/road'
import type { Scale } from './scale/scale'
import { weighOn } from './scale/weigh'
import { WEIGH_MS } from './serve'

/** One thing that was looked at: how it is, and how it is mended where it is not well. */
interface AgentFinding {
  readonly name: string
  readonly state: 'ok' | 'falha'
  readonly detail: string
  readonly mend?: string
}

const REACH_MS = 5_000

/** Tries every scale, looks at printers that a look can tell of, and asks the server whether it knows this agent. Never throws; prints and changes nothing. */
export async function diagnoseAgent(config: Config): Promise<AgentFinding[]> {
  const scales = await Promise.all([...scalesOf(config)].map(scaleFinding))
  const printers = await Promise.all(config.impressoras.map(printerFinding))
  return [
    ...scales,
    ...printers,
    ...(config.servidor === undefined ? [] : [await serverFinding(config, config.servidor)]),
  ]
}

async function scaleFinding([name, scale]: readonly [string, Scale]): Promise<AgentFinding> {
  await scale.start()
  const told = await weighOn(new Map([[name, scale]]), name, WEIGH_MS).finally(() => scale.stop())
  return told.status === undefined
    ? { name, state: 'ok', detail: `${told.peso.replace('.', ',')} kg` }
    : { name, state: 'falha', detail: told.motivo }
}

/** Is somebody there? A printer that answers may still lack paper: that only printing tells. */
async function printerFinding(printer: Config['impressoras'][number]): Promise<AgentFinding> {
  const { nome: name, tcp, pasta, ipp, fila } = printer
  const well = (detail: string): AgentFinding => ({ name, state: 'ok', detail })
  const ill = (detail: string, mend: string): AgentFinding => ({ name, state: 'falha', detail, mend })
  if (pasta !== undefined)
    return existsSync(pasta)
      ? well(`pasta ${pasta}`)
      : ill(`a pasta ${pasta} não existe`, 'Crie a pasta, ou corrija o caminho.')
  if (kindOf(printer) === 'fila') return well(`fila ${fila ?? ''} do sistema`)
  const address = tcp ?? (ipp === undefined ? '' : (/\/\/([^/]+)/.exec(httpOf(ipp))?.[1] ?? ''))
  return (await answers(address))
    ? well(`responde em ${address}`)
    : ill(`nada responde em ${address}`, 'Ligue a impressora e confira o endereço dela.')
}

async function answers(address: string): Promise<boolean> {
  const [hostname = '', port = ''] = address.split(':')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = setTimeout(() => resolve(false), REACH_MS)
  const connecting = Bun.connect({ hostname, port: Number(port), socket: { data: () => undefined } })
  void connecting
    .then((socket) => socket.end())
    .then(
      () => resolve(true),
      () => resolve(false),
    )
  return promise.finally(() => clearTimeout(late))
}

async function isThere(servidor: string): Promise<'good' | 'away'> {
  const answer = await fetch(`${servidor}/healthz`, { signal: AbortSignal.timeout(REACH_MS), redirect: 'error' }).catch(
    () => undefined,
  )
  return answer?.ok ? 'good' : 'away'
}

/** The server's word on this agent: reachable, paired, or what is missing. */
async function serverFinding({ dados }: Config, servidor: string): Promise<AgentFinding> {
  const name = 'servidor'
  const key = readKey(dados, servidor)
  const standing = key ? await keyStanding(servidor, key.chave) : await isThere(servidor)
  if (standing === 'away')
    return {
      name,
      state: 'falha',
      detail: `${servidor} não responde`,
      mend: 'Confira o endereço, a rede e se o servidor está no ar.',
    }
  if (!key)
    return {
      name,
      state: 'falha',
      detail: `${servidor} responde, e este agente não está pareado`,
      mend: 'Rode prumo-agente run e digite o código na tela Agentes locais.',
    }
  if (standing === 'refused')
    return {
      name,
      state: 'falha',
      detail: `${servidor} não aceita mais a chave deste agente`,
      mend: 'Rode prumo-agente run: ele pede outro código.',
    }
  return { name, state: 'ok', detail: `pareado com ${servidor} como “${key.nome}”` }
}
