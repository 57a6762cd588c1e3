import { dlopen, type Pointer, ptr } from 'bun:ffi'
import { NotBegun, type Printer } from './printer'

/** What is called of Windows' spooler. */
export const SPOOLER_CALLS = {
  OpenPrinterW: { args: ['ptr', 'ptr', 'ptr'], returns: 'i32' },
  StartDocPrinterW: { args: ['ptr', 'u32', 'ptr'], returns: 'u32' },
  StartPagePrinter: { args: ['ptr'], returns: 'i32' },
  WritePrinter: { args: ['ptr', 'ptr', 'u32', 'ptr'], returns: 'i32' },
  EndPagePrinter: { args: ['ptr'], returns: 'i32' },
  EndDocPrinter: { args: ['ptr'], returns: 'i32' },
  ClosePrinter: { args: ['ptr'], returns: 'i32' },
} as const

/** Those calls, as the library gives them. */
export interface Spooler {
  readonly OpenPrinterW: (name: Pointer, handle: Pointer, defaults: null) => number
  readonly StartDocPrinterW: (handle: Pointer, level: number, about: Pointer) => number
  readonly StartPagePrinter: (handle: Pointer) => number
  readonly WritePrinter: (handle: Pointer, bytes: Pointer, count: number, written: Pointer) => number
  readonly EndPagePrinter: (handle: Pointer) => number
  readonly EndDocPrinter: (handle: Pointer) => number
  readonly ClosePrinter: (handle: Pointer) => number
}

let own: Spooler | undefined
const windowsSpooler = (): Spooler => (own ??= dlopen('winspool.drv', SPOOLER_CALLS).symbols)

/** A text as Windows takes it: UTF-16, ended by a zero. */
const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')

/** A handle is as wide as a pointer, and lies within what a number holds exactly. */
// oxlint-disable-next-line typescript/consistent-type-assertions -- a pointer is a number that only the library reads
const asPointer = (value: bigint | undefined): Pointer => Number(value ?? 0n) as Pointer

/**
 * A queue of Windows' spooler, which sends bytes as they are (RAW). Until the document has begun the spooler has nothing; a document that breaks off in the middle may come out
 * in part.
 */
export const windowsPrinter =
  (queue: string, spooler: () => Spooler = windowsSpooler): Printer =>
  ({ id, filename, bytes }) => {
    const calls = spooler()
    const handle = new BigUint64Array(1)
    const name = wide(queue)
    if (calls.OpenPrinterW(ptr(name), ptr(handle), null) === 0)
      throw new NotBegun(`A impressora “${queue}” não existe neste Windows, ou não pode ser usada.`)
    const printer = asPointer(handle[0])
    try {
      sendDocument(calls, printer, { queue, title: `${id} ${filename}`, bytes })
    } finally {
      calls.ClosePrinter(printer)
    }
    return Promise.resolve()
  }

interface Document {
  readonly queue: string
  readonly title: string
  readonly bytes: Uint8Array
}

function sendDocument(calls: Spooler, printer: Pointer, { queue, title, bytes }: Document): void {
  // DOC_INFO_1W: name of the document, file that it goes to (none), kind of data. What is pointed at has to outlive the call.
  const [name, kind] = [wide(title), wide('RAW')]
  const about = new BigUint64Array([BigInt(ptr(name)), 0n, BigInt(ptr(kind))])
  if (calls.StartDocPrinterW(printer, 1, ptr(about)) === 0)
    throw new NotBegun(`A impressora “${queue}” não começou a impressão.`)
  const begun = calls.StartPagePrinter(printer) !== 0
  const sent = begun ? writeAll(calls, printer, bytes) : 0
  const ended = calls.EndPagePrinter(printer) !== 0
  if (calls.EndDocPrinter(printer) === 0 || !begun || !ended || sent < bytes.length)
    throw new Error(`A impressora “${queue}” recebeu ${sent} de ${bytes.length} bytes.`)
}

/** Bytes that the spooler took. */
function writeAll(calls: Spooler, printer: Pointer, bytes: Uint8Array): number {
  const written = new Uint32Array(1)
  let sent = 0
  while (sent < bytes.length) {
    // A copy: a pointer is into the start of what it is taken of.
    const rest = bytes.slice(sent)
    if (calls.WritePrinter(printer, ptr(rest), rest.length, ptr(written)) === 0 || written[0] === 0) break
    sent += written[0] ?? 0
  }
  return sent
}
