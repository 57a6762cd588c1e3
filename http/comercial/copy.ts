import type { Ctx } from '../platform/context'
import { audit } from '../platform/engine/audit'
import { announce, find, insertRows, loadWhere } from '../platform/engine/write'
import type { Draft, Resource, Row } from '../platform/resource'
import { DOCUMENTS } from './documents'
import { type DocumentKind, recompute } from './hooks'

/** A document to create out of others: values of the head, lines and instalments, as stored. */
export interface Copy {
  readonly head: Row
  readonly lines: readonly Row[]
  readonly instalments: readonly Row[]
  /** Written in the audit trail as what was done. */
  readonly acao: string
}

/** The fields that people fill of a stored row, which are those that a copy takes over. */
export function copyable(resource: Resource, row: Row): Row {
  const fields = Object.entries(resource.fields).filter(
    ([name, { meta }]) => !meta.computed && name !== resource.parent?.field,
  )
  return Object.fromEntries(fields.map(([name]) => [name, row[name]]))
}

/** Creates a quote or a sale with its lines and instalments, by the same rules as when a person saves one. */
export async function createDocument(ctx: Ctx, kind: DocumentKind, copy: Copy): Promise<Row> {
  const { head, lines, instalments, link } = DOCUMENTS[kind]
  const values: Row = { ...copy.head }
  await head.hooks?.prepare?.(ctx, [{ before: undefined, values }])
  const [record] = await insertRows(ctx, head, [values])
  if (!record) throw new Error('The document was not inserted.')
  const own = { [link]: record.id, empresa_id: record.empresa_id }
  const drafts: Draft[] = copy.lines.map((line) => ({ before: undefined, values: { ...line, ...own } }))
  await lines.hooks?.prepare?.(ctx, drafts, record)
  await insertRows(
    ctx,
    lines,
    drafts.map((draft) => draft.values),
  )
  await insertRows(
    ctx,
    instalments,
    copy.instalments.map((one) => ({ ...one, ...own })),
  )
  await recompute(ctx, kind, record.id)
  const saved = (await find(ctx, head, record.id)) ?? record
  await audit(ctx, [{ resource: head, record: saved, before: undefined, acao: copy.acao }])
  await announce(ctx, head, record.id)
  return saved
}

/** The lines and instalments of a document, ready for a copy. */
export async function partsOf(
  ctx: Ctx,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<{ lines: Row[]; instalments: Row[] }> {
  const { lines, instalments, link } = DOCUMENTS[kind]
  const [goods, dues] = await Promise.all([loadWhere(ctx, lines, link, ids), loadWhere(ctx, instalments, link, ids)])
  return { lines: goods.map((row) => copyable(lines, row)), instalments: dues.map((row) => copyable(instalments, row)) }
}
