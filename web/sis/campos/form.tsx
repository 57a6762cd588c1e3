import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { type CustomColumn, isText } from '../../../core/custom/definition'
import { PRINTED } from '../../../core/custom/extensible'
import { CUSTOM_KINDS, CUSTOM_WORDS, type CustomKind } from '../../../core/custom/kinds'
import { customFieldFields } from '../../../core/fields/sis/custom-field'
import type { ModalProps } from '../../app/registry'
import { RowsField } from '../../ui/custom/rows-field'
import { TagsField } from '../../ui/custom/tags-field'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { Field as Plain } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { isRecord, isSet, numberOf, recordsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { RESOURCE } from './resource'

const { Field, defaults } = fieldsOf(customFieldFields)

/** Where the parts of a definition stand in its form, each a field of its own. */
const PART = {
  col: 'layout_col',
  offset: 'layout_offset',
  autocomplete: 'ui_autocomplete',
  minChars: 'ui_minChars',
  decimals: 'ui_decimals',
} as const

const WIDTHS = Array.from({ length: 12 }, (_, at) => ({ value: at + 1, label: `${at + 1} de 12` }))

const column = (
  key: string,
  label: string,
  type: CustomColumn['type'],
  more: Partial<CustomColumn> = {},
): CustomColumn => ({
  key,
  label,
  type,
  ...more,
})

const OPTION_COLUMNS = [
  column('label', 'Rótulo', 'text', { required: true }),
  column('value', 'Valor', 'text', { required: true }),
  column('color', 'Cor (#rrggbb)', 'text'),
  column('textColor', 'Cor do texto', 'text'),
]
const COLUMN_TYPES = ['text', 'number', 'money', 'date', 'boolean'] as const
const COLUMN_COLUMNS = [
  column('label', 'Rótulo', 'text', { required: true }),
  column('key', 'Chave', 'text', { required: true }),
  column('type', 'Tipo', 'select', {
    options: COLUMN_TYPES.map((value) => ({ value, label: CUSTOM_WORDS[value] })),
  }),
  column('required', 'Obrigatória', 'boolean'),
]

/** Registers that an autocomplete finds records of. */
const SOURCES = [
  ['cliente', 'Clientes'],
  ['fornecedor', 'Fornecedores'],
  ['transportadora', 'Transportadoras'],
  ['vendedor', 'Vendedores'],
  ['colaborador', 'Colaboradores'],
  ['motorista', 'Motoristas'],
  ['veiculo', 'Veículos'],
  ['mercadoria', 'Mercadorias'],
  ['servico', 'Serviços'],
  ['municipio', 'Municípios'],
].map(([value = '', label = '']) => ({ value, label }))

const keyFrom = (label: string): string =>
  label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

/** What is said of each kind beside what all have. */
function KindFields(): ReactElement | null {
  useSignals()
  const form = useForm()
  const type = textOf(form.values.value.type)
  const options = <RowsField name="options" label="Opções" span={12} columns={OPTION_COLUMNS} />
  if (type === 'select' || type === 'tags') return options
  if (type === 'autocomplete')
    return (
      <>
        <Plain
          name={PART.autocomplete}
          label="Procura em"
          kind="select"
          span={6}
          options={SOURCES}
          emptyLabel="Nas opções abaixo"
        />
        <Plain name={PART.minChars} label="Letras antes de procurar" kind="integer" span={3} />
        {isSet(form.values.value[PART.autocomplete]) ? null : options}
      </>
    )
  if (type === 'repeater') return <RowsField name="columns" label="Colunas" span={12} columns={COLUMN_COLUMNS} />
  return type === 'number' ? <Plain name={PART.decimals} label="Casas decimais" kind="integer" span={3} /> : null
}

/** Texts may be found by the search of their list. */
function Searched(): ReactElement | null {
  useSignals()
  return isText(textOf(useForm().values.value.type)) ? (
    <Field name="buscado" span={4} help="A busca da lista encontra também por este texto" />
  ) : null
}

/** Documents with a paper may say it there. */
function Printed(): ReactElement | null {
  useSignals()
  return PRINTED.has(textOf(useForm().values.value.alias)) ? (
    <Field name="impresso" span={4} help="O rótulo e o valor saem no papel do documento" />
  ) : null
}

/** What it begins with, where its kind begins with something. */
function Beginning(): ReactElement | null {
  useSignals()
  const type = textOf(useForm().values.value.type)
  return type === 'tags' || type === 'repeater' || type === 'autocomplete' ? null : <Field name="padrao" span={6} />
}

interface Choices {
  readonly roles: readonly { readonly value: string; readonly label: string }[]
  readonly states: readonly { readonly value: string; readonly label: string }[]
}

function useChoices(alias: string): Choices {
  const roles = useLoaded('role?perPage=200&orderBy=name', 'role')
  const told = useLoaded(`custom-fields/${alias === '' ? 'cliente' : alias}/draft?expand=1`, 'custom_field')
  const named = recordsOf(isRecord(roles) ? roles.data : []).map(({ name }) => ({
    value: textOf(name),
    label: textOf(name),
  }))
  const states = recordsOf(isRecord(told) ? told.situacoes : []).map(({ value, label }) => ({
    value: textOf(value),
    label: textOf(label),
  }))
  return { roles: named, states }
}

function Who(): ReactElement {
  useSignals()
  const { roles, states } = useChoices(textOf(useForm().values.value.alias))
  return (
    <>
      <TagsField
        name="visible_roles"
        label="Quem vê"
        span={12}
        options={roles}
        help="Nenhum marcado: todos que veem o registro"
      />
      <TagsField
        name="editable_roles"
        label="Quem altera"
        span={12}
        options={roles}
        help="Nenhum marcado: todos que alteram o registro"
      />
      {states.length === 0 ? null : (
        <TagsField
          name="states"
          label="Situações em que pode ser alterado, embora o documento não"
          span={12}
          options={states}
        />
      )}
    </>
  )
}

function Head(): ReactElement {
  useSignals()
  const form = useForm()
  const isNew = form.record.value === undefined
  return (
    <>
      <Field name="alias" span={6} disabled={!isNew} />
      <Field
        name="type"
        span={6}
        disabled={!isNew}
        onCommit={(type) => {
          const kind = textOf(type)
          if (isKind(kind)) form.set(PART.col, CUSTOM_KINDS[kind].span)
        }}
      />
      <Field
        name="label"
        span={6}
        onCommit={(label) => {
          if (isNew && !isSet(form.values.value.key)) form.set('key', keyFrom(textOf(label)))
        }}
      />
      <Field name="key" span={6} disabled={!isNew} />
      <KindFields />
      <Beginning />
      <Plain name={PART.col} label="Largura" kind="select" span={3} options={WIDTHS} />
      <Plain name={PART.offset} label="Recuo" kind="integer" span={3} />
      <Field name="required" span={4} />
      <Field name="indexado" span={4} help="Listas longas são filtradas e ordenadas por ele sem demora" />
      <Searched />
      <Printed />
      <Field name="ativo" span={4} help="Fora de uso, os valores ficam guardados" />
    </>
  )
}

const isKind = (text: string): text is CustomKind => Object.hasOwn(CUSTOM_KINDS, text)

/** The form's parts from a definition. */
function partsOf({ layout, ui }: Values): Values {
  const [place, way] = [isRecord(layout) ? layout : {}, isRecord(ui) ? ui : {}]
  return {
    [PART.col]: place.col ?? null,
    [PART.offset]: place.offset ?? 0,
    [PART.autocomplete]: way.autocomplete ?? null,
    [PART.minChars]: way.minChars ?? null,
    [PART.decimals]: way.decimals ?? null,
  }
}

const told = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => isSet(value)))

