import { comissaoFields, movimentoComissaoFields } from '../../../core/fields/comercial/comissao'
import { resource } from '../../platform/resource'

/** The commission of a sale: the sum of its rows, which the steps of the sale, of its returns and of its receivables write. */
export const comissao = resource({
  name: 'comissao',
  paths: ['comercial/comissao'],
  title: 'Comissão da venda',
  right: 'comissao',
  readOnly: true,
  company: 'own',
  fields: comissaoFields,
  search: ['vendedor_id.xNome'],
  display: ['vComissao'],
  unique: [['venda_id']],
})

/** The ledger of commissions. */
export const movimentoComissao = resource({
  name: 'movimento_comissao',
  paths: ['comercial/movimento_comissao'],
  title: 'Movimento de comissão',
  right: 'comissao',
  readOnly: true,
  company: 'own',
  fields: movimentoComissaoFields,
  search: ['motivo'],
  display: ['valor'],
})
