import type { DragEvent, ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { parse } from 'valibot'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { mayEdit } from '../../app/access'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { formatAmount, formatDate } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { useLoaded } from '../../ui/use-loaded'
import { DayTitles, type DayTitle } from './shapes'

interface DayTitlesListProps {
  /** The day, or null for what stands beside the curve. */
  readonly dia: string | null
  readonly query: string
  /** Takes a title to move it, by hand or by the button; null lets go of it. */
  readonly onTake: (title: DayTitle | null, how: 'drag' | 'button') => void
}

const SIDES = { receber: 'A receber', pagar: 'A pagar' } as const
const nameOf = ({ numero, id }: DayTitle): string => numero ?? `Conta ${id}`

/** The titles of a day of the projection: dragged onto the chart, or moved by their button. */
export function DayTitlesList({ dia, query, onTake }: DayTitlesListProps): ReactElement {
  useSignals()
  const asked = new URLSearchParams(query)
  if (dia !== null) asked.set('dia', dia)
  const path = `financeiro/caixa_lancamento/projecaoDia?${asked}`
  const answer = useLoaded(path, 'contas_receber contas_pagar caixa_lancamento')
  if (answer === null) return <EmptyState text="Carregando…" />
  const { data, mais } = parse(DayTitles, answer)
  if (data.length === 0) return <EmptyState text="Nenhuma conta esperada." />
  return (
    <>
      <div className="plan-scroll" tabIndex={0} role="region" aria-label="Contas do dia">
        <table className="plain cash-titles">
          <thead>
            <tr>
              <th scope="col">Conta</th>
              <th scope="col">De quem, para quem</th>
              <th scope="col">Vencimento</th>
              <th scope="col">Previsão</th>
              <th scope="col" className="end">
                Saldo
              </th>
              <th scope="col" aria-label="Mover" />
            </tr>
          </thead>
          <tbody>
            {data.map((title) => (
              <TitleRow key={`${title.tipo} ${title.id}`} title={title} onTake={onTake} />
            ))}
          </tbody>
        </table>
      </div>
      {mais ? <p className="field-help">Só as maiores; as outras estão nas listas de contas.</p> : null}
    </>
  )
}

interface TitleRowProps extends Pick<DayTitlesListProps, 'onTake'> {
  readonly title: DayTitle
}

function TitleRow({ title, onTake }: TitleRowProps): ReactElement {
  useSignals()
  const { tipo, valor, dVencimento, dPrevisao, tpConta } = title
  const may = mayEdit(rights.value, `contas_${tipo}`)
  const start = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', nameOf(title))
    onTake(title, 'drag')
  }
  const reason = may ? {} : { reason: 'Você não pode alterar esta conta.' }
  return (
    <tr draggable={may} onDragStart={start} onDragEnd={() => onTake(null, 'drag')}>
      <td>
        <Go to={`/ui/financeiro/contas_${tipo}/edit/${title.id}`} go={follow} className="link">
          {nameOf(title)}
        </Go>{' '}
        <Chip word={SIDES[tipo]} hue={tipo === 'receber' ? 'verde' : 'ambar'} />{' '}
        {tpConta === TITLE.PREVISAO ? <Chip word="Previsão" hue="cinza" /> : null}
        {title.atrasado ? <Chip word="Atrasada" hue="vermelho" /> : null}
      </td>
      <td>{title.pessoa}</td>
      <td>{formatDate(dVencimento)}</td>
      <td>{formatDate(dPrevisao)}</td>
      <td className="end">{formatAmount(tipo === 'receber' ? valor : -valor)}</td>
      <td className="end">
        <Button kind="quiet" onClick={() => onTake(title, 'button')} {...reason}>
          Mover
        </Button>
      </td>
    </tr>
  )
}
