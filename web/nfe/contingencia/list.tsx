import type { ReactElement } from 'react'
import { contingenciaFields } from '../../../core/fields/nfe/contingencia'
import { fieldsOf } from '../../ui/fields-of'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { column } = fieldsOf(contingenciaFields)

const columns: readonly Column[] = [
  column('mod', { width: 110, card: 'title' }),
  column('tpEmis', { width: 150, card: 'sub' }),
  column('xJust'),
  column('dhInicio', { width: 160 }),
  column('dhFim', { width: 160 }),
  column('automatica', { width: 160, hidden: true }),
]

/** When and why notes were issued by another way. */
export const Contingencias = (): ReactElement => (
  <ResourceTable
    resource="nfe/contingencia"
    columns={columns}
    create="Ligar contingência"
    sort={{ field: 'id', desc: true }}
    empty={{
      text: 'Com a SEFAZ fora do ar, ligue a contingência: a NF-e vai à SEFAZ virtual ou sai por EPEC, e a NFC-e sai para ser enviada depois.',
    }}
  />
)
