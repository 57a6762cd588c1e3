import { metaComputed, metaFields, metaVendaFields, metaVendedorFields } from '../../../core/fields/comercial/meta'
import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../../platform/errors'
import { type ComputedColumn, type Draft, resource } from '../../platform/resource'

/** Goals: of salespeople in a period, and of the company's sales as a whole or of some of its customers. */

const hooks = {
  prepare: (_: unknown, drafts: readonly Draft[]) => {
    for (const { before, values } of drafts) {
      const { dIni, dFim } = { ...before, ...values }
      if (String(dFim) < String(dIni)) throw invalid({ dFim: ['A data final vem antes da inicial.'] })
    }
  },
}

/** What was invoiced in a period, by a condition on the sales `v`. */
const invoiced = (condition: SQL): ComputedColumn => ({
  meta: metaComputed.vRealizado.meta,
  sql: () => sql`(
    select coalesce(sum(v."vTotal"), 0) from venda v
    where v."dhCancelamento" is null and ${condition})`,
})

const within = (goal: string): SQL =>
  sql.raw(
    `v.empresa_id = ${goal}.empresa_id and v."dhFaturamento" >= ${goal}."dIni"::timestamptz and v."dhFaturamento" < (${goal}."dFim" + 1)::timestamptz`,
  )

export const meta = resource({
  name: 'meta',
  paths: ['comercial/meta'],
  title: 'Meta',
  right: 'meta',
  open: true,
  company: 'own',
  fields: metaFields,
  search: ['descricao'],
  display: ['descricao', 'dIni', 'dFim'],
  computed: { vRealizado: invoiced(within('t')) },
  hooks,
})

export const metaVendedor = resource({
  name: 'meta_vendedor',
  paths: ['comercial/meta_vendedor'],
  title: 'Meta do vendedor',
  right: 'meta',
  open: true,
  company: 'own',
  fields: metaVendedorFields,
  search: ['vendedor_id.xNome', 'meta_id.descricao'],
  display: ['vMeta'],
  parent: { resource: 'meta', field: 'meta_id', list: 'meta_vendedor_list' },
  computed: {
    vRealizado: invoiced(
      sql`v.vendedor_id = t.vendedor_id and exists (select 1 from meta m where m.id = t.meta_id and ${within('m')})`,
    ),
  },
})

export const metaVenda = resource({
  name: 'meta_venda',
  paths: ['comercial/meta_venda'],
  title: 'Meta de venda',
  right: 'meta',
  open: true,
  company: 'own',
  fields: metaVendaFields,
  search: ['descricao'],
  display: ['descricao', 'dIni', 'dFim'],
  computed: {
    vRealizado: invoiced(
      sql`${within('t')} and (t.vendedor_id is null or v.vendedor_id = t.vendedor_id)
          and (t.categoria_id is null or exists (select 1 from cliente c where c.id = v.cliente_id and c.categoria_id = t.categoria_id))`,
    ),
  },
  hooks,
})
