import { NOT_DONE, type Personal, SUPPLIER } from '../cadastros/lgpd/personal'

/** What orders and invoices tell of suppliers. */
export const buyingPersonal: Personal = {
  copies: [
    { ...SUPPLIER, resource: 'pedido_compra', goes: 'now', empty: ['obs'] },
    { ...SUPPLIER, resource: 'pedido_compra_mercadoria_preco', goes: 'now', empty: ['obs'] },
  ],
  open: [
    {
      resource: 'pedido_compra',
      by: { field: 'fornecedor_id' },
      where: NOT_DONE,
      one: 'pedido de compra em aberto',
      many: 'pedidos de compra em aberto',
    },
  ],
  kept: [{ resource: 'nfe_compra', field: 'fornecedor_id', date: 'criado_em' }],
}
