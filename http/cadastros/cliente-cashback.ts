import { clienteCashbackFields } from '../../core/fields/cadastros/cliente-cashback'
import { resource } from '../platform/resource'

/** Credit that a company gives a customer, to be spent until a day. */
export const clienteCashback = resource({
  name: 'cliente_cashback',
  paths: ['cliente_cashback', 'cadastros/cliente_cashback'],
  title: 'Cashback',
  right: 'cliente',
  company: 'own',
  fields: clienteCashbackFields,
  search: ['cliente_id.xNome', 'obs'],
  display: ['vCashback', 'dValidade'],
})
