import { f } from './field'

/** What every instalment has. `min` is the least amount of one. */
export const dueFields = ({ min = 0 }: { readonly min?: number } = {}) => ({
  n: f.integer('Parcela', { min: 1, max: 999 }).default(1),
  prazo: f.integer('Prazo (dias)', { min: 0, max: 3650 }),
  dVencimento: f.date('Vencimento').required(),
  vDup: f.money('Valor', { min }).required(),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
})

/** The step that made a document, of which `effect` writes the number; empty where a person made it. */
export const origin = () =>
  f
    .ref('Lançamento de origem', 'lancamento', { abroad: true, doc: 'O passo de outro documento que gerou este' })
    .computed()
