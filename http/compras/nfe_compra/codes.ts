import type { NfeItem, NfeReading } from '../../../core/fiscal/nfe-types'
import { mercadoriaFields } from '../../../core/fields/estoque/mercadoria'
import type { Ctx } from '../../platform/context'
import { codeNotices } from '../../platform/engine/official'

const { NCM, CEST, cClassTrib } = mercadoriaFields

const codesOf = (item: NfeItem): Readonly<Record<string, string | null>> => ({
  NCM: item.NCM,
  CEST: item.CEST,
  cClassTrib: item.IBSCBS?.cClassTrib ?? null,
})

/** The items' codes that the official tables do not know, or that were not in force on the day of issue: one notice a code. */
export async function itemCodeNotices(ctx: Ctx, { itens, dhEmi }: NfeReading): Promise<string[]> {
  const day = dhEmi.slice(0, 10)
  const told = await codeNotices(
    ctx,
    { NCM, CEST, cClassTrib },
    itens.map((item) => ({ values: codesOf(item), day })),
  )
  const items = new Map<string, number[]>()
  for (const [at, item] of itens.entries())
    for (const [field, text] of Object.entries(told[at] ?? {})) {
      const notice = `${codesOf(item)[field]}: ${text}`
      items.set(notice, [...(items.get(notice) ?? []), item.nItem])
    }
  return [...items].map(([notice, list]) => `${list.length === 1 ? 'Item' : 'Itens'} ${list.join(', ')}, ${notice}`)
}
