import { sql } from 'drizzle-orm'
import { clienteCreditoFields, movimentoCreditoFields } from '../../core/fields/financeiro/credito'
import { resource } from '../platform/resource'

/** Credits of customers: each is the sum of its rows, and never below zero. */
export const clienteCredito = resource({
  name: 'cliente_credito',
  paths: ['financeiro/cliente_credito', 'cliente_credito'],
  title: 'Crédito do cliente',
  right: 'cliente',
  readOnly: true,
  company: 'own',
  fields: clienteCreditoFields,
  search: ['cliente_id.xNome', 'motivo'],
  display: ['tipo', 'vCredito', 'vSaldo', 'documento', 'documento_id', 'motivo', 'dValidade'],
  indexes: [
    ['empresa_id', 'cliente_id', 'id'],
    ['documento', 'documento_id'],
  ],
  custom: {
    /** Those that can be spent today. */
    disponivel: (_value, ctx) =>
      sql`t."vSaldo" > 0 and (t."dValidade" is null or t."dValidade" >= ${ctx.clock.today()})`,
  },
})

/** The ledger of customers' credits: rows are added, never changed. */
export const movimentoCredito = resource({
  name: 'movimento_credito',
  paths: ['financeiro/movimento_credito', 'movimento_credito'],
  title: 'Movimento do crédito',
  right: 'cliente',
  readOnly: true,
  company: 'own',
  fields: movimentoCreditoFields,
  search: ['evento'],
  display: ['evento', 'valor'],
})
