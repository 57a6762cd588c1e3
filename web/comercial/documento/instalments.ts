import type { InstalmentsSource } from '../../ui/documents/instalments-tab'
import { methodColumn } from '../../ui/documents/instalments-tab'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { getPath, textOf } from '../../ui/row'
import type { DocumentNames } from './kind'
import { totalsOf } from './line'

const columns: readonly LineColumn[] = [
  { field: 'n', label: 'Parcela', kind: 'integer', width: 80 },
  { field: 'prazo', label: 'Prazo (dias)', kind: 'integer', width: 110, editable: true },
  { field: 'dVencimento', label: 'Vencimento', kind: 'date', width: 130, editable: true, required: true },
  { field: 'vDup', label: 'Valor', kind: 'money', width: 130, editable: true, required: true, sum: true },
  methodColumn,
]

const title: LineColumn = {
  field: 'conta_receber_id',
  label: 'Conta a receber',
  width: 150,
  show: (row) => (textOf(row.conta_receber_id) === '' ? 'Pendente' : `Nº ${textOf(row.conta_receber_id)}`),
}

/** The instalments of a quote or a sale. */
export function instalmentsOf(names: DocumentNames): InstalmentsSource {
  return {
    list: names.instalments,
    columns: names.kind === 'venda' ? [...columns, title] : columns,
    totalOf: (values) => totalsOf(linesOf(values[names.lines]), values.vFrete).vDocumento.toFixed(2),
    usual: (values) => textOf(getPath(values, 'cliente.prazo')),
    server: { resource: names.kind, link: names.link },
  }
}
