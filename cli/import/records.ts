import { sql } from 'drizzle-orm'
import { refused } from '../exit'
import { type Ctx, rowsOf } from '../../http/platform/context'
import { ApiError } from '../../http/platform/errors'
import { checkedValues } from '../../http/platform/engine/save'
import { insertMany } from '../../http/platform/engine/write'
import { type Resource, resourceNamed, type Row } from '../../http/platform/resource'
import type { CsvRecord } from './csv'
import type { Piece } from './source'

/** A line that cannot be imported, and why. */
export interface LineError {
  readonly line: number
  readonly message: string
}

/** What an import did: with any error, nothing was written. */
export interface ImportReport {
  readonly imported: number
  readonly errors: readonly LineError[]
}

/** How an import is done. */
export interface ImportOptions {
  /** Column that names a record on its own: no two lines and no stored record may have the same. */
  readonly key: string
  readonly onProgress: (progress: { readonly bytesRead: number; readonly lines: number }) => void
}

const BATCH = 2_000
const MAX_ERRORS = 1_000

/**
 * Imports records of a plain register, checked as the API checks them and audited, in the caller's transaction. The first line names the
 * fields, by name or label. After the first error lines are only checked, and at the end the caller's transaction must be given up.
 */
export async function importRecords(
  ctx: Ctx,
  resource: Resource,
  pieces: AsyncIterable<Piece>,
  options: ImportOptions,
): Promise<ImportReport> {
  const work = new Import(ctx, resource, options.key)
  for await (const { records, bytesRead } of pieces) {
    for (const record of records) await work.take(record)
    options.onProgress({ bytesRead, lines: work.lines })
    if (work.errors.length >= MAX_ERRORS) break
  }
  return work.finish()
}

/** A line whose values are fine by themselves. */
interface Checked {
  readonly line: number
  readonly values: Row
}

class Import {
  readonly errors: LineError[] = []
  lines = 0
  readonly #ctx: Ctx
  readonly #resource: Resource
  readonly #key: string
  readonly #seen = new Map<string, number>()
  #names: readonly string[] | undefined
  #batch: Checked[] = []
  #imported = 0

  constructor(ctx: Ctx, resource: Resource, key: string) {
    this.#ctx = ctx
    this.#resource = resource
    this.#key = key
  }

  async take({ line, cells }: CsvRecord): Promise<void> {
    if (!this.#names) {
      this.#names = fieldNames(this.#resource, cells)
      return
    }
    this.lines++
    if (cells.length > this.#names.length)
      return this.#refuse(line, `Há ${cells.length} colunas; o cabeçalho tem ${this.#names.length}.`)
    const input: Row = {}
    for (const [at, name] of this.#names.entries()) input[name] = cells[at] ?? ''
    const values = this.#check(line, input)
    if (!values || this.#isRepeated(line, values)) return
    this.#batch.push({ line, values })
    if (this.#batch.length >= BATCH) await this.#write()
  }

  async finish(): Promise<ImportReport> {
    if (!this.#names) throw refused('O arquivo está vazio.')
    await this.#write()
    return { imported: this.errors.length > 0 ? 0 : this.#imported, errors: this.errors }
  }

  #refuse(line: number, message: string): void {
    this.errors.push({ line, message })
  }

  #check(line: number, input: Row): Row | undefined {
    try {
      return checkedValues(this.#resource, input, true)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.errors) throw error
      for (const [name, messages] of Object.entries(error.errors)) this.#refuse(line, `${name}: ${messages.join(' ')}`)
      return undefined
    }
  }

  #isRepeated(line: number, values: Row): boolean {
    const key = values[this.#key]
    if (typeof key !== 'string') return false
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, line)
    else this.#refuse(line, `${this.#key}: repetido, já está na linha ${first}.`)
    return first !== undefined
  }

  async #write(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    if (batch.length === 0) return
    await this.#assertNew(batch)
    await this.#assertReferences(batch)
    if (this.errors.length > 0) return
    const rows = batch.map((one) => one.values)
    await this.#resource.hooks?.prepare?.(
      this.#ctx,
      rows.map((values) => ({ before: undefined, values })),
    )
    await insertMany(this.#ctx, this.#resource, rows, 'importa')
    this.#imported += rows.length
  }

  async #assertNew(batch: readonly Checked[]): Promise<void> {
    const name = sql.raw(`"${this.#key}"`)
    const keys = JSON.stringify(batch.map((one) => one.values[this.#key]).filter((key) => typeof key === 'string'))
    const rows = await rowsOf(
      this.#ctx,
      sql`select ${name} as key, id from ${sql.raw(`"${this.#resource.name}"`)} where ${name} in (select jsonb_array_elements_text(${keys}::jsonb))`,
    )
    const stored = new Map(rows.map((row) => [row.key, row.id]))
    for (const { line, values } of batch) {
      const id = stored.get(values[this.#key])
      if (id !== undefined) this.#refuse(line, `${this.#key}: já cadastrado, com o código ${String(id)}.`)
    }
  }

  /** Every record referred to exists. */
  async #assertReferences(batch: readonly Checked[]): Promise<void> {
    for (const [name, { meta }] of Object.entries(this.#resource.fields)) {
      if (meta.ref === undefined) continue
      const wanted = [...new Set(batch.map((one) => one.values[name]).filter((id) => typeof id === 'number'))]
      if (wanted.length === 0) continue
      const rows = await rowsOf(
        this.#ctx,
        sql`select id from ${sql.raw(`"${resourceNamed(meta.ref).name}"`)} where id = any (${`{${wanted.join(',')}}`}::int[])`,
      )
      const known = new Set(rows.map((row) => row.id))
      for (const { line, values } of batch)
        if (typeof values[name] === 'number' && !known.has(values[name]))
          this.#refuse(line, `${name}: não há registro com o código ${values[name]}.`)
    }
  }
}

const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[̀-ͯ\s_./()-]/g, '')
    .toLowerCase()

/** The fields that the first line names. Throws exit code 1 for a column that is none, and for one named twice. */
function fieldNames(resource: Resource, cells: readonly string[]): string[] {
  const open = Object.entries(resource.fields).filter(
    ([, { meta }]) => !meta.computed && !meta.secret && meta.kind !== 'json',
  )
  const known = new Map([
    ...open.map(([name, { meta }]): [string, string] => [bare(meta.label), name]),
    ...open.map(([name]): [string, string] => [bare(name), name]),
  ])
  const names = cells.map((cell) => known.get(bare(cell.replace(/^\uFEFF/, ''))))
  const unknown = cells.filter((_, at) => names[at] === undefined)
  if (unknown.length > 0)
    throw refused(
      `Colunas desconhecidas: ${unknown.join(', ')}. São aceitas: ${open.map(([name]) => name).join(', ')}.`,
    )
  const found = names.filter((name) => name !== undefined)
  const twice = found.find((name, at) => found.indexOf(name) !== at)
  if (twice !== undefined) throw refused(`A coluna ${twice} aparece mais de uma vez.`)
  return found
}
