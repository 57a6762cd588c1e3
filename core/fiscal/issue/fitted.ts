import { type Amount, decimal } from '../../money/decimal'
import { elementsIn, type Layout } from '../layout/layout'
import type { Branch } from '../layout/write'
import { money, spread } from './clean'

/**
 * Of all figures those that a group of the layout has room for, written as its types want them: money with 2 decimals, rates with 4, and nothing where the type
 * wants more than zero. Codes are text and pass as they are. So each ICMS group takes what is its own from one sheet of figures.
 */
export function fitted(layout: Layout, group: string, figures: Readonly<Record<string, Amount | undefined>>): Branch {
  const branch: Record<string, string> = {}
  for (const [name, type] of elementsIn(layout.group(group) ?? [])) {
    const value = figures[name]
    if (value === undefined) continue
    const text = writtenAs(type, value)
    if (text !== undefined) branch[name] = text
  }
  return branch
}

function writtenAs(type: string, value: Amount): string | undefined {
  if (!type.startsWith('TDec')) return typeof value === 'string' ? value : String(value)
  if (type.endsWith('Opc') && decimal(value).isZero()) return undefined
  if (/^TDec_?1302/.test(type)) return money(value)
  if (/0302/.test(type)) return decimal(value).toFixed(4)
  if (/1110/.test(type)) return spread(value, 2, 10)
  return spread(value, type.endsWith('v') ? 0 : 4, 4)
}
