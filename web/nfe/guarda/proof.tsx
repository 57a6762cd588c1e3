import { useState, type ReactElement } from 'react'
import { pathOf } from '../../../core/access'
import { KEEPING_FAULTS } from '../../../core/fields/nfe/keeping-faults'
import { FATES } from '../../../core/fiscal/keeping/fates'
import { get } from '../../app/api'
import { Go } from '../../app/go'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { counted, formatCount, groupedCode } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { isRecord, isSet, textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { type Asked, queryOf, RESOURCE } from './file'
import style from './guarda.css' with { type: 'text' }

addStyle(style)

const records = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const fateWord = (name: unknown): string => Object.entries(FATES).find(([one]) => one === name)?.[1] ?? textOf(name)
const faultWord = (name: unknown): string => Object.entries(KEEPING_FAULTS).find(([one]) => one === name)?.[1] ?? ''

const numbersOf = ({ de, ate }: Values): string => (de === ate ? textOf(de) : `${textOf(de)} a ${textOf(ate)}`)

/** Where a number leads: to its note, to its voiding, or to where it is voided. */
function Where({ one }: { readonly one: Values }): ReactElement | null {
  if (isSet(one.nfe_id) && one.destino !== 'abandonada')
    return <Go to={pathOf('nfe', textOf(one.nfe_id))}>Abrir a nota</Go>
  if (isSet(one.inutilizacao_id)) return <Go to={pathOf('inutilizacao', textOf(one.inutilizacao_id))}>Abrir a faixa</Go>
  return <Go to="/ui/nfe/inutilizacao">Inutilizar</Go>
}

interface FatesProps {
  readonly label: string
  readonly rows: readonly Values[]
}

function FateTable({ label, rows }: FatesProps): ReactElement {
  return (
    <table className="fates" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Série</th>
          <th scope="col">Número</th>
          <th scope="col">Situação</th>
          <th scope="col">Onde</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={`${textOf(one.serie)}:${textOf(one.de)}`}>
            <td>{textOf(one.serie)}</td>
            <td className="numbers">{numbersOf(one)}</td>
            <td>
              {fateWord(one.destino)}
              {isSet(one.falha) ? <strong className="hint-warn"> · {faultWord(one.falha)}</strong> : null}
              {isSet(one.chNFe) ? <span className="hint"> · {groupedCode(one.chNFe)}</span> : null}
            </td>
            <td>
              <Where one={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** All numbers of a series, more of them at a time. */
function AllNumbers({ asked, series }: { readonly asked: Asked; readonly series: Values }): ReactElement {
  const [rows, setRows] = useState<readonly Values[]>([])
  const [next, setNext] = useState<number | null>(0)
  const more = async (): Promise<void> => {
    try {
      const query = `${queryOf(asked)}&serie_id=${textOf(series.id)}&apos=${next ?? 0}`
      const answer = await get(`${RESOURCE}/numeros?${query}`)
      const found = isRecord(answer) ? records(answer.data) : []
      setRows((before) => [...before, ...found])
      setNext(isRecord(answer) && typeof answer.proximo === 'number' ? answer.proximo : null)
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <details
      className="fates-all"
      onToggle={(event) => {
        if (event.currentTarget.open && rows.length === 0) void more()
      }}
    >
      <summary>{`Todos os números da série ${textOf(series.serie)}`}</summary>
      <FateTable label={`Números da série ${textOf(series.serie)}`} rows={rows} />
      {next === null || rows.length === 0 ? null : <Button onClick={() => void more()}>Mostrar mais</Button>}
    </details>
  )
}

function Counts({ series }: { readonly series: Values }): ReactElement {
  const numbers = isRecord(series.numeros) ? series.numeros : {}
  const told = Object.entries(FATES).flatMap(([name, word]) =>
    Number(numbers[name]) > 0 ? [`${word}: ${formatCount(Number(numbers[name]), false)}`] : [],
  )
  return (
    <p>
      <strong>{`Série ${textOf(series.serie)}, números ${numbersOf(series)}`}</strong>
      <span className="hint"> · {told.join(' · ')}</span>
    </p>
  )
}

/** What became of every number of a period: how many of each fate, and by name what somebody has still to do. */
export function Proof({ asked }: { readonly asked: Asked }): ReactElement {
  const answer = useLoaded(`${RESOURCE}/resumo?${queryOf(asked)}`, 'nfe inutilizacao nfe/nfe nfe/inutilizacao')
  if (!isRecord(answer)) return <EmptyState text="Carregando…" />
  const [series, open] = [records(answer.series), records(answer.abertos)]
  const total = Number(answer.qAbertos)
  return (
    <section className="proof" aria-label="O destino dos números">
      {series.length === 0 ? <EmptyState text="Nenhum número no período." /> : null}
      {series.map((one) => (
        <Counts key={textOf(one.id)} series={one} />
      ))}
      {series.length > 0 && total === 0 ? <EmptyState text="Nada falta: todo número tem destino e XML." /> : null}
      {total === 0 ? null : (
        <>
          <h2>{`A resolver: ${counted(total, 'número', 'números')}`}</h2>
          <FateTable label="Números a resolver" rows={open} />
        </>
      )}
      {series.map((one) => (
        // Of another period nothing that was read before is told.
        <AllNumbers key={`${queryOf(asked)}:${textOf(one.id)}`} asked={asked} series={one} />
      ))}
    </section>
  )
}
