import { gtin14 } from '../../../core/br/gtin'
import { CoreError } from '../../../core/errors'
import { bareName, type Cell, readCell } from '../../../core/tabular/cell'
import type { MarkCount } from '../../../core/tabular/number'
import type { Ctx } from '../../platform/context'
import { EXTRA } from '../../platform/custom/definitions'
import { extraOf, takeCustomRows } from '../../platform/custom/take'
import { codeNotices } from '../../platform/engine/official'
import { parsedValues } from '../../platform/engine/save'
import { assertTyped } from '../../platform/engine/typed'
import { ApiError } from '../../platform/errors'
import { type Draft, type Hooks, type RecordOf, type Resource, type Row } from '../../platform/resource'
import type { ImportColumn, Lookup } from './columns'
import type { ImportKind } from './kind'
import { findRecords, type Matches } from './match'
import { References, type Wanted } from './references'

/** The code of a cell that has a word for it. */
const coded = (cell: Cell, { codes }: ImportColumn): Cell =>
  typeof cell === 'string' ? (codes?.get(bareName(cell)) ?? cell) : cell

/** The tags that a cell names, by their codes: parted by semicolons, or by commas where it has none and is no tag itself. */
function tagsIn(text: string, { codes }: ImportColumn): string[] {
  const sign = text.includes(';') || codes?.has(bareName(text)) === true ? ';' : ','
  const names = text.split(sign).map((one) => one.trim())
  return names.filter((one) => one !== '').map((one) => codes?.get(bareName(one)) ?? one)
}

/** A row of the file. */
export interface SheetRow {
  /** Its place among the rows that hold anything, from 1. */
  readonly ordem: number
  /** Its line in the file, as people find it there. */
  readonly linha: number
  readonly celulas: readonly Cell[]
}

/** Why a row is not taken, and in which column of the file (none when it is the row as a whole). */
export interface Fault {
  readonly coluna: number | null
  readonly mensagem: string
}

export type Situation = 'novo' | 'alterado' | 'igual' | 'erro'

/** What a row comes to. */
export interface Verdict {
  readonly row: SheetRow
  readonly situacao: Situation
  readonly erros: readonly Fault[]
  /** What would be refused if it were typed: a file is taken with it, and it is told. */
  readonly avisos: readonly Fault[]
  /** What no other row of the file may say too. */
  readonly chaves: readonly string[]
  readonly values: Row
  readonly before: RecordOf<Resource> | undefined
}

/** How a file is read: what each of its columns is, and what is chosen for all of its rows. */
export interface Plan {
  readonly kind: ImportKind
  /** By column of the file. */
  readonly columns: readonly (ImportColumn | undefined)[]
  readonly marks: readonly MarkCount[]
  /** Values that every row gets where it says nothing itself. */
  readonly fixed: Row
}

/** A row on its way through the checks. */
interface Work {
  readonly row: SheetRow
  readonly input: Row
  /** What it brings for the company's own fields, by their keys. */
  readonly own: Row
  readonly erros: Fault[]
  readonly avisos: Fault[]
  values: Row
  before: RecordOf<Resource> | undefined
}

const NO_MARKS: MarkCount = { commas: 0, points: 0 }
const MAX_FAULTS = 20

/** Checks rows by the rules of their resource: the fields' own, then the resource's hook, all with the resource's own words. */
export class Checker {
  readonly references: References
  readonly #required: readonly (readonly [string, string])[]

  constructor(
    readonly ctx: Ctx,
    readonly plan: Plan,
    /** `write` locks the records that rows are of, and creates the references that may be created. */
    options: { readonly write: boolean; readonly create: boolean },
  ) {
    this.references = new References(ctx, { create: options.create ? (options.write ? 'now' : 'later') : 'never' })
    this.lock = options.write
    this.#required = requiredOf(plan.kind.resource)
  }

  readonly lock: boolean

