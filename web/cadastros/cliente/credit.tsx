import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { clienteCreditoFields, movimentoCreditoFields } from '../../../core/fields/financeiro/credito'
import { sum } from '../../../core/money/decimal'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { amountOf, formatDate, formatMoney, localToday } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, numberOf, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const credit = fieldsOf(clienteCreditoFields)
const moved = fieldsOf(movimentoCreditoFields)

/** What a statement shows of each, the newest first. */
const MOST = 50

/** It can be spent today. */
const isGood = (row: Row): boolean => !isSet(row.dValidade) || textOf(row.dValidade) >= localToday()

function describeCredit(row: Row): string {
  const until = isSet(row.dValidade) ? [`até ${formatDate(row.dValidade)}`] : []
  const why = isSet(row.motivo) ? [textOf(row.motivo)] : []
  const amount = `${formatMoney(row.vSaldo)} de ${formatMoney(row.vCredito)}`
  return [credit.word('tipo', row.tipo), amount, ...until, ...why].join(' · ')
}

function describeMove(row: Row): string {
  const sign = (numberOf(row.valor) ?? 0) > 0 ? '+' : ''
  return `${formatDate(row.criado_em)} · ${moved.word('evento', row.evento)} · ${sign}${formatMoney(row.valor)}`
}

function useRowsOf(resource: string, cliente_id: string): readonly Row[] {
  const where = encodeURIComponent(JSON.stringify({ cliente_id: Number(cliente_id) }))
  const answer = useLoaded(`${resource}?where=${where}&orderBy=id&sortedBy=desc&perPage=${MOST}`, 'cliente_credito')
  return isRecord(answer) ? rowsOf(answer.data) : []
}

function Statement({ cliente_id }: { readonly cliente_id: string }): ReactElement {
  const credits = useRowsOf('cliente_credito', cliente_id)
  const moves = useRowsOf('movimento_credito', cliente_id)
  if (credits.length === 0) return <EmptyState text="Este cliente ainda não teve crédito." />
  const there = sum(credits.filter(isGood).map((row) => amountOf(row.vSaldo))).toFixed(2)
  return (
    <>
      <p>
        Crédito a usar: <b>{formatMoney(there)}</b>
      </p>
      <ul>
        {credits.map((row) => (
          <li key={row.id}>{describeCredit(row)}</li>
        ))}
      </ul>
      <h3>Extrato</h3>
      <ul>
        {moves.map((row) => (
          <li key={row.id}>{describeMove(row)}</li>
        ))}
      </ul>
    </>
  )
}

/** What a customer has to spend in the company, where it came from, and what became of it. */
export function CreditStatement(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return record === undefined ? null : (
    <section className="attached" aria-label="Crédito">
      <h3>Crédito</h3>
      <Statement cliente_id={String(record.id)} />
    </section>
  )
}
