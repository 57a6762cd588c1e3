import { sql } from 'drizzle-orm'
import { answeredUntil } from '../../../core/banking/pagamento/answer-day'
import { f } from '../../../core/fields/field'
import {
  AT_BANK,
  ITEM,
  LIVE_ITEM,
  remessaPagamentoArquivoFields,
  remessaPagamentoContaFields,
  remessaPagamentoFields,
  remessaPagamentoSums,
  RETRIED,
} from '../../../core/fields/financeiro/remessa-pagamento'
import { remessaPagamentoLife } from '../../../core/lifecycle/remessa-pagamento'
import { intArray } from '../../platform/engine/query'
import { type RecordOf, resource } from '../../platform/resource'
import { deliveryOf } from '../transmissao/stands'
import { checkHeads, checkItems, filesOf } from './hooks'

const ofItems = (what: string) =>
  sql`(select ${sql.raw(what)} from remessa_pagamento_conta i where i.remessa_pagamento_id = t.id and i.situacao <> ${ITEM.CANCELADO})`

const countOf = (states: readonly number[]): string =>
  `count(*) filter (where i.situacao in (${states.join(', ')}))::int`

/** Remittances of payments: payables that an account's bank is told to pay on a day (N3-022, S3-014). */
export const remessaPagamento = resource({
  name: 'remessa_pagamento',
  paths: ['financeiro/remessa_pagamento'],
  title: 'Remessa de pagamentos',
  right: 'remessa_retorno',
  company: 'own',
  fields: remessaPagamentoFields,
  life: remessaPagamentoLife,
  computed: {
    qPagamentos: { meta: remessaPagamentoSums.qPagamentos.meta, sql: () => ofItems('count(*)::int') },
    vTotal: { meta: remessaPagamentoSums.vTotal.meta, sql: () => ofItems('coalesce(sum(i.valor), 0)') },
    vPago: { meta: remessaPagamentoSums.vPago.meta, sql: () => ofItems('coalesce(sum(i."vEfetivado"), 0)') },
    qEsperam: { meta: remessaPagamentoSums.qEsperam.meta, sql: () => ofItems(countOf(LIVE_ITEM)) },
    qRecusados: { meta: remessaPagamentoSums.qRecusados.meta, sql: () => ofItems(countOf(RETRIED)) },
  },
  beside: {
    arquivos: f.json('Arquivos', {
      doc: 'Os que foram ao banco: id, sequencia, arquivo, descartado, entrega, entrega_erro, xEntrega',
    }),
  },
  search: ['descricao'],
  display: ['descricao', 'dPagamento'],
  indexes: [['empresa_id', 'status', 'id']],
  custom: {
    /** With payments that the bank has and should have answered. */
    sem_resposta: (_value, { clock }) =>
      sql`t."dPagamento" <= ${answeredUntil(clock.today())}::date and exists (select from remessa_pagamento_conta i where i.remessa_pagamento_id = t.id and i.situacao = any (${intArray(AT_BANK)}::int[]))`,
    /** With refused payments that nobody has tried again, and whose payable is still owed. */
    com_recusados: () =>
      sql`exists (select from remessa_pagamento_conta i join contas_pagar p on p.id = i.conta_pagar_id where i.remessa_pagamento_id = t.id and p."vSaldo" > 0
          and i.situacao in (${ITEM.REJEITADO}, ${ITEM.DEVOLVIDO}) and not exists (select from remessa_pagamento_conta o where o.repete_id = i.id))`,
  },
  hooks: {
    prepare: (ctx, drafts) => checkHeads(ctx, drafts),
    present: async (ctx, record) => ({ arquivos: await filesOf(ctx, Number(record.id)) }),
  },
})

export type Remittance = RecordOf<typeof remessaPagamento>

/** What a remittance pays of which payable, to whom, and what became of it (N3-023). */
export const remessaPagamentoConta = resource({
  name: 'remessa_pagamento_conta',
  paths: ['financeiro/remessa_pagamento_conta'],
  title: 'Pagamento',
  right: 'remessa_retorno',
  company: 'own',
  fields: remessaPagamentoContaFields,
  search: ['fav_xNome', 'seu_numero', 'fornecedor_id.xNome'],
  display: ['fav_xNome', 'valor'],
  parent: { resource: 'remessa_pagamento', field: 'remessa_pagamento_id', list: 'remessa_pagamento_conta_list' },
  unique: [['viva']],
  indexes: [
    ['empresa_id', 'seu_numero'],
    ['empresa_id', 'situacao', 'id'],
  ],
  hooks: { prepare: (ctx, drafts, parent) => checkItems(ctx, drafts, parent) },
})

/** Files of remittances, as they went to the bank. */
export const remessaPagamentoArquivo = resource({
  name: 'remessa_pagamento_arquivo',
  paths: ['financeiro/remessa_pagamento_arquivo'],
  title: 'Arquivo de pagamentos',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: remessaPagamentoArquivoFields,
  computed: deliveryOf('remessa_pagamento_arquivo'),
  search: ['arquivo'],
  display: ['arquivo', 'sequencia'],
  unique: [['banco_id', 'sequencia']],
  indexes: [['remessa_pagamento_id', 'sequencia']],
})
