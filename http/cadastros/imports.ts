import { withLostZeros } from '../../core/br/state-registration'
import { tabelaPreco } from '../comercial/tabela_preco/tabela-preco'
import type { Resource } from '../platform/resource'
import { clienteCategoria } from './cliente-categoria'
import { idColumn, type Lookup, ownColumns } from './importacao/columns'
import { byName, described, type ImportKind } from './importacao/kind'
import { municipio } from './municipio'
import { cliente, fornecedor, transportadora, vendedor } from './pessoas'

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
  complete: (_, rows) => {
    for (const { values, before } of rows) {
      const UF = values.UF ?? before?.UF
      if (typeof values.IE === 'string' && typeof UF === 'string') values.IE = withLostZeros(UF, values.IE)
    }
    return Promise.resolve()
  },
})

/** People that can be imported. Source: document 1, section 3 for the fields; the labels are the fields' own. */
export const peopleImports: readonly ImportKind[] = [
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
]
