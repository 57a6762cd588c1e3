import {
  armazemFields,
  armazenamentoFields,
  fabricanteFields,
  mercadoriaFamiliaFields,
  mercadoriaGrupoFields,
  mercadoriaGrupoSubgrupoFields,
  unidadeFields,
} from '../../core/fields/estoque/registers'
import { resource } from '../platform/resource'
import { withWeek } from '../sis/janela/janela-horario'

/** Plain registers of the stock area. */

export const unidade = resource({
  name: 'unidade',
  paths: ['estoque/unidade', 'unidade'],
  title: 'Unidade',
  right: 'unidade',
  company: 'none',
  fields: unidadeFields,
  search: ['un', 'descricao'],
  display: ['un', 'decimal'],
  unique: [['un']],
})

export const fabricante = resource({
  name: 'fabricante',
  paths: ['estoque/fabricante', 'fabricante'],
  title: 'Fabricante',
  right: 'fabricante',
  company: 'none',
  fields: fabricanteFields,
  search: ['descricao'],
  display: ['descricao'],
})

export const mercadoriaGrupo = resource({
  name: 'mercadoria_grupo',
  paths: ['estoque/mercadoria/grupo', 'estoque/mercadoria_grupo'],
  title: 'Grupo',
  right: 'mercadoria',
  open: true,
  company: 'none',
  fields: mercadoriaGrupoFields,
  search: ['descricao', 'codigo'],
  display: ['descricao'],
})

export const mercadoriaGrupoSubgrupo = resource({
  name: 'mercadoria_grupo_subgrupo',
  paths: ['estoque/mercadoria/grupo_subgrupo', 'estoque/mercadoria_grupo_subgrupo'],
  title: 'Subgrupo',
  right: 'mercadoria',
  open: true,
  company: 'none',
  fields: mercadoriaGrupoSubgrupoFields,
  search: ['descricao', 'codigo'],
  display: ['descricao'],
})

export const mercadoriaFamilia = resource({
  name: 'mercadoria_familia',
  paths: ['estoque/mercadoria_familia', 'estoque/mercadoria_familias'],
  title: 'Família de produtos',
  right: 'mercadoria',
  open: true,
  company: 'none',
  fields: mercadoriaFamiliaFields,
  search: ['descricao'],
  display: ['descricao'],
})

/** Warehouses: the places that storage locations are in, with the hours in which they receive and ship. */
export const armazem = resource(
  withWeek({
    name: 'armazem',
    paths: ['estoque/armazem'],
    title: 'Armazém logístico',
    right: 'mercadoria',
    company: 'own',
    fields: armazemFields,
    search: ['xNome', 'xFant'],
    display: ['xNome'],
  }),
)

/** Storage locations: stock is kept per product and location. */
export const armazenamento = resource({
  name: 'armazenamento',
  paths: ['estoque/armazenamento'],
  title: 'Local de estoque',
  right: 'mercadoria',
  open: true,
  company: 'own',
  fields: armazenamentoFields,
  search: ['codigo', 'xArmazenamento'],
  display: ['codigo', 'xArmazenamento'],
  unique: [['empresa_id', 'codigo']],
})
