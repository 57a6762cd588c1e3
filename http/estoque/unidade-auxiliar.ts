import { sql } from 'drizzle-orm'
import { unidadeAuxiliarComputed, unidadeAuxiliarFields } from '../../core/fields/estoque/mercadoria-codigos'
import type { Ctx } from '../platform/context'
import { refuseRows, resource } from '../platform/resource'

/** What the chosen company has of the goods of this number, in units of this factor. */
const inUnits = (ctx: Ctx, goods: string, factor: string) => sql`(
  select round(s.q_total / ${sql.raw(factor)}, 4) from mercadoria_saldo s
  where s.mercadoria_id = ${sql.raw(goods)} and s.empresa_id = ${ctx.actor.empresa_id})`

/** Other units that goods are bought, sold and told in (N2-042): a box of 12. Stock is kept in the product's own. */
export const unidadeAuxiliar = resource({
  name: 'unidade_auxiliar',
  paths: ['estoque/unidade_auxiliar', 'unidade_auxiliar'],
  title: 'Unidade auxiliar',
  right: 'mercadoria',
  company: 'none',
  fields: unidadeAuxiliarFields,
  search: ['unidade_id.un'],
  display: ['fator_conversao', 'unidade_id'],
  unique: [['mercadoria_id', 'unidade_id']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'unidades_auxiliares' },
  computed: {
    un: {
      meta: unidadeAuxiliarComputed.un.meta,
      sql: () => sql`(select u.un from unidade u where u.id = t.unidade_id)`,
    },
    estoque: {
      meta: unidadeAuxiliarComputed.estoque.meta,
      sql: (ctx) => inUnits(ctx, 't.mercadoria_id', 't.fator_conversao'),
    },
  },
  hooks: {
    prepare: (_ctx, drafts, parent) =>
      refuseRows(drafts, ({ before, values }) => {
        const unit = values.unidade_id ?? before?.unidade_id
        return parent && unit === parent.unidade_id ? { unidade_id: 'Esta já é a unidade da mercadoria.' } : undefined
      }),
  },
})

/** The first auxiliary unit of the product `t`, as the product shows it. */
export const firstAuxiliary = (ctx: Ctx) => sql`(
  select json_build_object('id', a.id, 'unidade_id', a.unidade_id, 'un', u.un, 'fator_conversao', a.fator_conversao,
    'estoque', coalesce(${inUnits(ctx, 't.id', 'a.fator_conversao')}, 0))
  from unidade_auxiliar a join unidade u on u.id = a.unidade_id where a.mercadoria_id = t.id order by a.id limit 1)`
