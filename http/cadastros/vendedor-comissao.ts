import { f } from '../platform/fields'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'

/** What a salesperson earns: of every sale, or of the sales to one customer. */
export const vendedorComissao = resource({
  name: 'vendedor_comissao',
  paths: ['cadastros/vendedor_comissao'],
  title: 'Comissão',
  right: 'vendedor',
  company: 'none',
  fields: {
    vendedor_id: f.ref('Vendedor', 'vendedor').required('Salve o vendedor antes de adicionar comissões.'),
    percentual: f.decimal('Percentual', 4, { min: 0, max: 100 }).required('Informe o percentual.'),
    comissionavel_type: f.choice('De quê', ['cliente'], { doc: 'cliente, ou vazio: de todas as vendas' }),
    comissionavel_id: f.ref('Cliente', 'cliente'),
    obs: f.text('Observações', { max: 500 }),
  },
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
