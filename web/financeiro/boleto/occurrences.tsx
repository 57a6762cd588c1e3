import type { ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { open } from '../../app/navigation'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { formatDate, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { numberOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { LINHA } from './ask'
import { lineChip } from './looks'
import { useRows } from '../../ui/use-loaded'

const isSome = (value: unknown): boolean => (numberOf(value) ?? 0) > 0

const about = (row: Row): string =>
  [
    formatDate(row.dOcorrencia),
    textOf(row.motivos),
    isSome(row.vTarifa) ? `tarifa ${formatMoney(row.vTarifa)}` : '',
    textOf(row.motivo),
  ]
    .filter(Boolean)
    .join(' · ')

/** What the bank said of a boleto in its files, the last first. */
export function Occurrences({ id }: { readonly id: string }): ReactElement {
  const rows = useRows(LINHA, { where: { boleto_id: Number(id) }, orderBy: 'dOcorrencia', desc: true })
  if (rows === null) return <EmptyState text="Carregando…" />
  if (rows.length === 0) return <EmptyState text="O banco ainda não disse nada deste boleto." />
  return (
    <RowList label="O que o banco disse">
      {rows.map((row) => {
        const chip = lineChip(row)
        return (
          <li key={row.id}>
            <span>
              <b>
                {textOf(row.texto)} {chip === null ? null : <Chip {...chip} />}
              </b>
              <small>{about(row)}</small>
            </span>
            <span className="amount">{isSome(row.vPago) ? formatMoney(row.vPago) : ''}</span>
            <Button onClick={() => open(pathOf('retorno_boleto', row.id))}>Abrir</Button>
          </li>
        )
      })}
    </RowList>
  )
}
