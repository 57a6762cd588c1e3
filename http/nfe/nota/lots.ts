import { formatDate } from '../../../core/br/date-text'
import { shortNumber } from '../../../core/fields/show'
import type { NoteItem, NoteLot } from '../../../core/fiscal/issue/note'
import { decimal } from '../../../core/money/decimal'
import type { LeftLot } from '../../estoque/lots-left'

/** What the layout takes of a lot (group rastro, I80): its number, three decimals, and how many an item may have. */
const LONGEST = 20
const DECIMALS = 3
const MOST = 500

/** The lot as the layout has it, which wants both dates; undefined of one that lacks one, has a longer number, or less than a thousandth. */
function tracked({ nLote, dFab, dVal, quantity }: LeftLot): NoteLot | undefined {
  const qLote = decimal(quantity).round(DECIMALS, 'half-up')
  return dFab === null || dVal === null || nLote.length > LONGEST || qLote.sign() <= 0
    ? undefined
    : { nLote, qLote, dFab, dVal }
}

/** The lots that an item's goods left of: those that the layout takes as its own group, the others in words, where the paper shows them. */
export function lotsOf(lots: readonly LeftLot[] = []): Pick<NoteItem, 'lots' | 'infAdProd'> {
  const told = lots.map((lot) => ({ lot, group: tracked(lot) }))
  const groups = told.flatMap(({ group }) => (group === undefined ? [] : [group])).slice(0, MOST)
  const words = told.flatMap(({ lot, group }) => (group === undefined ? [inWords(lot)] : []))
  return {
    ...(groups.length === 0 ? {} : { lots: groups }),
    ...(words.length === 0 ? {} : { infAdProd: words.join('; ') }),
  }
}

function inWords({ nLote, dFab, dVal, quantity }: LeftLot): string {
  const dates = [dFab && `fab. ${formatDate(dFab)}`, dVal && `val. ${formatDate(dVal)}`].filter(Boolean)
  return [`Lote ${nLote}`, `qtd. ${shortNumber(quantity, 4)}`, ...dates].join(', ')
}
