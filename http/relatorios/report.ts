import type { FieldMeta } from '../../core/fields/field'
import type { Amount } from '../../core/money/decimal'
import type { Ctx } from '../platform/context'
import type { Row } from '../platform/resource'
import type { Asked } from '../platform/stream'

/** How a cell is read: it decides its text, its side and whether a spreadsheet takes it as a number. A `field` is read as its definition says. */
export type CellKind =
  | 'text'
  | 'code'
  | 'integer'
  | 'quantity'
  | 'money'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'taxid'
  | 'phone'
  | 'field'

export interface ReportColumn {
  /** Name of the query's column. */
  readonly field: string
  readonly label: string
  readonly kind: CellKind
  /** Of a `field`: what is known of it. */
  readonly meta?: FieldMeta
  /** Share of the page's width; 1 unless told. */
  readonly width?: number
  /** Added up under the last row. */
  readonly sum?: boolean
  /** A right that it asks beside those of its report: without it, the report has no such column. */
  readonly right?: string
}

interface FilterBase {
  readonly label: string
  readonly required?: boolean
}

/** What a report may be narrowed by. A period travels as `{name}_ini` and `{name}_fim`. */
export type ReportFilter =
  | (FilterBase & { readonly kind: 'period'; readonly initial?: 'month' | 'next30' })
  | (FilterBase & { readonly kind: 'date'; readonly initial?: 'today' })
  | (FilterBase & { readonly kind: 'ref'; readonly resource: string })
  | (FilterBase & {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
      readonly initial: string
    })
  | (FilterBase & { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly initial?: number })

/** Filters as given, checked: texts of dates, ids, numbers, choices. What was left empty is absent. */
export interface ReportValues {
  readonly empresa_id: number
  text(name: string): string | undefined
  number(name: string): number | undefined
}

/** One definition a report: from it come its form, its rights and its three outputs. */
export interface Report {
  /** In addresses: `/reporting/pdf/{rel_name}`. */
  readonly rel_name: string
  readonly title: string
  readonly description: string
  readonly category: string
  /** Every one of these resources must be open to who runs it, beside `relatorios`. */
  readonly rights: readonly string[]
  readonly filters: Readonly<Record<string, ReportFilter>>
  readonly columns: readonly ReportColumn[]
  /** Its chart: the columns that name a bar and say how long it is. */
  readonly chart?: {
    readonly name: string
    readonly value: string
    /** A line over months or a pie, not bars. */
    readonly shape?: 'linha' | 'pizza'
    /** What all of a pie is, where its rows may not be all of it. */
    readonly whole?: (ctx: Ctx, values: ReportValues) => Promise<Amount>
  }
  /** What a row's numbers are made of: the address of a list with its filters (`listAddress`), or of a record (`recordAddress`); '' where it has no screen. */
  readonly drill: (row: Row, values: ReportValues) => string
  /** Landscape by nature. */
  readonly wide?: boolean
  /** What narrows it beside its filters, in words: each with its label. */
  readonly told?: (ctx: Ctx) => Promise<readonly (readonly [string, string])[]>
  /** Its last line as it is read, where that is not the sum of what stands over it: a cell for each column. */
  readonly foot?: (ctx: Ctx, values: ReportValues) => Promise<readonly string[] | undefined>
  /** The rows, in order: one statement, of the company in `values`. */
  readonly query: (ctx: Ctx, values: ReportValues) => Promise<Asked> | Asked
}

/** Declares a report. A plain identity, so that a mistake is an error where it is made. */
export function report(definition: Report): Report {
  return definition
}
