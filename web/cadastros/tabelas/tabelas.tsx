import type { ReactElement } from 'react'
import { screen, type ModalProps, type ScreenDefinition } from '../../app/registry'
import { UF_OPTIONS } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

/** Official tables: municipalities and states of the IBGE, codes of the tax authorities. `prumo import` loads them whole. */

const places: readonly Column[] = [
  { field: 'xMun', label: 'Nome' },
  { field: 'UF', label: 'UF', width: 80, filter: 'select', options: UF_OPTIONS },
  { field: 'id', label: 'Código IBGE', kind: 'code', width: 140 },
]

function Municipios(): ReactElement {
  return <ResourceTable resource="municipio" columns={places} sort={{ field: 'xMun', desc: false }} />
}

function MunicipioForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="municipio" name="Município" title={(row) => textOf(row.xMun)}>
      <Field name="xMun" label="Nome" required span={12} maxLength={80} />
      <Field name="UF" label="UF" kind="select" required options={UF_OPTIONS} span={4} />
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
  icon: 'home',
  right: 'municipio',
  component: Municipios,
  modals: { 'edit/:id': { component: MunicipioForm, size: 'md' } },
})

const states: readonly Column[] = [
  { field: 'Nome', label: 'Nome' },
  { field: 'Sigla', label: 'Sigla', width: 100 },
  { field: 'ID', label: 'Código IBGE', kind: 'code', width: 140, filter: 'none' },
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
  icon: 'home',
  right: 'municipio',
  component: Estados,
})

/** A table of codes with their meanings; `digits` is how long a code is. */
function codes(name: 'ncm' | 'cfop' | 'cest', title: string, digits: number): ScreenDefinition {
  const columns: readonly Column[] = [
    { field: 'codigo', label: 'Código', kind: name === 'ncm' ? 'ncm' : 'code', width: 140 },
    { field: 'descricao', label: 'Descrição' },
  ]
  const Tabela = (): ReactElement => (
    <ResourceTable resource={name} columns={columns} sort={{ field: 'codigo', desc: false }} />
  )
  const Form = (modal: ModalProps): ReactElement => (
    <ResourceForm modal={modal} resource={name} name={title} title={(row) => `${title} ${textOf(row.codigo)}`}>
      <Field name="codigo" label="Código" required span={4} maxLength={digits} help={`${digits} dígitos`} />
      <Field name="descricao" label="Descrição" kind="textarea" required maxLength={1000} />
    </ResourceForm>
  )
  return screen({
    path: `/ui/cadastros/${name}`,
    title,
    area: 'Cadastros',
    icon: 'tag',
    right: 'tributacao',
    component: Tabela,
    modals: { 'edit/:id': { component: Form, size: 'md' } },
  })
}

export const ncm = codes('ncm', 'NCM', 8)
export const cfop = codes('cfop', 'CFOP', 4)
export const cest = codes('cest', 'CEST', 7)
