import { sql } from 'drizzle-orm'
import { nfeCompraFields } from '../../../core/fields/compras/nfe-compra'
import { effects } from '../../documents/steps'
import { resource } from '../../platform/resource'
import { invoiceWithoutPayable, WAITS_DAYS } from '../without-pair'

/** Suppliers' invoices received: the XML as it came, and what became of it. */
export const nfeCompra = resource({
  name: 'nfe_compra',
  paths: ['compras/nfe_compra', 'nfe_compra'],
  title: 'NF-e de compra',
  right: 'dfe',
  readOnly: true,
  company: 'own',
  fields: nfeCompraFields,
  search: ['xNome', 'chave', 'CNPJ_CPF'],
  display: ['chave', 'nNF', 'vNF'],
  unique: [['empresa_id', 'chave']],
  indexes: [['empresa_id', 'falha_guarda']],
  custom: {
    /** Here for some days, with neither entry nor payable. */
    sem_conta: (_value, ctx) =>
      invoiceWithoutPayable(sql`${ctx.clock.now()}::timestamptz - ${WAITS_DAYS} * interval '1 day'`),
  },
})

effects(nfeCompra, {
  processarImportacao: {
    title: 'a importação',
    date: 'dhImportacao',
    makes: { entrada: { cancelled: 'reopens', deleted: 'reopens', undone: 'cancels', link: 'entrada_id' } },
  },
})
