import type { ReactElement } from 'react'
import { vendaRastreioFields } from '../../../core/fields/expedicao/edi'
import { DONE, GONE, OPEN, UNDER_WAY } from '../../../core/lifecycle/life'
import { Chip, type ChipState } from '../../ui/chip'
import { fieldsOf } from '../../ui/fields-of'
import { formatDateTime } from '../../ui/format'
import { isRecord, rowsOf, textOf } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'

const told = fieldsOf(vendaRastreioFields)
const BAD = { hue: 'vermelho', mark: 'dot' } as const
const LOOKS: Readonly<Record<string, Omit<ChipState, 'word'>>> = {
  entregue: DONE,
  a_caminho: UNDER_WAY,
  recusada: BAD,
  devolvida: BAD,
  problema: OPEN,
  aviso: GONE,
}
const MOST = 200

/** What carriers told of a sale, the last first; nothing where they told nothing. */
export function Tracking({ id }: { readonly id: number }): ReactElement | null {
  const where = encodeURIComponent(JSON.stringify({ venda_id: id }))
  const answer = useLoaded(
    `venda_rastreio?where=${where}&perPage=${MOST}&orderBy=dhOcorrencia&sortedBy=desc`,
    'venda_rastreio',
  )
  const rows = rowsOf(isRecord(answer) ? answer.data : [])
  if (rows.length === 0) return null
  return (
    <RowList label="Rastreio">
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <b>
              {textOf(row.texto)}{' '}
              <Chip word={told.word('efeito', row.efeito)} {...(LOOKS[textOf(row.efeito)] ?? GONE)} />
            </b>
            <small>{[formatDateTime(row.dhOcorrencia), textOf(row.xRecado)].filter(Boolean).join(' · ')}</small>
          </span>
        </li>
      ))}
    </RowList>
  )
}
