import type { Ctx } from '../../platform/context'
import { keepXmlIn } from '../keep-xml'
import { type Gnre, gnreXml } from './gnre'

/** Keeps a text of a guide: the lot that it went with, or what the state answered of it. */
export const keepXml = (
  ctx: Ctx,
  { id, empresa_id }: Pick<Gnre, 'id' | 'empresa_id'>,
  tipo: 'enviada' | 'resposta',
  xml: string,
): Promise<void> => keepXmlIn(ctx, gnreXml, { of: { empresa_id, gnre_id: id }, tipo, xml })
