import { AT_BANK, ITEM } from '../../../core/fields/financeiro/remessa-pagamento'
import { type Personal, SUPPLIER } from '../../cadastros/lgpd/personal'

/** What payments tell of suppliers. */
export const paymentPersonal: Personal = {
  copies: [
    {
      ...SUPPLIER,
      resource: 'remessa_pagamento_conta',
      goes: 'released',
      mark: ['fav_xNome'],
      empty: [
        'fav_CNPJ_CPF',
        'fav_cBanco',
        'fav_xAgencia',
        'fav_xConta',
        'fav_pix',
        'linha_digitavel',
        'motivo',
        'aviso',
      ],
    },
    {
      of: 'fornecedor',
      field: 'remessa_pagamento_conta_id',
      through: ['remessa_pagamento_conta', 'fornecedor_id'],
      resource: 'retorno_pagamento_item',
      goes: 'released',
      mark: ['xFavorecido'],
    },
  ],
  open: [
    {
      resource: 'remessa_pagamento_conta',
      by: { field: 'fornecedor_id' },
      where: `situacao in (${[ITEM.APROVADO, ...AT_BANK].join(', ')})`,
      one: 'pagamento aprovado ou no banco',
      many: 'pagamentos aprovados ou no banco',
    },
  ],
}
