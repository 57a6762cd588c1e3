import { vendaDuplicataFields } from '../../../core/fields/comercial/venda'
import type { InstalmentsSource } from '../../ui/documents/instalments-tab'
import { dueColumns } from '../../ui/documents/instalments-tab'
import { fieldsOf } from '../../ui/fields-of'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, textOf } from '../../ui/row'
import type { DocumentNames } from './kind'
import { totalsOf } from './line'

const { line } = fieldsOf(vendaDuplicataFields)

const title = line('conta_receber_id', {
  width: 150,
  show: (row) => (textOf(row.conta_receber_id) === '' ? 'Pendente' : `Nº ${textOf(row.conta_receber_id)}`),
})

/** The instalments of a quote or a sale. */
export function instalmentsOf(names: DocumentNames): InstalmentsSource {
  return {
    list: names.instalments,
    columns: names.kind === 'venda' ? [...dueColumns, title] : dueColumns,
    totalOf: (values) => totalsOf(linesOf(values[names.lines]), values.vFrete).vDocumento.toFixed(2),
    usual: (values) => textOf(getPath(values, 'cliente.prazo')),
    server: { resource: names.kind, link: names.link },
  }
}
