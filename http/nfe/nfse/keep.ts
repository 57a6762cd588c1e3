import type { XML_KINDS } from '../../../core/fields/nfe/kept-xml'
import type { Ctx } from '../../platform/context'
import { keepXmlIn } from '../keep-xml'
import { type Nfse, nfseXml } from './nfse'

interface Kept {
  readonly tipo: keyof typeof XML_KINDS
  readonly xml: string
  readonly idDps: string | null
  readonly chNFSe: string | null
  readonly tpEvento?: string
}

/** Keeps a text of a note of services. */
export const keepNfseXml = (
  ctx: Ctx,
  { id, empresa_id }: Pick<Nfse, 'id' | 'empresa_id'>,
  { idDps, chNFSe, tpEvento, ...kept }: Kept,
): Promise<void> =>
  keepXmlIn(ctx, nfseXml, {
    of: { empresa_id, nfse_id: id, idDps, chNFSe },
    ...kept,
    ...(tpEvento === undefined ? {} : { tpEvento, nSeqEvento: 1 }),
  })
