import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { type AgentManifest, type AgentProgram, readManifest } from '../../core/agent'

const ASK_MS = 15_000
/** A program of a hundred megabytes over a poor line. */
const DOWNLOAD_MS = 30 * 60_000

/** The update is not to be had: why, in Portuguese. Nothing was changed. */
export class NoUpdate extends Error {
  /** The server has none to give. */
  readonly isMissing: boolean

  constructor(
    message: string,
    { isMissing = false, ...options }: ErrorOptions & { readonly isMissing?: boolean } = {},
  ) {
    super(message, options)
    this.isMissing = isMissing
  }
}

interface Source {
  readonly servidor: string
  readonly chave: string
  /** It is not wanted any more. */
  readonly signal: AbortSignal
}

async function asked({ servidor, chave, signal }: Source, path: string, limitMs: number): Promise<Response> {
  const headers = { Authorization: `Bearer ${chave}` }
  const answer = await fetch(`${servidor}/api/agente/programa${path}`, {
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new NoUpdate('O servidor não respondeu.', { cause: error })
  })
  if (!answer.ok)
    throw new NoUpdate(`O servidor não tem o programa (HTTP ${answer.status}).`, { isMissing: answer.status === 404 })
  return answer
}

/** The programs that the server has. Throws NoUpdate. */
export async function fetchManifest(source: Source): Promise<AgentManifest> {
  const answer = await asked(source, '', ASK_MS)
  const manifest = readManifest(await answer.json().catch(() => undefined))
  if (!manifest) throw new NoUpdate('O servidor respondeu algo que não é uma lista de programas.')
  return manifest
}

/** Brings a program to `path`, whole and as the manifest says it, or not at all. Throws NoUpdate. */
export async function download(source: Source, { alvo, bytes, sha256 }: AgentProgram, path: string): Promise<void> {
  const answer = await asked(source, `/${alvo}`, DOWNLOAD_MS)
  const file = await open(path, 'w', 0o755).catch((error: unknown) => {
    throw new NoUpdate(`O programa não pode ser gravado${codeOf(error)}.`, { cause: error })
  })
  const digest = createHash('sha256')
  let size = 0
  try {
    for await (const part of answer.body ?? []) {
      size += part.byteLength
      if (size > bytes) throw new NoUpdate(`O programa é maior que os ${bytes} bytes que o servidor anunciou.`)
      digest.update(part)
      // All of it, behind what is there: `write` may take less than it is given.
      await file.writeFile(part)
    }
    if (size < bytes) throw new NoUpdate(`O programa veio cortado: ${size} de ${bytes} bytes.`)
    if (digest.digest('hex') !== sha256) throw new NoUpdate('O programa não confere com o que o servidor anunciou.')
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error instanceof NoUpdate
      ? error
      : new NoUpdate(`O programa não veio inteiro${codeOf(error)}.`, { cause: error })
  } finally {
    await file.close()
  }
}

/** What the system calls a fault, in brackets. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '')
