import type { ReactElement } from 'react'
import { parse } from 'valibot'
import { CASH_EVENTS } from '../../../core/fields/financeiro/caixa'
import { TITLE_EVENTS } from '../../../core/fields/financeiro/titulos'
import { Go } from '../../app/go'
import { follow } from '../../app/navigation'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatAmount, formatDate, formatMoney } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { useLoaded } from '../../ui/use-loaded'
import { FigureRows } from './shapes'

const WORDS: Readonly<Record<string, string>> = { ...TITLE_EVENTS, ...CASH_EVENTS }
const PLACES = {
  receber: '/ui/financeiro/contas_receber/edit/',
  pagar: '/ui/financeiro/contas_pagar/edit/',
  caixa: '/ui/financeiro/fluxo_caixa/edit/',
} as const

/** Two rows may be alike: a value that was changed twice. */
const numbered = <T extends object>(rows: readonly T[]) => rows.map((row, place) => ({ ...row, place }))

interface FigureRowsProps {
  readonly title: string
  readonly query: string
  readonly onClose: () => void
}

/** The rows behind a figure of the result, the largest first, each leading to its title or its cash. */
export function FigureRowsDialog({ title, query, onClose }: FigureRowsProps): ReactElement {
  const answer = useLoaded(`financeiro/caixa_lancamento/dreLinhas?${query}`, 'caixa_lancamento')
  const found = answer === null ? null : parse(FigureRows, answer)
  const footer = (
    <>
      <span role="status">
        {found === null
          ? ''
          : `${counted(found.qtd, 'linha', 'linhas')}, ${formatMoney(found.total)}${found.qtd > found.data.length ? `; as ${found.data.length} maiores` : ''}`}
      </span>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog title={title} size="lg" onClose={onClose} footer={footer}>
      {found === null ? <EmptyState text="Carregando…" /> : null}
      {found?.data.length === 0 ? <EmptyState text="Nenhuma linha." /> : null}
      {found === null || found.data.length === 0 ? null : (
        <div className="dre-scroll dre-rows" tabIndex={0} role="region" aria-label="Linhas">
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">Data</th>
                <th scope="col">O quê</th>
                <th scope="col">De onde vem</th>
                <th scope="col">Conta de resultado</th>
                <th scope="col" className="end">
                  Valor
                </th>
              </tr>
            </thead>
            <tbody>
              {numbered(found.data).map(({ place, ...row }) => (
                <tr key={place}>
                  <td>{formatDate(row.dia)}</td>
                  <td>{WORDS[row.evento] ?? row.evento}</td>
                  <td>
                    <Go to={`${PLACES[row.tipo]}${row.id}`} go={follow} className="link">
                      {row.texto || `#${row.id}`}
                    </Go>
                  </td>
                  <td>{row.conta ?? '–'}</td>
                  <td className="end">{formatAmount(row.valor)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}
