import {
  ordemServicoDuplicataFields,
  ordemServicoFields,
  ordemServicoMercadoriaFields,
  ordemServicoServicoFields,
} from '../../../core/fields/servico/ordem-servico'
import { ordemServicoLife } from '../../../core/lifecycle/ordem-servico'
import { sum } from '../../../core/money/decimal'
import { serviceLineTotal } from '../../../core/service/line'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'
import { amountOf } from '../../ui/format'
import { linesOf, type Compute, type Line } from '../../ui/lines/lines-state'
import type { Values } from '../../ui/row'

/** What screens of service orders have in common. */

export const RESOURCE = 'srv/ordem_servico'
export const PATH = '/ui/servico/ordem_servico'
export const GOODS = 'ordem_servico_mercadorias'
export const SERVICES = 'ordem_servico_servicos'
export const DUES = 'ordem_servico_duplicatas'

export const KIND: DocumentKind = {
  life: ordemServicoLife,
  resource: RESOURCE,
  name: 'ordem_servico',
  right: 'ordem_servico',
}

export const head = fieldsOf(ordemServicoFields, ordemServicoLife)
export const goods = fieldsOf(ordemServicoMercadoriaFields)
export const service = fieldsOf(ordemServicoServicoFields)
export const due = fieldsOf(ordemServicoDuplicataFields)

/** What a line comes to, as the server will say it. */
export const computeLine: Compute = (line) => ({
  ...line,
  vTotal: Number(
    serviceLineTotal({
      qTrib: amountOf(line.qTrib),
      vUnTrib: amountOf(line.vUnTrib),
      vDesc: amountOf(line.vDesc),
      garantia: line.garantia === true,
    }).toFixed(2),
  ),
})

const totalIn = (lines: readonly Line[]): string => sum(lines.map((line) => amountOf(line.vTotal))).toFixed(2)

/** What an order comes to, and of it goods and services, in reais. */
export function totalsOf(values: Values): Readonly<Record<'goods' | 'services' | 'total', string>> {
  const [parts, work] = [linesOf(values[GOODS]), linesOf(values[SERVICES])]
  return { goods: totalIn(parts), services: totalIn(work), total: totalIn([...parts, ...work]) }
}
