import { CUSTOMER, type Personal } from '../../cadastros/lgpd/personal'

const OPEN = {
  resource: 'nfe',
  where: 'status in (0, 1, 2, 4)',
  one: 'nota em aberto',
  many: 'notas em aberto',
} as const

/** Notes are fiscal documents: they stay as they were issued, with what the authority answered, as long as the law has them kept. */
export const notePersonal: Personal = {
  open: [{ ...OPEN, by: { field: CUSTOMER.field } }],
  kept: [{ resource: 'nfe', field: CUSTOMER.field, date: 'coalesce("dhEmi", criado_em)' }],
}
