import { nfseLife } from '../../../core/lifecycle/nfse'
import { numbersOf } from '../../../core/lifecycle/standing'
import { CUSTOMER, type Personal } from '../../cadastros/lgpd/personal'

const OPEN = {
  resource: 'nfse',
  where: `status in (${numbersOf(nfseLife, ['rascunho', 'enviando', 'rejeitada', 'cancelando', 'analise']).join(', ')})`,
  one: 'NFS-e em aberto',
  many: 'NFS-e em aberto',
} as const

/** Notes of services are fiscal documents: they stay as they were issued, with what was answered, as long as the law has them kept. */
export const nfsePersonal: Personal = {
  open: [{ ...OPEN, by: { field: CUSTOMER.field } }],
  kept: [{ resource: 'nfse', field: CUSTOMER.field, date: 'coalesce("dhEmi", criado_em)' }],
}
