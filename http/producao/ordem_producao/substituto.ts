import { sql } from 'drizzle-orm'
import { freeToDraw, opInsumoSubstitutoFields } from '../../../core/fields/producao/ordem-producao'
import { type ComputedColumn, refuseRows, resource } from '../../platform/resource'

/** What there is of a row's product in its company that nobody has reserved. */
export const FREE: ComputedColumn = {
  meta: freeToDraw.meta,
  sql: () =>
    sql`coalesce((select s.q_total - s.q_reservado from mercadoria_saldo s where s.mercadoria_id = t.mercadoria_id and s.empresa_id = t.empresa_id), 0)`,
}

/** What may stand in for a supply of an order: as its composition says, then the order's own. */
export const opInsumoSubstituto = resource({
  name: 'op_insumo_substituto',
  paths: ['producao/op_insumo_substituto'],
  title: 'Substituto do insumo da ordem',
  right: 'ordem_producao',
  company: 'own',
  fields: opInsumoSubstitutoFields,
  search: ['mercadoria_id.xProd'],
  display: ['mercadoria_id'],
  parent: {
    resource: 'ordem_producao_mercadoria_insumo',
    field: 'ordem_producao_mercadoria_insumo_id',
    list: 'substitutos',
  },
  computed: { qDisp: FREE },
  hooks: {
    prepare: (_, drafts, supply) => {
      refuseRows(drafts, ({ values }) =>
        supply !== undefined && values.mercadoria_id === supply.mercadoria_id
          ? { mercadoria_id: 'O substituto é outra mercadoria.' }
          : undefined,
      )
    },
  },
})
