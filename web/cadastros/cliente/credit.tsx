import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal, sum } from '../../../core/money/decimal'
import { mayEnter } from '../../app/access'
import { open } from '../../app/navigation'
import { rights } from '../../app/session'
import { useForm } from '../../ui/form/context'
import { amountOf, formatDate, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

/** What a statement shows, the newest first. */
const MOST = 50

/** A credit is owed by us: its balance is below zero. */
const worth = (value: unknown): string => formatMoney(decimal(amountOf(value)).neg().toFixed(2))

function describe(row: Row): string {
  const why = isSet(row.descricao) ? [textOf(row.descricao)] : []
  return [formatDate(row.dEmissao), `${worth(row.vSaldo)} de ${worth(row.vDup)}`, ...why].join(' · ')
}

function Statement({ cliente_id }: { readonly cliente_id: string }): ReactElement {
  const where = encodeURIComponent(
    JSON.stringify({ cliente_id: Number(cliente_id), tpConta: TITLE.CREDITO, dhCancelamento: null }),
  )
  const answer = useLoaded(`contas_receber?where=${where}&orderBy=id&sortedBy=desc&perPage=${MOST}`, 'contas_receber')
  const credits = isRecord(answer) ? rowsOf(answer.data) : []
  if (credits.length === 0) return <EmptyState text="Este cliente ainda não teve crédito." />
  return (
    <>
      <p>
        Crédito a usar: <b>{worth(sum(credits.map((row) => amountOf(row.vSaldo))).toFixed(2))}</b>
      </p>
      <ul>
        {credits.map((row) => (
          <li key={row.id}>
            <button type="button" className="link" onClick={() => open(pathOf('contas_receber', textOf(row.id)))}>
              {describe(row)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What a customer has to spend in the company, and where it came from; each opens, with what became of it. */
export function CreditStatement(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return record === undefined ? null : (
    <section className="attached" aria-label="Crédito">
      <h3>Crédito</h3>
      {mayEnter(rights.value, '/ui/financeiro/contas_receber') ? (
        <Statement cliente_id={String(record.id)} />
      ) : (
        <EmptyState text="O crédito mostra-se a quem pode ver as contas a receber." />
      )}
    </section>
  )
}
