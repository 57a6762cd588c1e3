import { vendaDuplicataFields, vendaFields, vendaMercadoriaFields } from '../../../core/fields/comercial/venda'
import { sql } from 'drizzle-orm'
import { vendaLife } from '../../../core/lifecycle/venda'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { readId } from '../../platform/parse'
import { resource } from '../../platform/resource'
import { judge } from '../block'
import { documentHooks, lineHooks, movesStock, ownDocuments } from '../hooks'
import { headTotals } from '../lines'
import { hasLiveNote } from '../../nfe/nota/of-origin'

/** Sales. The status follows from the dates (document 2, section 4). */
export const venda = resource({
  name: 'venda',
  paths: ['venda', 'comercial/venda'],
  title: 'Venda',
  right: 'venda',
  company: 'own',
  fields: vendaFields,
  life: vendaLife,
  facts: async (ctx, record) => ({
    movimenta_estoque: await movesStock(ctx, record),
    nota: await hasLiveNote(ctx, 'venda', Number(record.id)),
  }),
  search: ['cliente_id.xNome'],
  display: ['vTotal'],
  indexes: [
    ['empresa_id', 'criado_em'],
    ['empresa_id', 'status', 'id'],
    ['dhFechamento', 'empresa_id'],
  ],
  custom: {
    minhas: ownDocuments('venda'),
    /** Sold by the caller as a seller, whoever wrote it. */
    do_vendedor: (_value, ctx) => sql`t.vendedor_id in (select p.id from vendedor p where p.user_id = ${ctx.actor.id})`,
    mercadoria_id: (value) =>
      sql`exists (select 1 from venda_mercadoria l where l.venda_id = t.id and l.mercadoria_id = ${readId(value) ?? 0})`,
  },
  hooks: documentHooks('venda'),
})

// An open sale is judged by what it comes to now, and by how it is paid: that says what of it is owed.
totals(venda, { ...headTotals('venda_mercadoria'), lists: ['venda_duplicata'], after: judge })

effects(venda, {
  fecha: {
    title: 'a expedição',
    date: 'dhFechamento',
    posts: [
      {
        ledger: 'estoque',
        when: { movimenta_estoque: true },
        sums: { qTrib: 'select -sum("qTrib") from venda_mercadoria i where i.venda_id = d.id' },
      },
    ],
  },
  fatura: {
    title: 'o faturamento',
    date: 'dhFaturamento',
    posts: [
      // What credit pays is taken off the credit too: both are titles, and come to nothing together.
      { ledger: 'titulos', when: { gera_financeiro: 'GERA_DUPLICATA' }, sums: { valor: 'd."vTotal"' } },
    ],
  },
})

export const vendaMercadoria = resource({
  name: 'venda_mercadoria',
  paths: ['venda_mercadoria', 'comercial/venda_mercadoria'],
  title: 'Item da venda',
  right: 'venda',
  company: 'own',
  fields: vendaMercadoriaFields,
  search: ['xProd'],
  display: ['xProd', 'un', 'qTrib', 'vTotal'],
  parent: { resource: 'venda', field: 'venda_id', list: 'venda_mercadorias' },
  hooks: lineHooks('venda'),
})

export const vendaDuplicata = resource({
  name: 'venda_duplicata',
  paths: ['venda_duplicata', 'comercial/venda_duplicata'],
  title: 'Parcela da venda',
  right: 'venda',
  company: 'own',
  fields: vendaDuplicataFields,
  search: [],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'venda', field: 'venda_id', list: 'venda_duplicatas' },
})
