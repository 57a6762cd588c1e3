import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Hello } from '../core/agent'
import { BadConfig, type Config, kindOf, lineOf, printerOf } from './config'
import { Door } from './door'
import { bartenderPrinter } from './print/bartender'
import { fileSocket } from './print/files'
import { PrintQueue, type Told } from './print/queue'
import { Link } from './road/link'
import { about } from './road/pairing'
import { Scale } from './scale/scale'
import { answersOf } from './serve'
import { writeState } from './state'

/** The scales of a configuration, none opened yet. */
export function scalesOf({ balancas }: Config): ReadonlyMap<string, Scale> {
  return new Map(
    balancas.map((one) => [
      one.nome,
      new Scale({
        protocol: one.protocolo,
        open: lineOf(one),
        ...(one.pedido === undefined ? {} : { request: one.pedido }),
      }),
    ]),
  )
}

function queueOf(config: Config, changed: (told: Told) => void): PrintQueue | undefined {
  const { dados, impressoras, servidor, bartender, bartender_modelos } = config
  if (impressoras.length === 0 && servidor === undefined) return undefined
  try {
    mkdirSync(dados, { recursive: true })
    accessSync(dados, constants.W_OK)
    if (impressoras.length === 0) return undefined
    const printers = new Map(impressoras.map((one) => [one.nome, printerOf(one)]))
    const byModel =
      bartender === undefined || bartender_modelos === undefined
        ? undefined
        : bartenderPrinter(bartender, bartender_modelos)
    return new PrintQueue(join(dados, 'impressao'), printers, { changed, bartender: byModel })
  } catch (error) {
    throw new BadConfig(`dados: a pasta ${dados} não pode ser usada.`, { cause: error })
  }
}

/** What the agent says of itself, as its scales and printers stand now. */
function helloOf(config: Config, scales: ReadonlyMap<string, Scale>, queue: PrintQueue | undefined): Hello {
  const why = (fault: string | undefined) => (fault === undefined ? {} : { motivo: fault.slice(0, 300) })
  return {
    tipo: 'ola',
    ...about(),
    balancas: [...scales].map(([nome, { fault }]) => ({
      nome,
      estado: fault === undefined ? 'pronta' : 'ausente',
      ...why(fault),
    })),
    impressoras: config.impressoras.map((one) => {
      const fault = queue?.fault(one.nome)
      return { nome: one.nome, tipo: kindOf(one), estado: fault === undefined ? 'pronta' : 'parada', ...why(fault) }
    }),
  }
}

/** An agent that runs. */
export interface RunningAgent {
  /** Ends it: what waits to be printed is there at the next start. */
  readonly stop: () => Promise<void>
  /** The key that it is paired by, at this moment. */
  readonly link: Link | undefined
}

interface AgentOptions {
  readonly tell: (line: string) => void
  /** The road to the server stands. */
  readonly joined?: () => void
}

/** Starts everything that a configuration names: scales, print queue, what browsers of this PC are answered, the road to the server. Throws BadConfig where a port or folder cannot be had. */
export function startAgent(config: Config, { tell, joined }: AgentOptions): RunningAgent {
  const scales = scalesOf(config)
  let link: Link | undefined
  const queue = queueOf(config, (told) => link?.paperChanged(told))
  const servers = config.token === undefined ? [] : loopback(config, { token: config.token, scales, queue, tell })
  for (const scale of scales.values()) void scale.start()
  const { servidor, dados } = config
  if (servidor !== undefined) {
    link = new Link({
      servidor,
      dados,
      scales,
      queue,
      tell,
      hello: () => helloOf(config, scales, queue),
      stands: (standing) => {
        writeState(dados, standing)
        if (standing.situacao === 'conectado') joined?.()
      },
    })
    link.start()
  }
  return {
    link,
    stop: async () => {
      link?.stop()
      for (const scale of scales.values()) scale.stop()
      await Promise.all([...servers.map((server) => server.stop(true)), queue?.stop()])
    },
  }
}

interface Inside {
  readonly token: string
  readonly scales: ReadonlyMap<string, Scale>
  readonly queue: PrintQueue | undefined
  readonly tell: (line: string) => void
}

/** Answers browsers of this PC, and nobody else: bound to the loopback alone. */
function loopback(config: Config, { token, scales, queue, tell }: Inside): { stop: (now: boolean) => Promise<void> }[] {
  const door = new Door({ origens: config.origens, nomes: config.nomes, token })
  const hostname = '127.0.0.1'
  try {
    // A paper may take longer than a browser's usual patience.
    const calls = Bun.serve({
      hostname,
      port: config.porta,
      idleTimeout: 60,
      fetch: answersOf({ door, scales, queue }),
    })
    tell(`Agente em http://${hostname}:${calls.port}`)
    if (config.separacao === undefined) return [calls]
    const { fetch, websocket } = fileSocket({ door, queue, separacao: config.separacao })
    const files = Bun.serve({ hostname, port: config.porta_arquivos, fetch, websocket })
    tell(`Arquivos em ws://${hostname}:${files.port}/makePrintFile`)
    return [calls, files]
  } catch (error) {
    throw new BadConfig(`porta: ${config.porta} ou ${config.porta_arquivos} já está em uso neste computador.`, {
      cause: error,
    })
  }
}
