import { copiedLines } from '../documents/copy'
import type { Ctx } from '../platform/context'
import type { Row } from '../platform/resource'
import { DOCUMENTS } from './documents'
import type { DocumentKind } from './hooks'

/** The lines and instalments of a document, ready for a copy. */
export async function partsOf(
  ctx: Ctx,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<{ lines: Row[]; instalments: Row[] }> {
  const { lines, instalments } = DOCUMENTS[kind]
  const [goods, dues] = await Promise.all([copiedLines(ctx, lines, ids), copiedLines(ctx, instalments, ids)])
  return { lines: goods, instalments: dues }
}

/** The same as the lists of a new document of a kind. */
export const listsOf = (kind: DocumentKind, parts: { readonly lines: Row[]; readonly instalments: Row[] }) => ({
  [DOCUMENTS[kind].lines.name]: parts.lines,
  [DOCUMENTS[kind].instalments.name]: parts.instalments,
})
