import { CUSTOMER, NOT_DONE, type Personal, SUPPLIER } from '../../cadastros/lgpd/personal'

const OPEN = { resource: 'saida', where: NOT_DONE, one: 'saída em aberto', many: 'saídas em aberto' } as const
const DATE = 'coalesce("dhFinalizacao", criado_em)'

/** What other outputs tell of those whom goods went to. */
export const outputPersonal: Personal = {
  copies: [
    { ...CUSTOMER, resource: 'saida', goes: 'released', empty: ['obs'] },
    { ...SUPPLIER, resource: 'saida', goes: 'released', empty: ['obs'] },
  ],
  open: [
    { ...OPEN, by: { field: 'cliente_id' } },
    { ...OPEN, by: { field: 'fornecedor_id' } },
  ],
  kept: [
    { resource: 'saida', field: 'cliente_id', date: DATE },
    { resource: 'saida', field: 'fornecedor_id', date: DATE },
  ],
}
