import type { XML_KINDS } from '../../../core/fields/nfe/kept-xml'
import type { Ctx } from '../../platform/context'
import { keepXmlIn } from '../keep-xml'
import { mdfeXml } from './mdfe'

interface Kept {
  readonly tipo: keyof typeof XML_KINDS
  readonly xml: string
  readonly chMDFe: string
  readonly tpEvento?: string
  readonly nSeqEvento?: number
}

/** Keeps a text of a manifest; of one that is not here, by its key alone (`id` null). */
export const keepManifestXml = (
  ctx: Ctx,
  { id, empresa_id }: { readonly id: number | null; readonly empresa_id: number },
  { chMDFe, ...kept }: Kept,
) => keepXmlIn(ctx, mdfeXml, { of: { empresa_id, mdfe_id: id, chMDFe }, ...kept })
