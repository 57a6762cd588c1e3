import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../../platform/errors'
import { f } from '../../platform/fields'
import { empresaId } from '../../platform/kit'
import { type ComputedColumn, type Draft, resource } from '../../platform/resource'

/** Goals: of salespeople in a period, and of the company's sales as a whole or of some of its customers. */

const period = () => ({
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 80 }).required(),
  dIni: f.date('De').required(),
  dFim: f.date('Até').required(),
})

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
  meta: f.money('Realizado').computed().meta,
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
  fields: { ...period(), vMeta: f.money('Meta da empresa', { min: 0 }) },
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
  fields: {
    empresa_id: empresaId(),
    meta_id: f.ref('Meta', 'meta').required(),
    vendedor_id: f.ref('Vendedor', 'vendedor').required(),
    vMeta: f.money('Valor', { min: 0 }).default(0),
  },
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
  fields: {
    ...period(),
    vMeta: f.money('Valor', { min: 0 }).required(),
    vendedor_id: f.ref('Só do vendedor', 'vendedor'),
    categoria_id: f.ref('Só da categoria de clientes', 'cliente_categoria'),
  },
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
