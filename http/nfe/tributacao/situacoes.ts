import { icmsSituationFields, situation } from '../../../core/fields/cadastros/tabelas-fiscais'
import { resource } from '../../platform/resource'

/** Situation codes by tax (E3-106 to E3-108, E3-115): the official table `cst`, shown and written through a view of each. */

const situations = (name: 'ipi' | 'pis' | 'cofins', title: string) =>
  resource({
    name,
    paths: [`nfe/${name}`],
    title,
    right: 'tributacao',
    open: true,
    view: { of: 'cst', where: { imposto: name.toUpperCase() } },
    company: 'none',
    fields: situation,
    search: ['codigo', 'descricao'],
    display: ['codigo', 'descricao'],
    defaultOrder: 'codigo',
  })

export const ipi = situations('ipi', 'CST do IPI')
export const pis = situations('pis', 'CST do PIS')
export const cofins = situations('cofins', 'CST da COFINS')

/** Of the normal regime and of Simples Nacional (CSOSN): which of them, `imposto` says. */
export const icms = resource({
  name: 'icms',
  paths: ['nfe/icms'],
  title: 'CST do ICMS',
  right: 'tributacao',
  open: true,
  view: { of: 'cst', where: { imposto: 'CSOSN' } },
  company: 'none',
  fields: icmsSituationFields,
  search: ['codigo', 'descricao'],
  display: ['codigo', 'descricao'],
  defaultOrder: 'codigo',
})
