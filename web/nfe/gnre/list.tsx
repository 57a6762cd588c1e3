import { useState, type ReactElement } from 'react'
import { gnreFields } from '../../../core/fields/nfe/gnre'
import { gnreLife } from '../../../core/lifecycle/gnre'
import { DocumentTable } from '../../ui/documents/document-table'
import { openAside } from '../../ui/documents/print'
import { fieldsOf } from '../../ui/fields-of'
import { isSet, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { TableAction } from '../../ui/table/verbs'
import { KIND } from './kind'
import { PayablesDialog } from './payables'

const guide = fieldsOf(gnreFields, gnreLife)

const columns: readonly Column[] = [
  guide.column('id', { width: 90, card: 'none' }),
  guide.column('ufFavorecida', { width: 140, card: 'sub' }),
  guide.column('receita', { width: 100, card: 'sub' }),
  guide.column('xDest', { card: 'title' }),
  guide.column('nDocOrigem', { width: 160, hidden: true }),
  guide.column('nossoNumero', { width: 170, hidden: true }),
  guide.column('dVencimento', { width: 120 }),
  guide.column('dataLimitePagamento', { width: 120, hidden: true }),
  guide.column('valorGNRE', { width: 120, card: 'value' }),
]

const MOST = 200
const isReady = ({ nossoNumero }: Row): boolean => isSet(nossoNumero)

const ACTIONS: readonly TableAction[] = [
  {
    label: 'Imprimir guias',
    icon: 'print',
    run: (rows) => openAside(`/api/nfe/gnre/imprime?ids=${rows.map(({ id }) => id).join(',')}`),
    reason: (rows) =>
      rows.length > MOST
        ? `Escolha até ${MOST} guias para imprimir.`
        : rows.every(isReady)
          ? undefined
          : 'Só guias prontas são impressas.',
  },
]

const EMPTY = {
  text: 'As guias nascem com a NF-e que leva ICMS-ST, DIFAL ou FCP a outro estado em que a empresa não tem inscrição de substituto. Também se incluem à mão.',
}

interface Asking {
  readonly count: number
  readonly answer: (values: Values | null) => void
}

/** Guides of taxes (S3-025). */
export function Guias(): ReactElement {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [asks] = useState(() => ({
    geraContasReceberLote: (rows: readonly Row[]) =>
      new Promise<Values | null>((answer) => setAsking({ count: rows.length, answer })),
  }))
  const close = (values: Values | null): void => {
    asking?.answer(values)
    setAsking(null)
  }
  return (
    <>
      <DocumentTable kind={KIND} columns={columns} actions={ACTIONS} asks={asks} pageSize={10} empty={EMPTY} />
      {asking ? (
        <PayablesDialog
          count={asking.count}
          onGo={(values) => {
            close(values)
            return Promise.resolve(false)
          }}
          onClose={() => close(null)}
        />
      ) : null}
    </>
  )
}
