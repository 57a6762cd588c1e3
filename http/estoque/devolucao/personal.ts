import { NOT_DONE, type Personal, SUPPLIER } from '../../cadastros/lgpd/personal'

/** What returns tell of suppliers. */
export const returnPersonal: Personal = {
  copies: [
    { ...SUPPLIER, resource: 'devolucao', goes: 'released', empty: ['motivo'] },
    {
      of: 'fornecedor',
      resource: 'devolucao_mercadoria',
      field: 'devolucao_id',
      through: ['devolucao', 'fornecedor_id'],
      goes: 'released',
      empty: ['motivo'],
    },
  ],
  open: [
    {
      resource: 'devolucao',
      by: { field: 'fornecedor_id' },
      where: NOT_DONE,
      one: 'devolução de compra em aberto',
      many: 'devoluções de compra em aberto',
    },
  ],
  kept: [{ resource: 'devolucao', field: 'fornecedor_id', date: 'coalesce("dhFinalizacao", criado_em)' }],
}
