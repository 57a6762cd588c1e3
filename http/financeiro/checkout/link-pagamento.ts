import { sql } from 'drizzle-orm'
import { f } from '../../../core/fields/field'
import { linkPagamentoFields } from '../../../core/fields/financeiro/link-pagamento'
import { type RecordOf, resource } from '../../platform/resource'

/** Pages of a payment service at which instalments of sales are paid. */
export const linkPagamento = resource({
  name: 'link_pagamento',
  paths: ['financeiro/link_pagamento', 'link_pagamento'],
  title: 'Link de pagamento',
  right: 'venda',
  readOnly: true,
  company: 'own',
  fields: linkPagamentoFields,
  search: ['cliente_id.xNome'],
  display: ['valor', 'situacao', 'url'],
  unique: [['referencia']],
  computed: {
    tentativa: {
      meta: f.text('Última tentativa').computed().meta,
      sql: () =>
        sql`(select x.erro from troca x where x.tipo = 'checkout.link' and x.chave = t.referencia and t.situacao = 'gerando')`,
    },
  },
})

export type Link = RecordOf<typeof linkPagamento>
