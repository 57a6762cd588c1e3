import { idColumn, type ImportColumn, type Lookup, ownColumns } from '../cadastros/importacao/columns'
import { byName, described, type ImportKind } from '../cadastros/importacao/kind'
import { tabelaPreco } from '../comercial/tabela_preco/tabela-preco'
import { tributacao } from '../nfe/tributacao/tributacao'
import { followCost } from './import-prices'
import { mercadoria, mercadoriaPreco } from './mercadoria'
import { fabricante, mercadoriaFamilia, mercadoriaGrupo, unidade } from './registers'

const productColumn = (name: string, label: string, aliases: readonly string[], lookup: Lookup): ImportColumn => ({
  name,
  field: 'mercadoria_id',
  label,
  aliases,
  kind: 'text',
  required: false,
  lookup,
})

/** Products and prices that can be imported. Source: document 1, section 3 for the fields; the labels are the fields' own. */
export const stockImports: readonly ImportKind[] = [
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
          tributacao_id: { ...byName(tributacao, 'descricao'), byId: false },
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
      idColumn,
      productColumn(
        'codigo',
        'Código do produto',
        ['Código', 'Cód', 'SKU', 'Referência', 'Ref', 'Mercadoria: Código'],
        {
          resource: mercadoria,
          by: [],
          exact: ['codigo'],
          byId: false,
        },
      ),
      productColumn(
        'cEAN',
        'Código de barras (EAN)',
        ['Código de barras', 'EAN', 'GTIN', 'Cód. barras', 'EAN13', 'Mercadoria: EAN'],
        {
          resource: mercadoria,
          by: [],
          exact: ['cEAN'],
          byId: false,
          auxiliaryEan: true,
        },
      ),
      ...ownColumns(mercadoriaPreco, { lookups: { tabela_preco_id: byName(tabelaPreco, 'descricao') } }),
    ],
    keys: [['id'], ['mercadoria_id', 'tabela_preco_id']],
    complete: followCost,
  },
]
