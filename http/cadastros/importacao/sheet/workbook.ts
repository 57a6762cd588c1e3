import { join } from 'node:path'
import type { Cell } from '../../../../core/tabular/cell'
import { invalidFile, type Piece, type RawRow } from './rows'
import { directoryOf, ZipFault } from './zip'

const TIME_LIMIT_MS = 120_000
const MAX_LINE = 4 * 1024 * 1024

/**
 * The rows of a workbook's first sheet. It is read by a process of its own: the server goes on meanwhile, its memory is not the reader's, and
 * a file that takes too long takes nothing with it. Throws 400 `invalid_file`.
 */
export async function* readWorkbook(bytes: Uint8Array): AsyncGenerator<Piece> {
  assertDirectory(bytes)
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, 'workbook-process.ts')], {
    stdin: bytes,
    stdout: 'pipe',
    stderr: 'ignore',
    env: { PATH: process.env.PATH ?? '' },
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS)
  try {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) {
      const text = rest + decoder.decode(chunk, { stream: true })
      const end = text.lastIndexOf('\n')
      rest = text.slice(end + 1)
      if (rest.length > MAX_LINE) throw invalidFile('A planilha tem uma linha grande demais.')
      if (end >= 0) yield pieceOf(text.slice(0, end).split('\n'))
    }
    if ((await child.exited) !== 0)
      throw invalidFile('Não foi possível ler a planilha: é grande ou complexa demais. Salve como CSV e tente de novo.')
    yield { rows: [], bytes: bytes.length }
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

function assertDirectory(bytes: Uint8Array): void {
  try {
    const names = new Set(directoryOf(bytes).map(({ name }) => name))
    if (!names.has('[Content_Types].xml') || ![...names].some((name) => name.startsWith('xl/')))
      throw new ZipFault('Este arquivo não é uma planilha XLSX.')
  } catch (error) {
    if (error instanceof ZipFault) throw invalidFile(error.message)
    throw invalidFile('A planilha está danificada.')
  }
}

function pieceOf(lines: readonly string[]): Piece {
  const read = lines.map((line): unknown => JSON.parse(line))
  const notices = read.flatMap((one) => textIn(one, 'notice') ?? [])
  return { rows: read.filter((one) => textIn(one, 'notice') === undefined).map(rowOf), bytes: 0, notices }
}

function rowOf(read: unknown): RawRow {
  if (!Array.isArray(read)) throw invalidFile(textIn(read, 'error') ?? 'A planilha está danificada.')
  const [linha, ...celulas]: readonly unknown[] = read
  return { linha: Number(linha), celulas: celulas.map(asCell) }
}

const asCell = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** What an object says under a name. */
const textIn = (read: unknown, name: string): string | undefined =>
  typeof read === 'object' && read !== null && name in read ? String(Reflect.get(read, name)) : undefined
