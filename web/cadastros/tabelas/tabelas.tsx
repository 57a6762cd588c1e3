import type { ReactElement } from 'react'
import { municipioFields } from '../../../core/fields/cadastros/municipio'
import { estadoFields } from '../../../core/fields/cadastros/estado'
import { codeFields, type CodeTable } from '../../../core/fields/cadastros/tabelas-fiscais'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps, type ScreenDefinition } from '../../app/registry'
import { UF_OPTIONS } from '../../ui/form/controls'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column } = fieldsOf(municipioFields)
const state = fieldsOf(estadoFields)

/** Official tables: municipalities and states of the IBGE, codes of the tax authorities. `prumo import` loads them whole. */

const places: readonly Column[] = [
  column('xMun'),
  column('UF', { width: 80, filter: 'select', options: UF_OPTIONS }),
  column('id', { label: 'Código IBGE', kind: 'code', width: 140 }),
]

function Municipios(): ReactElement {
  return <ResourceTable resource="municipio" columns={places} sort={{ field: 'xMun', desc: false }} />
}

function MunicipioForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="municipio" name="Município" title={(row) => textOf(row.xMun)}>
      <Field name="xMun" span={12} />
      <Field name="UF" span={4} />
      {modal.id === 'new' ? (
        <Field name="id" label="Código IBGE" required span={8} maxLength={7} help="Os 7 dígitos do código" />
      ) : null}
    </ResourceForm>
  )
}

export const municipio = screen({
  path: '/ui/cadastros/municipio',
  title: 'Municípios',
  area: 'Cadastros',
  register: true,
  right: 'municipio',
  component: Municipios,
  modals: { 'edit/:id': { component: MunicipioForm, size: 'md' } },
})

const states: readonly Column[] = [
  state.column('Nome'),
  state.column('Sigla', { width: 100 }),
  state.column('ID', { kind: 'code', width: 140, filter: 'none' }),
]

function Estados(): ReactElement {
  return (
    <ResourceTable
      resource="estado"
      columns={states}
      sort={{ field: 'Nome', desc: false }}
      create={false}
      deletable={false}
      path={false}
    />
  )
}

export const estado = screen({
  path: '/ui/cadastros/estado',
  title: 'Estados',
  area: 'Cadastros',
  register: true,
  right: 'municipio',
  component: Estados,
})

/** A table of codes with their meanings. */
function codes(name: Exclude<CodeTable, 'cst'>, title: string): ScreenDefinition {
  const own = fieldsOf(codeFields[name])
  const columns: readonly Column[] = [
    own.column('codigo', { kind: name === 'ncm' ? 'ncm' : 'code', width: 140 }),
    own.column('descricao'),
    own.column('dInicio', { width: 110, hidden: true }),
    own.column('dFim', { width: 110 }),
  ]
  const Tabela = (): ReactElement => (
    <ResourceTable resource={name} columns={columns} sort={{ field: 'codigo', desc: false }} />
  )
  const Form = (modal: ModalProps): ReactElement => (
    <ResourceForm modal={modal} resource={name} name={title} title={(row) => `${title} ${textOf(row.codigo)}`}>
      <own.Field name="codigo" span={4} help={`${codeFields[name].codigo.meta.max} dígitos`} />
      <own.Field name="dInicio" span={4} />
      <own.Field name="dFim" span={4} />
      <own.Field name="descricao" />
    </ResourceForm>
  )
  return screen({
    path: `/ui/cadastros/${name}`,
    title,
    area: 'Cadastros',
    register: true,
    right: 'tributacao',
    component: Tabela,
    modals: { 'edit/:id': { component: Form, size: 'md' } },
  })
}

export const ncm = codes('ncm', 'NCM')
export const cfop = codes('cfop', 'CFOP')
export const cest = codes('cest', 'CEST')
export const cclasstrib = codes('cclasstrib', 'Classificação tributária (IBS e CBS)')

const situation = fieldsOf(codeFields.cst)

const situations: readonly Column[] = [
  situation.column('imposto', { width: 200 }),
  situation.column('codigo', { width: 100 }),
  situation.column('descricao'),
  situation.column('dFim', { width: 110, hidden: true }),
]

function Situacoes(): ReactElement {
  return (
    <ResourceTable
      resource="cst"
      columns={situations}
      sort={{ field: 'codigo', desc: false }}
      create={false}
      deletable={false}
      path={false}
    />
  )
}

export const cst = screen({
  path: '/ui/cadastros/cst',
  title: 'CST',
  area: 'Cadastros',
  register: true,
  right: 'tributacao',
  create: false,
  component: Situacoes,
})
