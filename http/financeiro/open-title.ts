import { begin } from '../documents/effect'
import type { Ctx } from '../platform/context'
import { reserveIds } from '../platform/engine/write'
import type { Row } from '../platform/resource'
import { KINDS, type TitleKind } from './title-kinds'
import { type Telling, titles } from './titles'

/** Opens a title of no document, by a step of its own (`abre`), which cancelling it undoes. Answers its number. Throws 400 `period_closed`. */
export async function openTitle(ctx: Ctx, kind: TitleKind, values: Row, telling: Telling = {}): Promise<number> {
  const { resource } = KINDS[kind]
  const [id = 0] = await reserveIds(ctx, resource, 1)
  const empresa_id = Number(values.empresa_id)
  const did = await begin(ctx, { documento: resource.name, documento_id: id, empresa_id, passo: 'abre' })
  await did.post(titles.openRows(kind, [{ ...values, id }], telling))
  return id
}
