import { useContext, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { act } from '../../ui/documents/act'
import { SaveContext, useForm } from '../../ui/form/context'
import { displayName, formatDate, formatMoney } from '../../ui/format'
import { getPath, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const RESOURCE = 'financeiro/contas_receber'
const SHOWN = 8

/** Those that are owed just what was paid; with something typed, all that are still owed and named so. */
function queryOf(amount: string, search: string): string {
  const where = { dhCancelamento: null, ...(search === '' ? { vSaldo: Number(amount) } : {}) }
  const between = { vSaldo: { ini: '0.01' } }
  const query = new URLSearchParams({
    where: JSON.stringify(where),
    between: JSON.stringify(between),
    orderBy: 'dVencimento',
    perPage: String(SHOWN),
    ...(search === '' ? {} : { search }),
  })
  return `${RESOURCE}?${query.toString()}`
}

const told = (row: Row): string =>
  [textOf(row.numero), displayName(row.cliente), formatMoney(row.vSaldo), `vence ${formatDate(row.dVencimento)}`].join(
    ' · ',
  )

interface ChooseTitleProps {
  /** What was paid. */
  readonly amount: string
  readonly onClose: () => void
}

/** The receivables that a payment of an unknown link may be of; choosing one settles it. */
export function ChooseTitle({ amount, onClose }: ChooseTitleProps): ReactElement {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [search, setSearch] = useState('')
  const found = rowsOf(getPath(useLoaded(queryOf(amount, search.trim()), RESOURCE), 'data'))
  const settle = async (row: Row): Promise<void> => {
    const yes = await confirm({
      title: `Baixar a conta ${textOf(row.numero)} com este pagamento?`,
      text: told(row),
      action: 'Baixar a conta',
    })
    if (!yes) return
    const done = await act(
      { form, save },
      {
        resource: 'financeiro/aviso_pagamento',
        action: 'lanca',
        body: { contas_receber_id: row.id },
        failed: 'Não foi possível lançar o pagamento',
      },
    )
    if (done) onClose()
  }
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog title="A conta que ele paga" size="md" onClose={onClose} footer={footer}>
      <div className="dialog-body">
        <input
          className="input"
          type="search"
          aria-label="Procurar a conta por número ou cliente"
          placeholder="Número ou cliente"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {found.length === 0 ? (
          <p className="field-help">Nenhuma conta em aberto {search === '' ? `de ${formatMoney(amount)}` : 'assim'}.</p>
        ) : (
          found.map((row) => (
            <Button key={row.id} onClick={() => void settle(row)}>
              {told(row)}
            </Button>
          ))
        )}
      </div>
    </Dialog>
  )
}
