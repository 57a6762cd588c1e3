import { CUSTOMER, type Personal } from '../../cadastros/lgpd/personal'

/** What collection tells of customers. */
export const collectionPersonal: Personal = {
  copies: [{ ...CUSTOMER, resource: 'boleto', goes: 'released', empty: ['pix', 'motivo'] }],
  open: [
    {
      resource: 'boleto',
      by: { field: 'cliente_id' },
      where: 'situacao in (0, 1, 2, 3, 6)',
      one: 'boleto em cobrança',
      many: 'boletos em cobrança',
    },
  ],
}
