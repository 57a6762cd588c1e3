import { vendedorComissaoFields } from '../../core/fields/cadastros/vendedor-comissao'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'

/** What a salesperson earns: of every sale, or of the sales to one customer. */
export const vendedorComissao = resource({
  name: 'vendedor_comissao',
  paths: ['cadastros/vendedor_comissao'],
  title: 'Comissão',
  right: 'vendedor',
  company: 'none',
  fields: vendedorComissaoFields,
  search: ['obs', 'comissionavel_id.xNome'],
  display: ['percentual'],
  unique: [['vendedor_id', 'comissionavel_id']],
  parent: { resource: 'vendedor', field: 'vendedor_id', list: 'commissions' },
  hooks: { prepare: (_, drafts) => drafts.forEach(checkCustomer) },
})

/** A customer's commission names its customer; a general one names none. */
function checkCustomer({ before, values }: Draft): void {
  const now = { ...before, ...values }
  if (!now.comissionavel_type) values.comissionavel_id = null
  else if (!now.comissionavel_id) throw invalid({ comissionavel_id: ['Selecione um cliente.'] })
}
