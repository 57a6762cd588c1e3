import type { Ctx } from '../platform/context'
import type { Resource } from '../platform/resource'
import { type Kind, loadDocuments } from './document'
import { renderHtml } from './html'
import { renderPdf } from './pdf'

/** What can be printed: records of a resource, loaded within the caller's rights, as one PDF or one page. */
export interface Print {
  readonly resource: Resource
  /** What it is asked for by and called, where the resource has other prints too. */
  readonly name?: string
  readonly title?: string
  readonly load: (ctx: Ctx, ids: readonly number[]) => Promise<Drawn>
}

interface Drawn {
  readonly pdf: () => Promise<Uint8Array<ArrayBuffer>>
  readonly html: () => string
}

/** A document as a sheet of head, lines, totals and instalments. */
export const documentPrint = (kind: Kind): Print => ({
  resource: kind.resource,
  load: async (ctx, ids) => {
    const loaded = await loadDocuments(ctx, kind, ids)
    return { pdf: () => renderPdf(loaded), html: () => renderHtml(loaded) }
  },
})
