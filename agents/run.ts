import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../core/version'
import { type RunningAgent, startAgent } from './agent'
import type { Config } from './config'
import { Log } from './log'
import { ownProgram, Updater } from './update/updater'
import { PROOF, sweep, undoUnproven } from './update/replace'

/**
 * Runs the agent until it is told to end: starts it, writes its log, and brings it up to date where it is a built program. A newer program that proves itself takes this one's
 * place, and this one waits for its end, so that whoever started it (a service, a window) sees one program.
 */
export function runAgent(config: Config, configPath: string, say: (line: string) => void): void {
  const log = new Log(join(config.dados, 'logs', 'agente.log'))
  const tell = (line: string): void => {
    say(line)
    log.tell(line)
  }
  log.tell(`Prumo agente ${VERSION}`)
  // Of a program on probation: it has proven itself once the server knows it.
  const proof = process.env[PROOF]
  const joined = (): void => {
    if (proof) writeFileSync(proof, VERSION)
  }
  const program = ownProgram()
  if (program !== undefined && !proof && isUndone(program, config.dados, tell)) process.exit(1)
  if (program !== undefined) sweep(program)
  const begin = (): RunningAgent => startAgent(config, { tell, joined })
  let running = begin()
  const updater =
    config.servidor === undefined || program === undefined
      ? undefined
      : new Updater({
          servidor: config.servidor,
          program,
          dados: config.dados,
          args: ['run', '--config', configPath],
          key: () => running.link?.key?.chave,
          tell,
          pause: () => running.stop(),
          resume: () => {
            try {
              running = begin()
            } catch (error) {
              // Whoever started this program starts it anew.
              tell(error instanceof Error ? error.message : String(error))
              process.exit(1)
            }
          },
        })
  updater?.start()
  const stop = async (): Promise<void> => {
    await updater?.stop()
    await running.stop()
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

/** Was this program never proven, and is the old one back in its place? Whoever started this one starts that. */
function isUndone(program: string, dados: string, tell: (line: string) => void): boolean {
  try {
    if (!undoUnproven(program, dados)) return false
    tell('Atualização: interrompida antes de provar que se conecta, foi desfeita.')
    return true
  } catch (error) {
    tell(`Atualização: não pôde ser desfeita (${error instanceof Error ? error.message : String(error)}).`)
    return false
  }
}
