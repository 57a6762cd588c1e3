/** Receivables or payables. */
export type Side = 'receber' | 'pagar'
