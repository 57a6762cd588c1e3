import type { ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { ITEM, ITEM_STATES } from '../../../core/fields/financeiro/remessa-pagamento'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { formatMoney } from '../../ui/format'
import { numberOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { ask } from './kind'

const isRefused = ({ situacao }: Row): boolean => situacao === ITEM.REJEITADO || situacao === ITEM.DEVOLVIDO

async function repeat(row: Row): Promise<void> {
  const made = await ask({
    path: `financeiro/remessa_pagamento_conta/${row.id}/repete`,
    asks: 'Tentar de novo?',
    action: 'Tentar de novo',
    failed: 'Não foi possível tentar de novo',
  })
  const id = numberOf(made?.remessa_pagamento_id)
  if (id === null) return
  toast.success(`O pagamento está na remessa ${id}, em rascunho.`)
  open(pathOf('remessa_pagamento', id))
}

/** Payments that the bank refused or gave back, in its words, and the way to try each again. Nothing where there is none. */
export function Refused({
  rows,
  writable,
}: {
  readonly rows: readonly Row[]
  readonly writable: boolean
}): ReactElement | null {
  const refused = rows.filter(isRefused)
  if (refused.length === 0) return null
  return (
    <RowList label="Recusados pelo banco">
      {refused.map((row) => (
        <li key={row.id}>
          <span>
            <b>
              {textOf(row.fav_xNome)}{' '}
              <Chip
                word={row.situacao === ITEM.REJEITADO ? ITEM_STATES[ITEM.REJEITADO] : ITEM_STATES[ITEM.DEVOLVIDO]}
                hue="vermelho"
                mark="dot"
              />
            </b>
            <small>{textOf(row.motivo)}</small>
          </span>
          <span className="amount">{formatMoney(row.valor)}</span>
          <span>{writable ? <Button onClick={() => void repeat(row)}>Tentar de novo</Button> : null}</span>
        </li>
      ))}
    </RowList>
  )
}
