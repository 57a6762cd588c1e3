import { CUSTOMER, type Personal } from '../../cadastros/lgpd/personal'

/** What payments by link tell of customers. */
export const checkoutPersonal: Personal = {
  copies: [
    { ...CUSTOMER, resource: 'link_pagamento', goes: 'released', empty: ['url', 'erro'] },
    { ...CUSTOMER, resource: 'aviso_pagamento', goes: 'released', empty: ['xMotivoIgnorado'] },
  ],
  open: [
    {
      resource: 'aviso_pagamento',
      by: { field: 'cliente_id' },
      where: 'status = 0',
      one: 'pagamento a conferir',
      many: 'pagamentos a conferir',
    },
  ],
}
