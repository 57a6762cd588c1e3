import { consumoFields, consumoMercadoriaFields } from '../../../core/fields/estoque/consumo'
import { consumoLife } from '../../../core/lifecycle/consumo'
import { effects } from '../../documents/steps'
import { resource } from '../../platform/resource'
import { assertOwnLots } from '../output'
import { keepProducts } from '../product-lines'
import { holdsNothing } from '../reservations'

/** Consumption of material: goods that are used up inside, told by cost centre (N2-031). */
export const consumo = resource({
  name: 'consumo',
  paths: ['estoque/consumo'],
  title: 'Consumo de material',
  right: 'consumo',
  company: 'own',
  fields: consumoFields,
  life: consumoLife,
  search: ['obs', 'user_id.name'],
  display: ['status'],
  indexes: [['empresa_id', 'status', 'id']],
})

const GOODS = 'select sum("qTrib") from consumo_mercadoria i where i.consumo_id = d.id'
effects(consumo, {
  separar: {
    title: 'a separação',
    date: 'dhSeparacao',
    posts: [{ ledger: 'reservas', when: {}, sums: { q: GOODS } }],
  },
  finalizar: {
    title: 'a finalização',
    date: 'dhFinalizacao',
    posts: [
      {
        ledger: 'estoque',
        when: {},
        sums: {
          qTrib: `select -(${GOODS})`,
          vCusto: 'select -sum("vCusto") from consumo_mercadoria i where i.consumo_id = d.id',
        },
      },
      { ledger: 'reservas', when: { reservada: true }, sums: { q: `select -(${GOODS})` } },
    ],
    proofs: {
      'consumo: finalizado ou cancelado, nada reserva': holdsNothing('consumo', ['dhFinalizacao', 'dhCancelamento']),
    },
  },
})

/** Material of a consumption, and the cost centre that bears it: the head's, where the line says none. */
export const consumoMercadoria = resource({
  name: 'consumo_mercadoria',
  paths: ['estoque/consumo_mercadoria'],
  title: 'Item do consumo',
  right: 'consumo',
  company: 'own',
  fields: consumoMercadoriaFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: { resource: 'consumo', field: 'consumo_id', list: 'consumo_mercadoria_list' },
  hooks: {
    prepare: async (ctx, drafts, parent) => {
      await keepProducts(ctx, drafts)
      await assertOwnLots(ctx, drafts)
      for (const { before, values } of drafts) if (!before) values.centro_custo_id ??= parent?.centro_custo_id ?? null
    },
  },
})
