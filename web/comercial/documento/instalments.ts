import { vendaDuplicataFields } from '../../../core/fields/comercial/venda'
import type { InstalmentsSource } from '../../ui/documents/instalments-tab'
import { dueColumns } from '../../ui/documents/instalments-tab'
import { fieldsOf } from '../../ui/fields-of'
import { formatMoney } from '../../ui/format'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { getPath, numberOf, textOf } from '../../ui/row'
import type { DocumentNames } from './kind'
import { totalsOf } from './line'

const { line } = fieldsOf(vendaDuplicataFields)

/** How an instalment of a sale stands: what was paid of it, and what is still owed. */
function standing(row: Line): string {
  if (textOf(row.conta_receber_id) === '') return 'Pendente'
  const number = `Nº ${textOf(row.conta_receber_id)}`
  const [paid, owed] = [
    numberOf(getPath(row, 'conta_receber.vPago')) ?? 0,
    numberOf(getPath(row, 'conta_receber.vSaldo')),
  ]
  if (paid === 0 || owed === null) return number
  return owed > 0 ? `${number} · falta ${formatMoney(owed)}` : `${number} · paga`
}

/** The numbers of the receipt, by which the acquirer's file finds the sale. */
const receipt = [line('nsu', { width: 120, editable: true }), line('cAut', { width: 120, editable: true })]
const title = line('conta_receber_id', { width: 190, show: standing })

/** The instalments of a quote or a sale. */
export function instalmentsOf(names: DocumentNames): InstalmentsSource {
  return {
    list: names.instalments,
    columns: names.kind === 'venda' ? [...dueColumns, ...receipt, title] : dueColumns,
    totalOf: (values) => totalsOf(linesOf(values[names.lines]), values.vFrete).vDocumento.toFixed(2),
    usual: (values) => textOf(getPath(values, 'cliente.prazo')),
    server: { resource: names.kind, link: names.link },
  }
}
