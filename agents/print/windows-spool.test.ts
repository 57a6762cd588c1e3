import { join } from 'node:path'
import { cc } from 'bun:ffi'
import { beforeAll, describe, expect, it } from 'vitest'
import { NotBegun } from './printer'
import { type Spooler, SPOOLER_CALLS, windowsPrinter } from './windows-spool'

/** What Windows' spooler is called with: the library is simulated in C, so that pointers, widths and texts are read as Windows reads them. */

const source = join(import.meta.dirname, '../../fixtures/simulators/winspool.c')
const load = () =>
  cc({
    source,
    symbols: {
      ...SPOOLER_CALLS,
      takes: { args: ['u32'], returns: 'void' },
      byte_at: { args: ['u32'], returns: 'u32' },
      title_at: { args: ['u32'], returns: 'u32' },
      kind_at: { args: ['u32'], returns: 'u32' },
      left_open: { args: [], returns: 'u32' },
      kept_count: { args: [], returns: 'u32' },
    },
  }).symbols

describe.skipIf(process.platform !== 'linux')('the spooler of Windows', () => {
  let library: ReturnType<typeof load>
  let print: (queue: string, text: string) => Promise<void>
  beforeAll(() => {
    library = load()
    const spooler: Spooler = library
    print = async (queue, text) =>
      windowsPrinter(queue, () => spooler)(
        { id: 'v-1', filename: 'açaí.zpl', bytes: new TextEncoder().encode(text) },
        1_000,
      )
  })
  const textOf = (at: (n: number) => number): string => {
    let text = ''
    for (let n = 0; at(n) !== 0; n++) text += String.fromCharCode(at(n))
    return text
  }

  it('gets a raw document by its name, all of its bytes, in as many pieces as it takes', async () => {
    library.takes(7)
    const sent = '^XA^FDação^FS^XZ'.repeat(20)
    await print('Zebra GC420 (EPL)', sent)
    const bytes = Uint8Array.from({ length: library.kept_count() }, (_, n) => library.byte_at(n))
    expect(new TextDecoder().decode(bytes)).toBe(sent)
    expect([textOf(library.title_at), textOf(library.kind_at), library.left_open()]).toEqual(['v-1 açaí.zpl', 'RAW', 0])
  })

  it('has not begun what no printer of that name was found for, and tells what broke off in the middle', async () => {
    const told = await print('Outra', 'x').catch((error: unknown) => error)
    expect(told).toBeInstanceOf(NotBegun)
    library.takes(0)
    const broken = await print('Zebra GC420 (EPL)', 'abc').catch((error: unknown) => error)
    expect([broken instanceof NotBegun, String(broken)]).toEqual([
      false,
      'Error: A impressora “Zebra GC420 (EPL)” recebeu 0 de 3 bytes.',
    ])
    expect(library.left_open()).toBe(0)
  })
})
