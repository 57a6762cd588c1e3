import type { Ctx } from '../../platform/context'
import type { Resource, Row } from '../../platform/resource'
import type { ImportColumn, Lookup } from './columns'

/** What can be imported: the resource that takes it, its columns, and how a row finds the record that it is of. */
export interface ImportKind {
  readonly name: string
  readonly title: string
  readonly resource: Resource
  readonly columns: readonly ImportColumn[]
  /** Lists of fields; a row is of the record that has the same values in any of them. */
  readonly keys: readonly (readonly string[])[]
  /** Fields of keys that may be empty: a row that has nothing there is of the record that has nothing there. */
  readonly mayLack?: readonly string[]
  /** Fills what follows from the row's own values, for rows that are fine so far. */
  readonly complete?: (
    ctx: Ctx,
    rows: readonly { readonly values: Row; readonly before: Row | undefined }[],
  ) => Promise<void>
}

/** A cell that names another record: by a text, by codes, or by its id. */
export const byName = (resource: Resource, by: string, ...exact: string[]): Lookup => ({
  resource,
  by: [by],
  exact,
  byId: true,
})
/** A register that is made by its description alone. */
export const described = (descricao: string): Row => ({ descricao })
