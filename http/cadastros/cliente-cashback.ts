import { clienteCashbackFields } from '../../core/fields/cadastros/cliente-cashback'
import { badRequest } from '../platform/errors'
import { resource, type Row } from '../platform/resource'

/** What a company gives a customer, to be spent until a day: by hand, or by its rule when a sale is invoiced. It is owed once it is used. */
export const clienteCashback = resource({
  name: 'cliente_cashback',
  paths: ['cliente_cashback', 'cadastros/cliente_cashback'],
  title: 'Cashback',
  right: 'cliente',
  company: 'own',
  fields: clienteCashbackFields,
  search: ['cliente_id.xNome', 'obs'],
  display: ['vCashback', 'dValidade'],
  hooks: {
    // What became credit is money that is owed: it changes by its own verbs alone.
    prepare: (_, drafts) => drafts.forEach(({ before }) => assertOpen(before)),
    remove: (_, record) => assertOpen(record),
  },
})

function assertOpen(record: Row | undefined): void {
  if (record && record.dhCredito !== null)
    throw badRequest('Este cashback virou crédito: desfaça o uso antes de alterá-lo.', 'used')
}
