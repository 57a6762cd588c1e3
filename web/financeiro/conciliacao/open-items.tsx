import { useState, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { open } from '../../app/navigation'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatDate, formatMoney } from '../../ui/format'
import { getPath, numberOf, rowsOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'

/** What a month's end looks at: each open end with its age, the oldest first. */

const GROUPS = [
  { name: 'vendas', label: 'Vendas sem registro', path: (row: Row) => pathOf('contas_receber', row.id) },
  {
    name: 'registros',
    label: 'Registros sem venda',
    path: (row: Row) => pathOf('conciliacao_venda', row.id),
  },
  {
    name: 'recebimentos',
    label: 'Recebimentos sem depósito',
    path: (row: Row) => pathOf('conciliacao', textOf(row.conciliacao_id)),
  },
] as const
type Group = (typeof GROUPS)[number]

const age = (days: unknown): string => {
  const n = numberOf(days) ?? 0
  return n === 0 ? 'hoje' : `há ${counted(n, 'dia', 'dias')}`
}

interface ListProps {
  readonly group: Group
  readonly answer: unknown
  readonly onClose: () => void
}

function Items({ group, answer, onClose }: ListProps): ReactElement {
  const rows = rowsOf(getPath(answer, `${group.name}.data`))
  const total = numberOf(getPath(answer, `${group.name}.total`)) ?? 0
  const go = (row: Row): void => {
    onClose()
    open(group.path(row))
  }
  const footer = (
    <Button kind="primary" onClick={onClose}>
      Concluir
    </Button>
  )
  return (
    <Dialog title={`${group.label}: ${total}`} size="md" onClose={onClose} footer={footer}>
      <RowList fills label={group.label}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              <b>{textOf(row.titulo)}</b>
              <small>
                {formatDate(row.dia)} · {age(row.dias)}
              </small>
            </span>
            <span className="amount">{formatMoney(row.valor)}</span>
            <Button onClick={() => go(row)}>Abrir</Button>
          </li>
        ))}
      </RowList>
      {total > rows.length ? <p className="field-help">Mostrados os {rows.length} mais antigos.</p> : null}
    </Dialog>
  )
}

/** Counters of what is open; each shows its list. Nothing where all is closed. */
export function OpenItems(): ReactElement | null {
  const answer = useLoaded(
    'financeiro/conciliacao/abertos',
    'conciliacao conciliacao_venda conciliacao_recebimento contas_receber',
  )
  const [shown, setShown] = useState<Group | null>(null)
  if (answer === null) return null
  return (
    <div className="card-open" role="group" aria-label="O que falta para fechar o mês">
      {GROUPS.map((group) => {
        const total = numberOf(getPath(answer, `${group.name}.total`)) ?? 0
        const [oldest] = rowsOf(getPath(answer, `${group.name}.data`))
        return (
          <Button
            key={group.name}
            onClick={() => setShown(group)}
            {...(total === 0 ? { reason: 'Nada em aberto.' } : {})}
          >
            {group.label}: {total}{' '}
            <small>
              {total === 0
                ? ''
                : `${formatMoney(getPath(answer, `${group.name}.valor`))}, a mais antiga ${age(oldest?.dias)}`}
            </small>
          </Button>
        )
      })}
      {shown === null ? null : <Items group={shown} answer={answer} onClose={() => setShown(null)} />}
    </div>
  )
}
