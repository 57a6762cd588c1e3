import { vendaDevolucaoFields, vendaDevolucaoMercadoriaFields } from '../../../core/fields/comercial/venda-devolucao'
import { vendaDevolucaoLife } from '../../../core/lifecycle/venda-devolucao'
import { effects } from '../../documents/steps'
import { totals } from '../../documents/totals'
import { hasLiveNote } from '../../nfe/nota/of-origin'
import { resource } from '../../platform/resource'
import { lineHooks, returnHooks } from './hooks'

/** Returns of sales that were invoiced (document 2, sections 3 and 4). */
export const vendaDevolucao = resource({
  name: 'venda_devolucao',
  paths: ['comercial/venda_devolucao', 'venda_devolucao'],
  title: 'Devolução de venda',
  right: 'venda_devolucao',
  company: 'own',
  fields: vendaDevolucaoFields,
  life: vendaDevolucaoLife,
  facts: async (ctx, { id }) => ({ nota: await hasLiveNote(ctx, 'venda_devolucao', Number(id)) }),
  search: ['cliente_id.xNome'],
  display: ['venda_id', 'vTotal'],
  indexes: [['empresa_id', 'status', 'id']],
  hooks: returnHooks,
})

export const vendaDevolucaoMercadoria = resource({
  name: 'venda_devolucao_mercadoria',
  paths: ['comercial/venda_devolucao_mercadoria', 'venda_devolucao_mercadoria'],
  title: 'Item da devolução',
  right: 'venda_devolucao',
  company: 'own',
  fields: vendaDevolucaoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: { resource: 'venda_devolucao', field: 'venda_devolucao_id', list: 'devolucao_mercadoria_list' },
  unique: [['venda_devolucao_id', 'venda_mercadoria_id']],
  hooks: lineHooks,
})

totals(vendaDevolucao, { items: 'venda_devolucao_mercadoria', sums: { vTotal: 'sum(i."vTotal")' } })

effects(vendaDevolucao, {
  finaliza: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      { ledger: 'titulos', when: {}, sums: { valor: '-d."vAbatido" - d."vCredito"' } },
      // Of before there was a cash ledger, nothing is in it.
      { ledger: 'caixa', when: { caixa: true }, sums: { vLancamento: '-d."vReembolso"' } },
    ],
    makes: {
      entrada: {
        when: { acaoEstoque: 1 },
        cancelled: 'reopens',
        deleted: 'reopens',
        undone: 'cancels',
        link: 'entrada_id',
      },
    },
    proofs: {
      'venda_devolucao: o que volta de um item não passa do que foi vendido': `select count(*) from (
        select i.venda_mercadoria_id, sum(i.devolver) as volta, sum(i."vTotal") as valor from venda_devolucao_mercadoria i
        join venda_devolucao d on d.id = i.venda_devolucao_id
        where d."dhFechamento" is not null and d."dhCancelamento" is null group by 1) b
        join venda_mercadoria s on s.id = b.venda_mercadoria_id where b.volta > s."qTrib" or b.valor > s."vTotal"`,
      'venda_devolucao: o total é crédito, abatido ou reembolsado': `select count(*) from venda_devolucao d
        where d."dhFinalizacao" is not null and d."vTotal" <> d."vCredito" + d."vAbatido" + d."vReembolso"`,
    },
  },
})
