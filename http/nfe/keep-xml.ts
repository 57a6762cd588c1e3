import type { XML_KINDS } from '../../core/fields/nfe/kept-xml'
import type { Ctx } from '../platform/context'
import { sha256Of } from '../platform/digest'
import { insertRows } from '../platform/engine/write'
import type { Resource } from '../platform/resource'

/** A text that is kept. `of`: which document it is of, as the columns of the kept texts say it. */
interface Kept {
  readonly of: { readonly empresa_id: number; readonly [column: string]: number | string | null }
  readonly tipo: keyof typeof XML_KINDS
  readonly xml: string
  readonly tpEvento?: string
  readonly nSeqEvento?: number
}

/** Keeps the exact text of what was signed, or of what came of it, with its digest. Nothing that was kept is ever changed. */
export async function keepXmlIn(ctx: Ctx, texts: Resource, { of, ...kept }: Kept): Promise<void> {
  await insertRows(ctx, texts, [{ ...of, ...kept, sha256: sha256Of(kept.xml) }])
}
