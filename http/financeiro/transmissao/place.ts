import { messageOf } from '../../../core/errors'
import { NotSent, type Sent } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'

/** A folder out of which a bank takes files: on this server, or by SFTP. */
export interface Place {
  /** Throws Denied where files cannot be put into it. */
  readonly check: () => Promise<void>
  /** The bytes of a file; undefined where there is none of that name. */
  readonly read: (name: string) => Promise<Uint8Array | undefined>
  /** Writes a file whole, over one that is there. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Throws `Denied` where it certainly did not happen. */
  readonly rename: (from: string, to: string) => Promise<void>
}

/** The other side says that it did not do what it was asked. */
export class Denied extends Error {
  override readonly name = 'Denied'
}

/** The other side refused who asks, or is another than the bank's: trying again would not help, and may lock the account. */
export class Unwelcome extends Error {
  override readonly name = 'Unwelcome'
}

/** A file as it is handed over. */
export interface Given {
  readonly arquivo: string
  readonly bytes: Uint8Array
}

/** What a bank answers of a file, for people. */
export interface Receipt {
  readonly recibo: string
}

/** While it is written it has another name, which banks' programs leave alone. */
const aside = (arquivo: string): string => `${arquivo}.part`

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** Said of an error that says nothing. */
const CUT = 'A conexão foi interrompida.'

/**
 * Puts a file into a place so that it is there whole or not at all. Throws NotSent for what failed before the rename, CallFailed where the rename was asked for and not
 * answered: then the file may have been taken.
 */
export async function putInto(place: Place, { arquivo, bytes }: Given): Promise<Sent<Receipt>> {
  try {
    const there = await place.read(arquivo)
    if (there !== undefined)
      return isSame(there, bytes)
        ? { answer: { recibo: `${arquivo} já estava na pasta` } }
        : { never: `Já há um arquivo ${arquivo} na pasta, com outro conteúdo.` }
    await place.write(aside(arquivo), bytes)
    const written = await place.read(aside(arquivo))
    if (written === undefined || !isSame(written, bytes))
      return { again: 'O arquivo chegou diferente: será gravado de novo.' }
  } catch (error) {
    throw new NotSent(messageOf(error) || CUT, { cause: error })
  }
  try {
    await place.rename(aside(arquivo), arquivo)
  } catch (error) {
    if (error instanceof Denied) return { again: error.message }
    throw new CallFailed(messageOf(error) || CUT, { cause: error })
  }
  return { answer: { recibo: `${arquivo} na pasta` } }
}

/**
 * Was a file handed over that nobody answered to? What is still aside was not. Throws CallFailed where there is neither: the bank takes files away, so that it may have had it.
 */
export async function askOf(place: Place, { arquivo, bytes }: Given) {
  const there = await place.read(arquivo)
  if (there !== undefined && isSame(there, bytes)) return { answer: { recibo: `${arquivo} na pasta` } } as const
  if ((await place.read(aside(arquivo))) !== undefined) return { unknown: true } as const
  throw new CallFailed(`O arquivo ${arquivo} não está mais na pasta: o banco pode tê-lo levado. Confira com ele.`)
}
