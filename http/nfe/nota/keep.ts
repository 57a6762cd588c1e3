import type { XML_KINDS } from '../../../core/fields/nfe/nfe'
import type { Ctx } from '../../platform/context'
import { insertRows } from '../../platform/engine/write'
import { sha256Of } from '../../platform/digest'
import { type Nfe, nfeXml } from './nfe'

interface Kept {
  readonly tipo: keyof typeof XML_KINDS
  readonly xml: string
  readonly chNFe: string
  readonly tpEvento?: string
  readonly nSeqEvento?: number
}

/** Keeps the exact text of what was signed, or of what came of it. Nothing that was kept is ever changed. */
export async function keepXml(ctx: Ctx, note: Pick<Nfe, 'id' | 'empresa_id'>, kept: Kept): Promise<void> {
  const sha256 = sha256Of(kept.xml)
  await insertRows(ctx, nfeXml, [{ ...kept, nfe_id: note.id, empresa_id: note.empresa_id, sha256 }])
}
