import { CUSTOMER, NOT_DONE, type Personal } from '../cadastros/lgpd/personal'

/** What production orders tell of customers. */
export const productionPersonal: Personal = {
  copies: [{ ...CUSTOMER, resource: 'ordem_producao', goes: 'now', empty: ['obs'] }],
  open: [
    {
      resource: 'ordem_producao',
      by: { field: 'cliente_id' },
      where: NOT_DONE,
      one: 'ordem de produção em aberto',
      many: 'ordens de produção em aberto',
    },
  ],
}
