import { sql } from 'drizzle-orm'
import {
  orcamentoDuplicataFields,
  orcamentoFields,
  orcamentoMercadoriaFields,
  orcamentoRevisaoFields,
} from '../../../core/fields/comercial/orcamento'
import { orcamentoLife } from '../../../core/lifecycle/orcamento'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { resource } from '../../platform/resource'
import { headTotals } from '../lines'
import { documentHooks, lineHooks, ownDocuments } from '../hooks'

/** Quotes. */
export const orcamento = resource({
  name: 'orcamento',
  paths: ['orcamento', 'comercial/orcamento'],
  title: 'Orçamento',
  right: 'venda_orcamento',
  company: 'own',
  fields: orcamentoFields,
  life: orcamentoLife,
  search: ['cliente_id.xNome'],
  display: ['vTotal'],
  indexes: [
    ['empresa_id', 'criado_em'],
    ['empresa_id', 'status', 'id'],
  ],
  custom: { minhas: ownDocuments('orcamento') },
  hooks: {
    ...documentHooks('orcamento'),
    // What the customer was shown is part of it.
    remove: async (ctx, { id }) =>
      void (await ctx.db.execute(sql`delete from orcamento_revisao where orcamento_id = ${id}`)),
  },
})

totals(orcamento, headTotals('orcamento_mercadoria'))

effects(orcamento, {
  fecha: {
    title: 'o fechamento',
    date: 'dhFechamento',
    // A quote whose sale was cancelled is not offered anew: its invoicing is refused, naming the sale.
    makes: { venda: { cancelled: 'stands', deleted: 'reopens', undone: 'stands', link: 'venda_id' } },
  },
  fatura: { title: 'o faturamento', date: 'dhFaturamento' },
})

export const orcamentoMercadoria = resource({
  name: 'orcamento_mercadoria',
  paths: ['orcamento_mercadoria', 'comercial/orcamento_mercadoria'],
  title: 'Item do orçamento',
  right: 'venda_orcamento',
  company: 'own',
  fields: orcamentoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: { resource: 'orcamento', field: 'orcamento_id', list: 'orcamento_mercadorias' },
  hooks: lineHooks('orcamento'),
})

export const orcamentoDuplicata = resource({
  name: 'orcamento_duplicata',
  paths: ['orcamento_duplicata', 'comercial/orcamento_duplicata'],
  title: 'Parcela do orçamento',
  right: 'venda_orcamento',
  company: 'own',
  fields: orcamentoDuplicataFields,
  search: [],
  display: ['vDup', 'dVencimento'],
  parent: { resource: 'orcamento', field: 'orcamento_id', list: 'orcamento_duplicatas' },
})

/** What a customer was shown of a quote, by its link. */
export const orcamentoRevisao = resource({
  name: 'orcamento_revisao',
  paths: ['comercial/orcamento_revisao', 'orcamento_revisao'],
  title: 'Versão vista do orçamento',
  right: 'venda_orcamento',
  readOnly: true,
  company: 'own',
  fields: orcamentoRevisaoFields,
  search: [],
  display: ['n'],
  unique: [['orcamento_id', 'n']],
})
