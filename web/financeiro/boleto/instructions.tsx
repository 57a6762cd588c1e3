import type { ReactElement } from 'react'
import { INSTRUCTION } from '../../../core/fields/financeiro/boleto'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { formatDate, formatDateTime, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isSet, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { INSTRUCAO } from './ask'
import { withdraw } from './boleto-verbs'
import { instruction, instructionChip } from './looks'
import { useRows } from '../../ui/use-loaded'

/** What an instruction asks the bank for. */
const wanted = (row: Row): string =>
  [
    instruction.word('comando', row.comando),
    isSet(row.valor) ? `de ${formatMoney(row.valor)}` : '',
    isSet(row.dVencimento) ? `para ${formatDate(row.dVencimento)}` : '',
  ]
    .filter(Boolean)
    .join(' ')

/** What the bank was told of a boleto, or will be, in order: one goes with each file. */
export function Instructions({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement {
  const rows = useRows(INSTRUCAO, { where: { boleto_id: Number(id) } })
  if (rows === null) return <EmptyState text="Carregando…" />
  if (rows.length === 0) return <EmptyState text="Nenhuma instrução: F10 dá a primeira." />
  return (
    <RowList label="Instruções">
      {rows.map((row) => {
        const chip = instructionChip(row)
        return (
          <li key={row.id}>
            <span>
              <b>
                {wanted(row)} {chip === null ? null : <Chip {...chip} />}
              </b>
              <small>{[formatDateTime(row.criado_em), textOf(row.motivo)].filter(Boolean).join(' · ')}</small>
            </span>
            <span />
            {writable && Number(row.situacao) === INSTRUCTION.PENDENTE ? (
              <Button onClick={() => void withdraw(row)}>Desistir</Button>
            ) : (
              <span />
            )}
          </li>
        )
      })}
    </RowList>
  )
}
