import { spawnSync } from 'node:child_process'
import { close, constants, fstatSync, open, read, statSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import type { LineSettings } from '../../core/scale'
import type { Line, LineEvents, OpenLine } from './line'

/** How a port is set. */
interface PortSettings extends Pick<LineSettings, 'dataBits' | 'parity' | 'stopBits'> {
  readonly baud: number
}

const openFile = promisify(open)
/** A read of a quiet port comes back after so many tenths of a second: then it is seen whether it is still wanted. */
const QUIET_DS = 2
const BUFFER = 512

/**
 * A serial port of Linux: `stty` sets it, and the device is read as a file. Throws where the port is not there, is not one, or may not be opened by the user that runs the agent.
 */
export const serialLine =
  (path: string, settings: PortSettings): OpenLine =>
  async (on) => {
    if (process.platform !== 'linux')
      throw new Error('A porta serial só é lida no Linux: use um conversor de rede (tcp) neste computador.')
    set(path, settings)
    const file = await openFile(path, constants.O_RDWR | constants.O_NOCTTY).catch((error: unknown) => {
      throw new Error(`A porta ${path} não pode ser aberta.`, { cause: error })
    })
    return readFrom(file, path, on)
  }

/** `cs7 parenb` and the like; a modem's signals are not waited for, and what comes is not translated. */
function set(path: string, { baud, dataBits, parity, stopBits }: PortSettings): void {
  const even = parity === 'even' ? ['parenb', '-parodd'] : ['-parenb']
  const stops = stopBits === 1 ? '-cstopb' : 'cstopb'
  const args = ['-F', path, 'raw', '-echo', String(baud), `cs${dataBits}`, ...even, stops, 'clocal', '-crtscts']
  const { status, stderr, error } = spawnSync('stty', [...args, 'min', '0', 'time', String(QUIET_DS)], {
    encoding: 'utf8',
  })
  if (error) throw new Error('O programa stty não foi encontrado neste computador.', { cause: error })
  if (status !== 0) throw new Error(whyNot(path, stderr))
}

function whyNot(path: string, told: string): string {
  if (/No such file/.test(told)) return `A porta ${path} não existe: a balança está ligada a este computador?`
  if (/Permission denied/.test(told))
    return `O usuário do agente não pode usar a porta ${path}: ponha-o no grupo dialout.`
  return `A porta ${path} não aceita a configuração: ${told.trim().slice(0, 200)}`
}

/** Is the port that was opened still the one of that name? One that was unplugged reads as if it were quiet, for ever. */
function isThere(path: string, ino: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === ino
}

function readFrom(file: number, path: string, { data, lost }: LineEvents): Line {
  const buffer = Buffer.alloc(BUFFER)
  const { ino } = fstatSync(file)
  let isOver = false
  const end = (why?: string): void => {
    if (isOver) return
    isOver = true
    if (why !== undefined) lost(why)
  }
  // A read is always under way: the file is closed as it comes back, never under it, where its number may be another file's already.
  const next = (): void =>
    read(file, buffer, 0, BUFFER, null, (error, size) => {
      if (!isOver && (error || (size === 0 && !isThere(path, ino)))) end(`A porta ${path} foi desligada.`)
      if (isOver) return close(file, () => undefined)
      if (size > 0) data(new Uint8Array(buffer.subarray(0, size)))
      next()
    })
  next()
  return {
    write: (bytes) => {
      if (isOver) return
      try {
        writeSync(file, bytes)
      } catch {
        end(`A porta ${path} foi desligada.`)
      }
    },
    close: () => end(),
  }
}
