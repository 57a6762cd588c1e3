import { f } from '../platform/fields'
import { address, empresaId, taxId } from '../platform/kit'
import { resource } from '../platform/resource'

/** Plain registers of the stock area. */

const described = { descricao: f.text('Descrição', { max: 80 }).required() }

export const unidade = resource({
  name: 'unidade',
  paths: ['estoque/unidade', 'unidade'],
  title: 'Unidade',
  right: 'unidade',
  company: 'none',
  fields: {
    un: f.text('Unidade', { max: 6, normalize: (text) => ({ ok: text.toUpperCase() }) }).required(),
    descricao: f.text('Descrição', { max: 60 }),
    decimal: f.integer('Decimais da quantidade', { min: 0, max: 4 }).default(2),
  },
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
  fields: { ...described, CNPJ_CPF: taxId(), site: f.text('Site', { max: 200 }) },
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
  fields: { codigo: f.text('Código', { max: 20 }), ...described },
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
  fields: {
    grupo_id: f.ref('Grupo', 'mercadoria_grupo').required(),
    codigo: f.text('Código', { max: 20 }),
    ...described,
  },
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
  fields: described,
  search: ['descricao'],
  display: ['descricao'],
})

/** Warehouses: the places that storage locations are in. */
export const armazem = resource({
  name: 'armazem',
  paths: ['estoque/armazem'],
  title: 'Armazém logístico',
  right: 'mercadoria',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    xNome: f.text('Nome', { max: 120 }).required(),
    xFant: f.text('Nome fantasia', { max: 120 }),
    ...address(),
  },
  search: ['xNome', 'xFant'],
  display: ['xNome'],
})

/** Storage locations: stock is kept per product and location. */
export const armazenamento = resource({
  name: 'armazenamento',
  paths: ['estoque/armazenamento'],
  title: 'Local de estoque',
  right: 'mercadoria',
  open: true,
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    armazem_id: f.ref('Armazém', 'armazem'),
    codigo: f.text('Código', { max: 20 }).required(),
    xArmazenamento: f.text('Descrição', { max: 80 }).required(),
    bloqueado: f.boolean('Bloqueado').default(false),
    padrao: f.boolean('Padrão').default(false),
  },
  search: ['codigo', 'xArmazenamento'],
  display: ['codigo', 'xArmazenamento'],
  unique: [['empresa_id', 'codigo']],
})
