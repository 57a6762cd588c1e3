import { empresa } from '../../cadastros/empresa'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import type { Nfe } from '../nota/nfe'
import { contingencyOn } from './contingencia'

/** How a note is issued: the normal way, or by the contingency that is on for its company and model. */
interface Way {
  readonly tpEmis: string
  readonly dhCont?: string
  readonly xJust?: string
}

/** The way of a note that is issued now. */
export async function wayOf(ctx: Ctx, { empresa_id, mod }: Nfe): Promise<Way> {
  const on = await contingencyOn(ctx, empresa_id, mod)
  if (!on) return { tpEmis: '1' }
  const { UF } = await load(ctx, empresa, empresa_id)
  return { tpEmis: String(on.tpEmis), dhCont: stateTime(on.dhInicio, UF ?? ''), xJust: on.xJust }
}
