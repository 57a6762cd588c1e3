import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { ediLinhaFields } from '../../../core/fields/expedicao/edi'
import { DONE, GONE, OPEN } from '../../../core/lifecycle/life'
import { open } from '../../app/navigation'
import { Button } from '../../ui/button'
import { Chip, type ChipState } from '../../ui/chip'
import { fieldsOf } from '../../ui/fields-of'
import { formatDateTime, formatMoney } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { isSet, textOf, type Row } from '../../ui/row'
import style from './edi.css' with { type: 'text' }
import { useOwn, MOST } from './own'

addStyle(style)

const line = fieldsOf(ediLinhaFields)
const LOOKS: Readonly<Record<number, Omit<ChipState, 'word'>>> = {
  1: OPEN,
  2: { hue: 'vermelho', mark: 'dot' },
  4: DONE,
  5: GONE,
}
const STATES = [
  ['Todas', 0],
  ['À espera', 1],
  ['Com diferença', 2],
] as const

const noteText = (row: Row): string => (isSet(row.nNF) ? `Nota ${textOf(row.serie)}/${textOf(row.nNF)}` : '')

/** What a line is of, in a few words. */
function headOf(row: Row): string {
  if (row.tipo === 'ocorrencia') return `${textOf(row.codigo)} ${textOf(row.texto)}`
  if (row.tipo === 'nota') return noteText(row)
  return `CT-e ${textOf(row.nCTe)}`
}

function amountsOf(row: Row): readonly string[] {
  const told = (name: 'vConhecimento' | 'vVenda' | 'vDiferenca', word: string) =>
    isSet(row[name]) ? [`${word} ${formatMoney(row[name])}`] : []
  if (row.tipo === 'cobranca')
    return [...told('vConhecimento', 'no CONEMB'), ...told('vVenda', 'na venda'), ...told('vDiferenca', 'diferença')]
  return row.tipo === 'conhecimento' ? told('vVenda', 'na venda') : []
}

/** The lines of a file, those that wait first; each with what became of it, and why. */
export function Lines({ id }: { readonly id: string }): ReactElement {
  useSignals()
  const [state, setState] = useState(0)
  const rows = useOwn('edi_linha', id, state === 0 ? {} : { situacao: state }, 'situacao')
  return (
    <>
      <div className="sales-groups" role="group" aria-label="Mostrar">
        {STATES.map(([label, own]) => (
          <button
            key={label}
            type="button"
            className={`pick ${state === own ? 'pick-on' : ''}`}
            aria-pressed={state === own}
            onClick={() => setState(own)}
          >
            {label}
          </button>
        ))}
      </div>
      {rows === null ? (
        <EmptyState text="Carregando…" />
      ) : rows.length === 0 ? (
        <EmptyState text="Nenhuma linha" />
      ) : (
        <List rows={rows} />
      )}
    </>
  )
}

function List({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  return (
    <ul className="edi-list" aria-label="Linhas do arquivo">
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <b>
              {headOf(row)}{' '}
              <Chip word={line.word('situacao', row.situacao)} {...(LOOKS[Number(row.situacao)] ?? OPEN)} />
            </b>
            <small>
              {[
                `Linha ${textOf(row.linha)}`,
                row.tipo === 'nota' ? textOf(row.texto) : noteText(row),
                isSet(row.dhOcorrencia) ? formatDateTime(row.dhOcorrencia) : '',
                textOf(row.xRecado),
                ...amountsOf(row),
                textOf(row.motivo),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          <span className="amount">{isSet(row.vFrete) ? formatMoney(row.vFrete) : ''}</span>
          {isSet(row.venda_id) ? (
            <Button onClick={() => open(pathOf('venda', textOf(row.venda_id)))}>Venda {textOf(row.venda_id)}</Button>
          ) : null}
        </li>
      ))}
      {rows.length === MOST ? (
        <li>
          <span>Mostradas as primeiras {MOST}: escolha uma situação para ver as outras.</span>
        </li>
      ) : null}
    </ul>
  )
}
