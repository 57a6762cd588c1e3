import type { XML_KINDS } from '../../../core/fields/nfe/kept-xml'
import type { Ctx } from '../../platform/context'
import { keepXmlIn } from '../keep-xml'
import { type Nfe, nfeXml } from './nfe'

interface Kept {
  readonly tipo: keyof typeof XML_KINDS
  readonly xml: string
  readonly chNFe: string
  readonly tpEvento?: string
  readonly nSeqEvento?: number
}

/** Keeps a text of a note. */
export const keepXml = (ctx: Ctx, { id, empresa_id }: Pick<Nfe, 'id' | 'empresa_id'>, { chNFe, ...kept }: Kept) =>
  keepXmlIn(ctx, nfeXml, { of: { empresa_id, nfe_id: id, chNFe }, ...kept })
