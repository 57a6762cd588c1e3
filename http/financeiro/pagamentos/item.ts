import type { remessaPagamentoContaFields } from '../../../core/fields/financeiro/remessa-pagamento'
import type { BaseRecord } from '../../platform/resource'

type Fields = typeof remessaPagamentoContaFields

/** An item of a remittance, as it is stored: also for what its definition needs itself. */
export type Item = { readonly [K in keyof Fields]: Fields[K]['value'] } & BaseRecord