  /** What each of the rows comes to. Rows are not compared with each other. */
  async check(rows: readonly SheetRow[]): Promise<Verdict[]> {
    const works = rows.map((row) => this.#read(row))
    await this.#refer(works)
    for (const work of works) this.#parse(work)
    const { kind } = this.plan
    const matches = await findRecords(
      this.ctx,
      kind,
      works.map(({ input, values }) => ({ ...values, id: input.id })),
      this.lock,
    )
    for (const [at, work] of works.entries()) this.#match(work, matches[at])
    await this.#takeOwn(works)
    await kind.complete?.(
      this.ctx,
      works.filter(({ erros }) => erros.length === 0),
    )
    for (const work of works) this.#require(work)
    const written = () => works.filter((work) => work.erros.length === 0 && situationOf(work) !== 'igual')
    const { resource } = this.plan.kind
    await this.#ask(written(), 'erros', resource.hooks?.prepare)
    await this.#ask(written(), 'avisos', (ctx, drafts) => assertTyped(ctx, resource, drafts))
    await this.#tellCodes(written())
    return works.map((work, at) => verdictOf(work, matches[at]))
  }

  /** Cells in the forms that fields take. */
  #read(row: SheetRow): Work {
    const { columns, marks, fixed } = this.plan
    const work: Work = { row, input: { ...fixed }, own: {}, erros: [], avisos: [], values: {}, before: undefined }
    for (const [at, column] of columns.entries()) {
      if (!column) continue
      try {
        const cell = row.celulas[at] ?? null
        const tags = column.own?.custom.type === 'tags' && typeof cell === 'string' ? tagsIn(cell, column) : undefined
        const value = tags ?? readCell(coded(cell, column), column, marks[at] ?? NO_MARKS)
        if (value === null || column.lookup) continue
        if (column.own) work.own[column.own.custom.key] = value
        else work.input[column.field] = column.field === 'id' ? Number(value) : value
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
        work.erros.push({ coluna: at, mensagem: error.message })
      }
    }
    return work
  }

  /** Names of other records become their ids. */
  async #refer(works: readonly Work[]): Promise<void> {
    for (const [at, column] of this.plan.columns.entries()) {
      const lookup = column?.lookup
      if (!column || !lookup) continue
      const named = works.flatMap((work) => {
        const wanted = this.#wanted(work, at, lookup)
        return wanted ? [{ work, wanted }] : []
      })
      await this.references.load(
        lookup,
        named.map(({ wanted }) => wanted),
      )
      for (const { work, wanted } of named) this.#fill(work, column, at, this.references.get(lookup, wanted))
    }
  }

  #wanted({ row, input, erros }: Work, at: number, lookup: Lookup): Wanted | undefined {
    if (erros.some(({ coluna }) => coluna === at)) return undefined
    const { pad, proves } = this.plan.columns[at] ?? {}
    const column = { kind: 'text', ...(pad ? { pad } : {}), ...(proves ? { proves } : {}) } as const
    const value = readCell(row.celulas[at] ?? null, column, NO_MARKS)
    if (typeof value !== 'string') return undefined
    if (!lookup.within) return { text: value, within: null }
    const place = input[lookup.within.field]
    const split = /^(.+?)\s*(?:[-/,]\s*|\()([A-Za-z]{2})\)?$/.exec(value)
    if (typeof place === 'string') return { text: split?.[1] ?? value, within: place.toUpperCase() }
    return { text: split?.[1] ?? value, within: split?.[2]?.toUpperCase() ?? null }
  }

  #fill({ input, own, erros }: Work, column: ImportColumn, at: number, found: ReturnType<References['get']>): void {
    if ('error' in found) erros.push({ coluna: at, mensagem: found.error })
    else if ('pending' in found) return
    else if (column.own) own[column.own.custom.key] = found.id
    else if (
      typeof input[column.field] === 'number' &&
      column.field !== 'id' &&
      input[column.field] !== found.id &&
      !(column.field in this.plan.fixed)
    )
      erros.push({ coluna: at, mensagem: `${column.label}: é de outro registro que o das demais colunas.` })
    else input[column.field] = found.id
  }

  /** The fields' own checks. */
  #parse(work: Work): void {
    const { resource } = this.plan.kind
    work.values = parsedValues(resource, work.input, false, (name, mensagem) =>
      work.erros.push({ coluna: this.#columnOf(name), mensagem }),
    )
    const parent = resource.parent?.field
    if (parent !== undefined && work.input[parent] !== undefined) work.values[parent] = work.input[parent]
  }

  /** The company's own fields, as a form would have them. */
  async #takeOwn(works: readonly Work[]): Promise<void> {
    const told = await takeCustomRows(
      this.ctx,
      this.plan.kind.resource,
      works.map(({ before, values, own }) => ({ before, values, input: { [EXTRA]: own } })),
    )
    for (const [at, { erros }] of works.entries())
      for (const [name, messages] of Object.entries(told[at] ?? {}))
        erros.push({ coluna: this.#columnOf(name), mensagem: messages.join(' ') })
  }

  #columnOf(field: string): number | null {
    const at = this.plan.columns.findIndex((column) => column?.field === field)
    return at === -1 ? null : at
  }

  #match(work: Work, found: Matches | undefined): void {
    if (found?.error) work.erros.push({ coluna: null, mensagem: found.error })
    else work.before = found?.record
  }

  /** What a new record may not lack. */
  #require(work: Work): void {
    if (work.before || work.erros.length > 0) return
    for (const [name, mensagem] of this.#required) {
      const column = this.plan.kind.columns.find(({ field }) => field === name)
      if (work.values[name] === undefined || work.values[name] === null)
        work.erros.push({ coluna: this.#columnOf(name), mensagem: `${column?.label ?? name}: ${mensagem}` })
    }
  }

  /** Codes that the official tables do not know, or that are not in force, where the row brings them anew. */
  async #tellCodes(works: readonly Work[]): Promise<void> {
    const told = await codeNotices(this.ctx, this.plan.kind.resource.fields, works)
    for (const [at, work] of works.entries())
      for (const [name, mensagem] of Object.entries(told[at] ?? {}))
        if (work.values[name] !== work.before?.[name]) work.avisos.push({ coluna: this.#columnOf(name), mensagem })
  }

  /** Asks a rule of the resource, for all rows at once; when one is refused, for each to find which. */
  async #ask(works: readonly Work[], into: 'erros' | 'avisos', rule: Hooks['prepare']): Promise<void> {
    if (!rule || works.length === 0) return
    const draft = ({ before, values, input }: Work): Draft => ({ before, values, input })
    try {
      await rule(this.ctx, works.map(draft))
    } catch (error) {
      if (!isRefusal(error)) throw error
      for (const work of works) await this.#askOne(work[into], () => rule(this.ctx, [draft(work)]))
    }
  }

  async #askOne(told: Fault[], run: () => Promise<void> | void): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!isRefusal(error)) throw error
      const fields = error instanceof ApiError ? Object.entries(error.errors ?? {}) : []
      if (fields.length === 0) told.push({ coluna: null, mensagem: error.message })
      for (const [name, messages] of fields) told.push({ coluna: this.#columnOf(name), mensagem: messages.join(' ') })
    }
  }
}

