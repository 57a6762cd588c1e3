import { type SQL, sql } from 'drizzle-orm'
import {
  mercadoriaCaracteristicaComputed,
  mercadoriaCaracteristicaFields,
  mercadoriaCaracteristicaGrupoFields,
  mercadoriaCaracteristicaInsumoFields,
} from '../../core/fields/estoque/caracteristica'
import { refuseRows, resource } from '../platform/resource'
import { costIn } from './costs'

/** Groups of characteristics (N2-059): a register that every signed-in user reads. */
export const mercadoriaCaracteristicaGrupo = resource({
  name: 'mercadoria_caracteristica_grupo',
  paths: ['estoque/mercadoria_caracteristica_grupo'],
  title: 'Grupo de características',
  right: 'mercadoria',
  open: true,
  company: 'none',
  fields: mercadoriaCaracteristicaGrupoFields,
  search: ['descricao'],
  display: ['descricao', 'obrigatorio', 'multiplo'],
  unique: [['descricao']],
})

/** SQL of what a unit of a supply `m` costs a company, with 4 decimals. */
export const supplyCost = (empresa_id: number | null): SQL => sql`round(${costIn(empresa_id)}, 4)`

/** What a product that is made to order can be made with (N2-046). */
export const mercadoriaCaracteristica = resource({
  name: 'mercadoria_caracteristica',
  paths: ['estoque/mercadoria_caracteristica'],
  title: 'Característica',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaCaracteristicaFields,
  search: ['descricao', 'caracteristica_grupo_id.descricao'],
  display: ['descricao'],
  unique: [['mercadoria_id', 'caracteristica_grupo_id', 'descricao']],
  parent: { resource: 'mercadoria', field: 'mercadoria_id', list: 'mercadoria_caracteristicas' },
  computed: {
    vAcrescimo: {
      meta: mercadoriaCaracteristicaComputed.vAcrescimo.meta,
      sql: (ctx) => sql`
        coalesce(t."vAcrescimoFixo", t.custo_un + coalesce((select sum(i.quantidade * ${supplyCost(ctx.actor.empresa_id)})
        from mercadoria_caracteristica_insumo i join mercadoria m on m.id = i.mercadoria_id where i.mercadoria_caracteristica_id = t.id), 0))`,
    },
  },
})

/** What a characteristic draws for one unit of its product (N2-047). */
export const mercadoriaCaracteristicaInsumo = resource({
  name: 'mercadoria_caracteristica_insumo',
  paths: ['estoque/mercadoria_caracteristica_insumo', 'mercadoria_caracteristica_insumo'],
  title: 'Insumo da característica',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaCaracteristicaInsumoFields,
  search: ['mercadoria_id.xProd'],
  display: ['quantidade'],
  unique: [['mercadoria_caracteristica_id', 'mercadoria_id']],
  parent: {
    resource: 'mercadoria_caracteristica',
    field: 'mercadoria_caracteristica_id',
    list: 'insumos',
    copied: true,
  },
  hooks: {
    prepare: (_ctx, drafts, parent) =>
      refuseRows(drafts, ({ before, values }) =>
        (values.mercadoria_id ?? before?.mercadoria_id) === parent?.mercadoria_id
          ? { mercadoria_id: 'Um produto não é insumo de si mesmo.' }
          : undefined,
      ),
  },
})
