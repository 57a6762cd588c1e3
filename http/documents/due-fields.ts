import { f } from '../../core/fields/field'

/** What every instalment has. `min` is the least amount of one. */
export const dueFields = ({ min = 0 }: { readonly min?: number } = {}) => ({
  n: f.integer('Parcela', { min: 1, max: 999 }).default(1),
  prazo: f.integer('Prazo (dias)', { min: 0, max: 3650 }),
  dVencimento: f.date('Vencimento').required(),
  vDup: f.money('Valor', { min }).required(),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
})
