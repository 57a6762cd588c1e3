import {
  orcamentoMercadoriaCrtFields,
  orcamentoMercadoriaCrtInsumoFields,
} from '../../../core/fields/comercial/orcamento'
import { vendaMercadoriaCrtFields, vendaMercadoriaCrtInsumoFields } from '../../../core/fields/comercial/venda'
import { resource } from '../../platform/resource'
import { CHOICES, choiceHooks, supplyHooks } from './hooks'

/** The characteristics of a line of a quote (E2-011), and what they draw (E2-012). */
export const orcamentoMercadoriaCrt = resource({
  name: 'orcamento_mercadoria_crt',
  paths: ['orcamento_mercadoria_crt', 'comercial/orcamento_mercadoria_crt'],
  title: 'Característica do item do orçamento',
  right: 'venda_orcamento',
  company: 'own',
  fields: orcamentoMercadoriaCrtFields,
  search: ['xCaracteristica'],
  display: ['xCaracteristica'],
  parent: { resource: 'orcamento_mercadoria', field: 'orcamento_mercadoria_id', list: CHOICES, copied: true },
  hooks: choiceHooks('orcamento'),
})

export const orcamentoMercadoriaCrtInsumo = resource({
  name: 'orcamento_mercadoria_crt_insumo',
  paths: ['orcamento_mercadoria_crt_insumo', 'comercial/orcamento_mercadoria_crt_insumo'],
  title: 'Insumo do item do orçamento',
  right: 'venda_orcamento',
  company: 'own',
  fields: orcamentoMercadoriaCrtInsumoFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: {
    resource: 'orcamento_mercadoria_crt',
    field: 'orcamento_mercadoria_crt_id',
    list: 'insumo_list',
    copied: true,
  },
  hooks: supplyHooks('orcamento'),
})

/** The same of a sale. */
export const vendaMercadoriaCrt = resource({
  name: 'venda_mercadoria_crt',
  paths: ['venda_mercadoria_crt', 'comercial/venda_mercadoria_crt'],
  title: 'Característica do item da venda',
  right: 'venda',
  company: 'own',
  fields: vendaMercadoriaCrtFields,
  search: ['xCaracteristica'],
  display: ['xCaracteristica'],
  parent: { resource: 'venda_mercadoria', field: 'venda_mercadoria_id', list: CHOICES, copied: true },
  hooks: choiceHooks('venda'),
})

export const vendaMercadoriaCrtInsumo = resource({
  name: 'venda_mercadoria_crt_insumo',
  paths: ['venda_mercadoria_crt_insumo', 'comercial/venda_mercadoria_crt_insumo'],
  title: 'Insumo do item da venda',
  right: 'venda',
  company: 'own',
  fields: vendaMercadoriaCrtInsumoFields,
  search: ['xProd'],
  display: ['xProd'],
  parent: { resource: 'venda_mercadoria_crt', field: 'venda_mercadoria_crt_id', list: 'insumo_list', copied: true },
  hooks: supplyHooks('venda'),
})
