import { equipeColaboradorFields, equipeVendedorFields } from '../../core/fields/cadastros/equipe'
import { invalid } from '../platform/errors'
import { type Draft, faultName, resource, type Row } from '../platform/resource'
import { colaborador } from './colaborador'
import { vendedor } from './pessoas'

/** The teams of salespeople and of staff: who works under whom. */

const notOneself = (_: unknown, drafts: readonly Draft[], parent?: Row) => {
  const draft = drafts.find(({ values, before }) => (values.membro_id ?? before?.membro_id) === parent?.id)
  if (draft) throw invalid({ [faultName(draft, 'membro_id')]: ['Ninguém é da própria equipe.'] })
}

export const equipeVendedor = resource({
  name: 'equipe_vendedor',
  paths: ['cadastros/equipe_vendedor'],
  title: 'Membro da equipe de vendas',
  right: vendedor.right,
  company: 'none',
  fields: equipeVendedorFields,
  search: [],
  display: ['membro_id'],
  unique: [['vendedor_id', 'membro_id']],
  parent: { resource: 'vendedor', field: 'vendedor_id', list: 'equipe_vendedor_list' },
  hooks: { prepare: notOneself },
})

export const equipeColaborador = resource({
  name: 'equipe_colaborador',
  paths: ['cadastros/equipe_colaborador'],
  title: 'Membro da equipe',
  right: colaborador.right,
  company: 'none',
  fields: equipeColaboradorFields,
  search: [],
  display: ['membro_id'],
  unique: [['colaborador_id', 'membro_id']],
  parent: { resource: 'colaborador', field: 'colaborador_id', list: 'equipe_colaborador_list' },
  hooks: { prepare: notOneself },
})
