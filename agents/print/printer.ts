import { spawn } from 'node:child_process'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** What is printed: bytes as the printer takes them, and what a file of it is called. */
interface Paper {
  /** Its number in the queue. */
  readonly id: string
  readonly filename: string
  readonly bytes: Uint8Array
}

/** Brings a paper to a printer: done when it has taken all of it. Throws with what is wrong in Portuguese; `NotBegun` where it certainly has got nothing. */
export type Printer = (paper: Paper, limitMs: number) => Promise<void>

/** The printer got nothing of it: it may be sent again. */
export class NotBegun extends Error {}

/** The printer got nothing of it and takes it no other time either: it stands in nobody's way. */
export class Unprintable extends NotBegun {}

/** A printer on the network that takes raw bytes (port 9100). */
export const tcpPrinter =
  (host: string, port: number): Printer =>
  async ({ bytes }, limitMs) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const late = setTimeout(() => reject(new Error(`A impressora ${host}:${port} não recebeu tudo a tempo.`)), limitMs)
    let sent = 0
    const more = (socket: { write: (data: Uint8Array) => number; end: () => unknown }): void => {
      sent += socket.write(bytes.subarray(sent))
      if (sent >= bytes.length) socket.end()
    }
    const connecting = Bun.connect({
      hostname: host,
      port,
      socket: {
        open: more,
        drain: more,
        data: () => undefined,
        close: () =>
          sent >= bytes.length ? resolve() : reject(new Error(`A impressora ${host}:${port} desligou no meio.`)),
        error: (_, error) => reject(new Error(`A impressora ${host}:${port} falhou: ${error.message}`)),
      },
    })
    connecting.catch((error: unknown) =>
      reject(new NotBegun(`Nenhuma impressora responde em ${host}:${port}.`, { cause: error })),
    )
    try {
      await promise
    } finally {
      clearTimeout(late)
      void connecting.then((socket) => socket.terminate()).catch(() => undefined)
    }
  }

/** A folder that something else prints from: the file is there whole, or not at all. */
export const folderPrinter =
  (folder: string): Printer =>
  async ({ filename, bytes }) => {
    const path = join(folder, filename)
    try {
      const file = await open(`${path}.parte`, 'w')
      await file.writeFile(bytes)
      await file.sync()
      await file.close()
    } catch (error) {
      throw new NotBegun(`A pasta ${folder} não pode ser gravada.`, { cause: error })
    }
    await rename(`${path}.parte`, path)
  }

/** A queue of this PC's own spooler (CUPS), which sends bytes as they are. */
export const spoolPrinter =
  (queue: string): Printer =>
  async ({ bytes }, limitMs) => {
    const child = spawn('lp', ['-d', queue, '-o', 'raw'], { stdio: ['pipe', 'ignore', 'pipe'] })
    let told = ''
    child.stderr.on('data', (chunk) => (told += String(chunk)))
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', (error) => reject(new NotBegun('O programa lp não foi encontrado.', { cause: error })))
      child.on('exit', resolve)
    })
    const late = setTimeout(() => child.kill(), limitMs)
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
    const status = await ended.finally(() => clearTimeout(late))
    // The spooler takes a file whole or refuses it.
    if (status !== 0) throw new NotBegun(`A fila ${queue} não aceitou: ${told.trim().slice(0, 200) || 'sem resposta'}`)
  }
