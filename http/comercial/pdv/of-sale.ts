import type { Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import type { Draft } from '../../platform/resource'
import { pdv } from './pdv'

/** A sale takes what it issues, and the series, from its point of sale, when it is made there. Throws 422 for one of another company or out of use. */
export async function takePdv(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const { pdv_id } = values
  if (pdv_id === undefined || pdv_id === (before?.pdv_id ?? null)) return
  if (pdv_id === null) {
    values.serie_numero_id = null
    return
  }
  const point = await find(ctx, pdv, Number(pdv_id))
  if (!point || !point.ativo || point.empresa_id !== Number(values.empresa_id ?? before?.empresa_id))
    throw invalid({ pdv_id: ['PDV não encontrado neste computador'] })
  values.geraNFe = point.geraNFe
  values.serie_numero_id = point.nfe_serie_id
}
