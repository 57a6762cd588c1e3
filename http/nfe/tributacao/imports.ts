import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { idColumn, ownColumns } from '../../cadastros/importacao/columns'
import { byName, type ImportKind } from '../../cadastros/importacao/kind'
import { tributacao, tributacaoMva } from './tributacao'

/** The first digits of an NCM are no code that lost its zeros: they come in as they are. */
const ruleColumns = ownColumns(tributacao, {
  lookups: { tipo_entrada_saida_id: byName(tipoEntradaSaida, 'descricao') },
}).map((column) => ({ ...column, pad: [] }))

/** Tables of rates with their validity, and what they have of their own by state. A rule is known by its name, its NCM, its destination and its first day. */
export const taxImports: readonly ImportKind[] = [
  {
    name: 'tributacao',
    title: 'Regras de tributação',
    resource: tributacao,
    columns: [idColumn, ...ruleColumns],
    keys: [['id'], ['descricao', 'NCM', 'UFDest', 'dInicio']],
    mayLack: ['NCM', 'UFDest', 'dInicio'],
  },
  {
    name: 'tributacao_mva',
    title: 'MVA por estado',
    resource: tributacaoMva,
    columns: [idColumn, ...ownColumns(tributacaoMva, { lookups: { tributacao_id: byName(tributacao, 'descricao') } })],
    keys: [['id'], ['tributacao_id', 'UFDest']],
  },
]
