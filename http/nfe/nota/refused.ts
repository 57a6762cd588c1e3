import type { Problem } from '../../../core/fiscal/issue/problems'
import { cureOf, itemNamed } from '../../../core/fiscal/rejections'
import type { Ctx } from '../../platform/context'
import type { Nfe } from './nfe'
import { placed } from './placed'
import { sourceOf } from './source/of'

/** What a refusal of the authority asks of whoever issues, with the place where it is mended. */
export async function refusalProblems(
  ctx: Ctx,
  note: Nfe,
  { cStat, xMotivo }: { readonly cStat: string; readonly xMotivo: string },
): Promise<readonly Problem[]> {
  const { says, place } = cureOf(cStat) ?? {}
  const nItem = itemNamed(xMotivo)
  return placed(await sourceOf(ctx, note), [
    {
      cStat,
      message: says ?? xMotivo,
      ...(nItem === undefined ? {} : { nItem }),
      ...(place === undefined ? {} : { place }),
    },
  ])
}
