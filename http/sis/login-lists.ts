import type { Ctx } from '../platform/context'
import { list } from '../platform/engine/list'
import { resourceNamed, type Row } from '../platform/resource'
import { may } from '../platform/rights'

/** Lists that nearly every screen needs (R1-031). Operation types come from their own source. */
const NAMES = ['pagamento', 'armazenamento', 'empresa', 'vendedor', 'tipo_entrada_saida'] as const
const MOST = '1000'

/** Up to 1000 records of each list; none of what the caller may not see. */
export async function loginLists(ctx: Ctx): Promise<Readonly<Record<string, readonly Row[]>>> {
  const lists = await Promise.all(
    NAMES.map(async (name) => {
      const resource = resourceNamed(name)
      return [name, may(ctx, resource, 'read') ? (await list(ctx, resource, { perPage: MOST })).data : []] as const
    }),
  )
  return Object.fromEntries(lists)
}
