import type { ReactElement } from 'react'
import { conciliacaoFields } from '../../../core/fields/financeiro/conciliacao'
import { DONE, OPEN } from '../../../core/lifecycle/life'
import { fieldsOf } from '../../ui/fields-of'
import { FileDrop } from '../../ui/drop-area'
import { addStyle } from '../../ui/later-style'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import style from './conciliacao.css' with { type: 'text' }
import { OpenItems } from './open-items'
import { uploadCards } from './upload'

addStyle(style)

const head = fieldsOf(conciliacaoFields)

const columns: readonly Column[] = [
  head.column('acquirer', { width: 110, card: 'title' }),
  head.column('begin_date', { width: 110, card: 'sub' }),
  head.column('arquivo'),
  head.column('qRegistros', { width: 100, card: 'none' }),
  head.column('qSemParcela', { width: 110 }),
  head.column('gross_amount', { width: 130, card: 'none' }),
  head.column('net_amount', { width: 130, card: 'value' }),
  head.chipColumn('status', { 1: OPEN, 4: DONE }),
  head.column('merchant', { width: 130, hidden: true }),
  head.column('dhFinalizacao', { width: 160, hidden: true }),
]

const views = [
  { name: 'Abertas', where: { status: 1 } },
  { name: 'Finalizadas', where: { status: 4 } },
]

const EMPTY =
  'Solte aqui os arquivos da Cielo, da Rede (EEVC) ou da Stone, ou escolha os arquivos. Cada registro procura por si a sua parcela.'

/** Files of acquirers, and above them what a month's end still has to look at. A single file opens as it is read. */
export function Reconciliations(): ReactElement {
  return (
    <FileDrop
      right="conciliacao"
      text="Solte os arquivos das adquirentes"
      label="Carregar arquivos"
      accept=".txt,.cmp,.xml,text/*"
      send={uploadCards}
      opens="conciliacao"
    >
      {(choose) => (
        <>
          <OpenItems />
          <ResourceTable
            resource="financeiro/conciliacao"
            columns={columns}
            views={views}
            sort={{ field: 'begin_date', desc: true }}
            toolbar={choose?.(true)}
            empty={
              choose === null ? { text: 'Nenhum arquivo de adquirente ainda.' } : { text: EMPTY, action: choose(false) }
            }
          />
        </>
      )}
    </FileDrop>
  )
}
