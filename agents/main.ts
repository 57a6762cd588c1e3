import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { BadConfig, type Config, lineOf, printerOf, readConfig } from './config'
import { PrintQueue } from './print/queue'
import { Scale, NoWeight } from './scale/scale'
import { answersOf, WEIGH_MS } from './serve'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)
const complain = (line: string): void => void process.stderr.write(`${line}\n`)

const USAGE = 'Uso: prumo-agente run|doctor --config ARQUIVO'

function scalesOf({ balancas }: Config): ReadonlyMap<string, Scale> {
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

function queueOf({ dados, impressoras }: Config): PrintQueue | undefined {
  if (impressoras.length === 0) return undefined
  try {
    return new PrintQueue(join(dados, 'impressao'), new Map(impressoras.map((one) => [one.nome, printerOf(one)])))
  } catch (error) {
    throw new BadConfig(`dados: a pasta ${dados} não pode ser usada.`, { cause: error })
  }
}

async function run(config: Config): Promise<void> {
  const scales = scalesOf(config)
  const queue = queueOf(config)
  const fetch = answersOf({ ...config, scales, queue })
  // A paper may take longer than a browser's usual patience.
  const server = Bun.serve({ hostname: '127.0.0.1', port: config.porta, idleTimeout: 60, fetch })
  for (const scale of scales.values()) void scale.start()
  tell(`Agente em http://127.0.0.1:${server.port}`)
  const stop = (): void => {
    for (const scale of scales.values()) scale.stop()
    void Promise.all([server.stop(true), queue?.stop()]).then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** Tries every scale once; answers whether all gave a weight. */
async function doctor(config: Config): Promise<boolean> {
  let well = true
  for (const [name, scale] of scalesOf(config)) {
    await scale.start()
    try {
      tell(`ok    ${name}: ${(await scale.weigh(WEIGH_MS)).replace('.', ',')} kg`)
    } catch (error) {
      if (!(error instanceof NoWeight)) throw error
      well = false
      tell(`FALHA ${name}: ${error.message}`)
    }
    scale.stop()
  }
  return well
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { config: { type: 'string' } } })
const [command] = positionals
if (values.config === undefined || (command !== 'run' && command !== 'doctor')) {
  complain(USAGE)
  process.exit(2)
}
try {
  const config = readConfig(values.config)
  if (command === 'run') await run(config)
  else process.exit((await doctor(config)) ? 0 : 1)
} catch (error) {
  if (!(error instanceof BadConfig)) throw error
  complain(error.message)
  process.exit(2)
}