/** What is sent: the form's parts together again; options without colours where none is given. */
function shape(values: Values): Values {
  const { layout_col, layout_offset, ui_autocomplete, ui_minChars, ui_decimals, options, columns, states, ...rest } =
    values
  const ui = told({ autocomplete: ui_autocomplete, minChars: numberOf(ui_minChars), decimals: numberOf(ui_decimals) })
  const rows = (list: unknown) => (Array.isArray(list) ? recordsOf(list).map(told) : null)
  return {
    ...rest,
    layout: isSet(layout_col) ? { col: numberOf(layout_col), offset: numberOf(layout_offset) ?? 0 } : null,
    ui: Object.keys(ui).length === 0 ? null : ui,
    options: rows(options),
    columns: rows(columns),
    states: Array.isArray(states) ? states.map(Number) : null,
  }
}

/** A field of a company's own. */
export function CampoForm(modal: ModalProps): ReactElement {
  const alias = modal.query.get('alias') ?? undefined
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Campo"
      title={(row: Row) => textOf(row.label)}
      defaults={{
        ...defaults,
        type: 'text',
        [PART.col]: CUSTOM_KINDS.text.span,
        [PART.offset]: 0,
        ...(alias === undefined ? {} : { alias }),
      }}
      onLoad={(row, form) => form.suggest(partsOf(row))}
      shape={shape}
    >
      <Tab label="Campo">
        <Head />
      </Tab>
      <Tab label="Quem vê e altera">
        <Who />
      </Tab>
    </ResourceForm>
  )
}