const isRefusal = (error: unknown): error is ApiError | CoreError =>
  error instanceof ApiError || error instanceof CoreError

/** Fields that a new record must have, with what is said when it has not. */
function requiredOf(resource: Resource): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  parsedValues(resource, {}, true, (name, message) => found.push([name, message]))
  const parent = resource.parent?.field
  return parent === undefined ? found : [[parent, 'Preencha este campo.'], ...found]
}

/** The fields whose stored value would change. A GTIN is the same with more or fewer zeros before it: it stays as it is stored. */
export function changedFields(before: Row, values: Row): string[] {
  return Object.keys(values).filter((name) => stored(name, before[name]) !== stored(name, values[name]))
}

/** Would what a column fills change? */
export function changesColumn({ field, own }: ImportColumn, before: Row, values: Row): boolean {
  if (!own) return changedFields(before, values).includes(field)
  const [was, becomes] = [before, values].map((row) => extraOf(row)[own.custom.id])
  return Object.hasOwn(values, EXTRA) && stored(field, was) !== stored(field, becomes)
}

function stored(name: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  const text = String(value ?? '')
  return name === 'cEAN' ? gtin14(text) : text
}

function situationOf({ before, values, erros }: Work): Situation {
  if (erros.length > 0) return 'erro'
  if (!before) return 'novo'
  return changedFields(before, values).length > 0 ? 'alterado' : 'igual'
}

function verdictOf(work: Work, found: Matches | undefined): Verdict {
  const { row, erros, avisos, values, before } = work
  const chaves = [...(found?.keys ?? []), ...(before ? [`registro=${before.id}`] : [])]
  return { row, situacao: situationOf(work), erros: erros.slice(0, MAX_FAULTS), avisos, chaves, values, before }
}
