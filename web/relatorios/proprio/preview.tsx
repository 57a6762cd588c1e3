import { useEffect, useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { chosenCompany, isAbort } from '../../app/api'
import { useForm } from '../../ui/form/context'
import { counted } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { rowsOf, textOf, type Values } from '../../ui/row'
import { cellClass, CellContent, isNumeric } from '../../ui/table/columns'
import { sumText } from '../../ui/table/table-footer'
import { Gathered } from './gathered'
import { choiceOf, chosenOf, previewOf, type Preview } from './parts'

const REST_MS = 350

type Told = { readonly found: Preview } | { readonly fault: string } | null

const ASKED = ['recurso', 'colunas', 'filtros', 'ordem', 'grupo', 'somas']

/** What is being put together, as the server has it now: asked once typing rests. */
function usePreview(): { readonly told: Told; readonly asked: Values } {
  useSignals()
  const form = useForm()
  const [told, setTold] = useState<Told>(null)
  const question = useComputed(() => {
    const { values } = form
    const said = Object.fromEntries(ASKED.map((name) => [name, values.value[name] ?? null]))
    // Another company is another question.
    return JSON.stringify({ ...said, grupo: said.grupo === '' ? null : said.grupo, company: chosenCompany.value })
  }).value
  useEffect(() => {
    const asked: Values = JSON.parse(question)
    if (textOf(asked.recurso) === '' || chosenOf(asked.colunas).length === 0) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        setTold({ found: await previewOf(asked, stop.signal) })
      } catch (error) {
        if (!isAbort(error)) setTold({ fault: error instanceof Error ? error.message : '' })
      }
    }
    const timer = setTimeout(() => void ask(), REST_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [question])
  return { told, asked: JSON.parse(question) }
}

function Rows({ found }: { readonly found: Preview }): ReactElement {
  const { linhas } = found
  const columns = linhas.colunas.map((one) => ({ ...choiceOf(one).column, label: one.label }))
  const rows = rowsOf(linhas.data)
  if (rows.length === 0) return <EmptyState text="Nenhum registro encontrado" />
  const summed = Object.keys(linhas.sums).length > 0
  return (
    <div className="own-rows" tabIndex={0} role="region" aria-label="Primeiras linhas">
      <table className="plain">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={isNumeric(column) ? 'end' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.field} className={`${cellClass(column)} ${isNumeric(column) ? 'end' : ''}`}>
                  <CellContent column={column} row={row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {summed ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.field} className="end">
                  {sumText(column, linhas.sums)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

/** The report as it stands: its first rows with their sums, its groups and its chart. */
export function PreviewPane(): ReactElement {
  useSignals()
  const form = useForm()
  const { told, asked } = usePreview()
  const chart = useComputed(() => textOf(form.values.value.grafico)).value
  const isReady = textOf(asked.recurso) !== '' && chosenOf(asked.colunas).length > 0
  if (!isReady) return <EmptyState text="Escolha o cadastro e ao menos uma coluna." />
  if (told === null) return <div aria-busy="true" />
  if ('fault' in told)
    return (
      <p className="field-error" role="alert">
        {told.fault}
      </p>
    )
  const { found } = told
  return (
    <>
      <p className="field-help">
        {found.linhas.data.length < found.linhas.total
          ? `As ${found.linhas.data.length} primeiras de ${counted(found.linhas.total, 'linha', 'linhas')}.`
          : counted(found.linhas.total, 'linha', 'linhas')}
      </p>
      <Rows found={found} />
      {textOf(asked.grupo) === '' ? null : <Gathered found={found} chart={chart} />}
    </>
  )
}
