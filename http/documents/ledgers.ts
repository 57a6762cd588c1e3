import { commissionLedger } from '../comercial/comissao/ledger'
import { stockLedger } from '../estoque/ledger'
import { reservationLedger } from '../estoque/reservations'
import { cashLedger } from '../financeiro/cash'
import { titleLedger } from '../financeiro/titles'
import type { Booked } from './ledger'

/** Every ledger, in the order in which a step is undone in them: money first, so that what was paid is told before what is missing. */
export const LEDGERS: readonly Booked[] = [titleLedger, cashLedger, commissionLedger, stockLedger, reservationLedger]
