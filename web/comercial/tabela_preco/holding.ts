import { whyNotHolding } from '../../../core/pricing/validity'
import { localToday } from '../../ui/format'
import { isRecord, textOf, type Values } from '../../ui/row'

/** Only price tables that hold today are proposed. */
const HOLDS: Values = { vigente: true }

/** Why a price table is not used today; undefined when it is, or where nothing is known of it. */
export function whyNotToday(table: unknown): string | undefined {
  if (!isRecord(table)) return undefined
  const day = (value: unknown): string | null => textOf(value) || null
  const validity = { ativo: table.ativo !== false, dInicio: day(table.dInicio), dFim: day(table.dFim) }
  return whyNotHolding(validity, localToday()) ?? undefined
}

/** A box that chooses a price table: those that hold, and what is said of one that is chosen and does not. */
export function priceTable(chosen: unknown): {
  readonly resource: string
  readonly custom: Values
  readonly help?: string
} {
  const why = whyNotToday(chosen)
  const help = why === undefined ? {} : { help: `${why}: valem os preços da tabela padrão` }
  return { resource: 'comercial/tabela_preco', custom: HOLDS, ...help }
}
