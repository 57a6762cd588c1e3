import { CUSTOMER, NOT_DONE, type Personal, SUPPLIER } from '../../cadastros/lgpd/personal'

/** What entries tell of suppliers. */
export const entryPersonal: Personal = {
  copies: [
    { ...SUPPLIER, resource: 'entrada', goes: 'released', empty: ['obs'] },
    { ...CUSTOMER, resource: 'entrada', goes: 'released', empty: ['obs'] },
  ],
  open: [
    {
      resource: 'entrada',
      by: { field: 'fornecedor_id' },
      where: NOT_DONE,
      one: 'entrada em aberto',
      many: 'entradas em aberto',
    },
  ],
  kept: [{ resource: 'entrada', field: 'fornecedor_id', date: 'coalesce("dhFinalizacao", criado_em)' }],
}
