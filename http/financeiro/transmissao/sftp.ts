import { createHash } from 'node:crypto'
import { connect as dial, type Socket } from 'node:net'
import { posix } from 'node:path'
import type SftpClient from 'ssh2-sftp-client'
import { NotSent } from '../../platform/exchange/exchange'
import { bareHost, checkedUrl, publicLookup } from '../../platform/outside/address'
import { Denied, type Place, Unwelcome } from './place'

/** An account at a bank's SFTP server. */
export interface SftpAccount {
  /** `servidor` or `servidor:porta`; 22 unless told. */
  readonly endereco: string
  readonly usuario: string
  readonly senha: string | undefined
  /** A private key in PEM or OpenSSH's form. */
  readonly chave: string | undefined
  /** `SHA256:` and the digest of the server's key; without it nothing is sent. */
  readonly impressao: string | null
  readonly pasta: string
  readonly allowPrivate: boolean
}

const CONNECT_MS = 20_000
/** A server that does not say goodbye is left. */
const LEAVE_MS = 2_000

/** The fingerprint of a key as OpenSSH writes it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** The host and port of an address. Throws RefusedAddress for what is none, or is internal. */
function hostOf({ endereco, allowPrivate }: SftpAccount): { host: string; port: number } {
  const url = checkedUrl(`https://${endereco}`, { allowPrivate })
  return { host: bareHost(url), port: url.port === '' ? (endereco.endsWith(':443') ? 443 : 22) : Number(url.port) }
}

/** A connection to the very address that was looked at. Throws NotSent in words. */
async function dialled(account: SftpAccount, signal: AbortSignal): Promise<Socket> {
  const { host, port } = hostOf(account)
  const socket = dial({ host, port, ...(account.allowPrivate ? {} : { lookup: publicLookup() }) })
  const late = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  return new Promise((done, fail) => {
    const end = (error: Error) => {
      socket.destroy()
      fail(error.name === 'RefusedAddress' ? error : new NotSent('O servidor SFTP não respondeu.', { cause: error }))
    }
    late.addEventListener('abort', () => end(new Error('timeout')), { once: true })
    socket.once('error', end)
    socket.once('connect', () => {
      socket.removeListener('error', end)
      done(socket)
    })
  })
}

/** Status codes by which a server says that it did not do it (SFTP 3: no such file, permission denied, failure, unsupported). */
const DENIED = new Set<unknown>([2, 3, 4, 8])

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const CUT = 'A conexão com o servidor SFTP foi interrompida.'

/** What went wrong at the server, in words. Throws Denied where it says that it did not do it. */
async function worded<T>(work: Promise<T>, denied: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (DENIED.has(codeOf(error))) throw new Denied(denied, { cause: error })
    throw new Error(CUT, { cause: error })
  }
}

function placeIn(client: SftpClient, folder: string): Place {
  const at = (name: string) => (folder === '' ? name : posix.join(folder, name))
  const noFolder = `A pasta ${folder || 'de entrada'} não existe no servidor, ou não aceita arquivos.`
  return {
    check: async () => {
      if ((await worded(client.exists(folder || '.'), noFolder)) !== 'd') throw new Denied(noFolder)
    },
    read: async (name) => {
      if (!(await worded(client.exists(at(name)), noFolder))) return undefined
      const bytes = await worded(client.get(at(name)), 'O arquivo não pode ser lido na pasta do servidor.')
      if (!Buffer.isBuffer(bytes)) throw new Error(CUT)
      return bytes
    },
    write: async (name, bytes) => void (await worded(client.put(Buffer.from(bytes), at(name)), noFolder)),
    rename: async (from, to) =>
      void (await worded(client.rename(at(from), at(to)), 'O servidor recusou o nome do arquivo.')),
  }
}

interface Seen {
  key?: string
}

const mute = () => undefined

/** Why no session came about, in words. */
function refusalOf(error: unknown, { impressao }: SftpAccount, { key }: Seen): Error {
  const text = error instanceof Error ? error.message : ''
  if (key !== undefined && key !== impressao)
    return new Unwelcome(
      impressao === null
        ? `A chave do servidor é ${key}: confira-a com o banco e informe-a na conta caixa.`
        : `O servidor apresentou outra chave (${key}): nada foi enviado. Confira com o banco.`,
    )
  if (/authentication methods failed/i.test(text))
    return new Unwelcome('O servidor recusou o usuário, a senha ou a chave.')
  if (/parse privateKey|passphrase/i.test(text)) return new Unwelcome('A chave privada não é válida, ou tem senha.')
  return new NotSent(CUT, { cause: error })
}

/**
 * Works in an account's folder by SFTP. The server's key must be the one that the bank told. Throws Unwelcome, NotSent or RefusedAddress where no session comes about, and what
 * `run` throws; a signal that is aborted cuts the line.
 */
export async function bySftp<T>(
  account: SftpAccount,
  signal: AbortSignal,
  run: (place: Place) => Promise<T>,
): Promise<T> {
  const { default: Client } = await import('ssh2-sftp-client')
  const socket = await dialled(account, signal)
  const cut = () => socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  const client = new Client('sftp', { error: mute, end: mute, close: mute })
  const seen: Seen = {}
  try {
    await client
      .connect({
        sock: socket,
        username: account.usuario,
        ...(account.senha === undefined ? {} : { password: account.senha }),
        ...(account.chave === undefined ? {} : { privateKey: account.chave }),
        readyTimeout: CONNECT_MS,
        hostVerifier: (key: Buffer) => (seen.key = fingerprintOf(key)) === account.impressao,
      })
      .catch((error: unknown) => {
        throw refusalOf(error, account, seen)
      })
    return await run(placeIn(client, account.pasta))
  } finally {
    signal.removeEventListener('abort', cut)
    await Promise.race([client.end().catch(mute), Bun.sleep(LEAVE_MS)])
    socket.destroy()
  }
}
