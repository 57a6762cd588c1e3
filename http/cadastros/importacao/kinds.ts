import { tabelaPreco } from '../../comercial/tabela-preco'
import { mercadoria, mercadoriaPreco } from '../../estoque/mercadoria'
import { fabricante, mercadoriaFamilia, mercadoriaGrupo, unidade } from '../../estoque/registers'
import type { Ctx } from '../../platform/context'
import type { Resource, Row } from '../../platform/resource'
import { clienteCategoria } from '../cliente-categoria'
import { municipio } from '../municipio'
import { cliente, fornecedor, transportadora, vendedor } from '../pessoas'
import { idColumn, type ImportColumn, type Lookup, ownColumns } from './columns'
import { followCost } from './prices'

/** What can be imported: the resource that takes it, its columns, and how a row finds the record that it is of. */
export interface ImportKind {
  readonly name: string
  readonly title: string
  readonly resource: Resource
  readonly columns: readonly ImportColumn[]
  /** Lists of fields; a row is of the record that has the same values in any of them. */
  readonly keys: readonly (readonly string[])[]
  /** Fills what follows from the row's own values, for rows that are fine so far. */
  readonly complete?: (
    ctx: Ctx,
    rows: readonly { readonly values: Row; readonly before: Row | undefined }[],
  ) => Promise<void>
}

const byName = (resource: Resource, by: string, ...exact: string[]): Lookup => ({
  resource,
  by: [by],
  exact,
  byId: true,
})
const described = (descricao: string): Row => ({ descricao })

const places = {
  cMun: { ...byName(municipio, 'xMun'), within: { column: 'UF', field: 'UF' } },
} satisfies Record<string, Lookup>

const person = (
  resource: Resource,
  lookups: Readonly<Record<string, Lookup>> = {},
): Omit<ImportKind, 'name' | 'title'> => ({
  resource,
  columns: [idColumn, ...ownColumns(resource, { lookups: { ...places, ...lookups } })],
  keys: [['id'], ['CNPJ_CPF']],
})

const productColumn = (name: string, label: string, aliases: readonly string[], lookup: Lookup): ImportColumn => ({
  name,
  field: 'mercadoria_id',
  label,
  aliases,
  kind: 'text',
  required: false,
  lookup,
})

/** Every kind of import. Source: document 1, section 3 for the fields; the labels are the fields' own. */
export const KINDS: readonly ImportKind[] = [
  {
    name: 'clientes',
    title: 'Clientes',
    ...person(cliente, {
      vendedor_id: byName(vendedor, 'xNome', 'CNPJ_CPF'),
      tabela_preco_id: byName(tabelaPreco, 'descricao'),
      transportadora_id: byName(transportadora, 'xNome', 'CNPJ_CPF'),
      categoria_id: { ...byName(clienteCategoria, 'descricao'), create: described },
    }),
  },
  { name: 'fornecedores', title: 'Fornecedores', ...person(fornecedor) },
  {
    name: 'produtos',
    title: 'Produtos',
    resource: mercadoria,
    columns: [
      idColumn,
      ...ownColumns(mercadoria, {
        lookups: {
          unidade_id: { resource: unidade, by: [], exact: ['un'], byId: false, create: (un) => ({ un }) },
          grupo_id: { ...byName(mercadoriaGrupo, 'descricao', 'codigo'), byId: false, create: described },
          familia_id: { ...byName(mercadoriaFamilia, 'descricao'), byId: false, create: described },
          fabricante_id: { ...byName(fabricante, 'descricao'), byId: false, create: described },
        },
      }),
    ],
    keys: [['id'], ['codigo'], ['cEAN']],
  },
  {
    name: 'precos',
    title: 'Preços',
    resource: mercadoriaPreco,
    columns: [
      productColumn('codigo', 'Código do produto', ['Código', 'Cód', 'SKU', 'Referência', 'Ref'], {
        resource: mercadoria,
        by: [],
        exact: ['codigo'],
        byId: false,
      }),
      productColumn('cEAN', 'Código de barras (EAN)', ['Código de barras', 'EAN', 'GTIN', 'Cód. barras', 'EAN13'], {
        resource: mercadoria,
        by: [],
        exact: ['cEAN'],
        byId: false,
        auxiliaryEan: true,
      }),
      ...ownColumns(mercadoriaPreco, { lookups: { tabela_preco_id: byName(tabelaPreco, 'descricao') } }),
    ],
    keys: [['mercadoria_id', 'tabela_preco_id']],
    complete: followCost,
  },
]

/** The kind of that name. */
export function kindNamed(name: string): ImportKind | undefined {
  return KINDS.find((one) => one.name === name)
}
