import { useMemo, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { parse } from 'valibot'
import { addMonths } from '../../../core/br/civil-date'
import { FormContext } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { FormModel } from '../../ui/form/form-model'
import { ReferenceField } from '../../ui/form/reference-field'
import { formatGridAmount, localToday } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import style from './dre.css' with { type: 'text' }
import { FigureRowsDialog } from './figure-rows'
import { ResultShape, type Line } from './shapes'

addStyle(style)

const VIEWS = [
  { value: 'competencia', label: 'Por competência' },
  { value: 'caixa', label: 'Por caixa' },
]
const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
const monthName = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1] ?? ''}/${month.slice(2, 4)}`

interface Period {
  readonly value: string
  readonly label: string
  readonly de: string
  readonly ate: string
}

/** What people look at: half a year, this year and the one before, a year back. */
function periodsOf(today: string): readonly Period[] {
  const now = today.slice(0, 7)
  const year = Number(today.slice(0, 4))
  const back = (months: number): string => addMonths(`${now}-01`, -months).slice(0, 7)
  return [
    { value: 'semestre', label: 'Últimos 6 meses', de: back(5), ate: now },
    { value: 'ano', label: `${year}`, de: `${year}-01`, ate: `${year}-12` },
    { value: 'anterior', label: `${year - 1}`, de: `${year - 1}-01`, ate: `${year - 1}-12` },
    { value: 'doze', label: 'Últimos 12 meses', de: back(11), ate: now },
  ]
}

/** What has no centre, as addresses and the server say it. */
const NO_CENTRE = 'nenhum'

/** An address may say what is looked at: a report leads here. */
function begins(periods: readonly Period[]): { readonly values: Values; readonly periods: readonly Period[] } {
  const asked = new URLSearchParams(location.search)
  const [de, ate] = [asked.get('de') ?? '', asked.get('ate') ?? '']
  const centre = asked.get('centro_resultado_id')
  const own =
    de === '' || ate === '' ? [] : [{ value: 'pedido', label: `${monthName(de)} a ${monthName(ate)}`, de, ate }]
  const values = {
    visao: asked.get('visao') ?? 'competencia',
    periodo: own.length > 0 ? 'pedido' : 'semestre',
    ...(centre === NO_CENTRE ? { semCentro: true } : { centro_resultado_id: centre }),
  }
  return { values, periods: [...own, ...periods] }
}

/** What is asked of the server. */
function queryOf(
  { visao, periodo, centro_resultado_id, semCentro }: Values,
  periods: readonly Period[],
): URLSearchParams {
  const period = periods.find(({ value }) => value === periodo) ?? periods[0]
  const query = new URLSearchParams({ visao: textOf(visao), de: period?.de ?? '', ate: period?.ate ?? '' })
  if (semCentro === true) query.set('centro_resultado_id', NO_CENTRE)
  else if (textOf(centro_resultado_id) !== '') query.set('centro_resultado_id', textOf(centro_resultado_id))
  return query
}

interface Opened {
  readonly title: string
  readonly query: string
}

interface TableProps {
  readonly found: ResultShape
  readonly query: URLSearchParams
  readonly onOpen: (opened: Opened) => void
}

/** A figure, which opens what it is made of. */
function Figure({
  value,
  name,
  onOpen,
}: {
  readonly value: number
  readonly name: string
  readonly onOpen: () => void
}): ReactElement {
  if (value === 0) return <>–</>
  return (
    <button
      type="button"
      className={`dre-figure ${value < 0 ? 'dre-minus' : ''}`}
      aria-label={`${name}: ${formatGridAmount(value)}. Ver as linhas`}
      onClick={onOpen}
    >
      {formatGridAmount(value)}
    </button>
  )
}

function Head({ meses }: Pick<ResultShape, 'meses'>): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col">Conta</th>
        {meses.map((month) => (
          <th key={month} scope="col" className="end">
            {monthName(month)}
          </th>
        ))}
        <th scope="col" className="end">
          Total
        </th>
      </tr>
    </thead>
  )
}

function Table({ found, query, onOpen }: TableProps): ReactElement {
  const { meses, linhas, resultado } = found
  const open = (
    line: Pick<Line, 'descricao'> & { readonly plano_conta_id?: number },
    month: string | undefined,
  ): void => {
    const asked = new URLSearchParams(query)
    if (line.plano_conta_id !== undefined) asked.set('plano_conta_id', String(line.plano_conta_id))
    if (month !== undefined) {
      asked.set('de', month)
      asked.set('ate', month)
    }
    onOpen({
      title: [line.descricao, month === undefined ? 'todos os meses' : monthName(month)].join(', '),
      query: asked.toString(),
    })
  }
  const cells = (line: Parameters<typeof open>[0], valores: readonly number[], total: number) => (
    <>
      {meses.map((month, at) => (
        <td key={month} className="end">
          <Figure
            value={valores[at] ?? 0}
            name={`${line.descricao}, ${monthName(month)}`}
            onOpen={() => open(line, month)}
          />
        </td>
      ))}
      <td className="end">
        <Figure value={total} name={`${line.descricao}, total`} onOpen={() => open(line, undefined)} />
      </td>
    </>
  )
  return (
    <div className="dre-scroll panel" tabIndex={0} role="region" aria-label="Resultado por conta e mês">
      <table className="plain dre-table">
        <Head meses={meses} />
        <tbody>
          {linhas.map((line) => (
            <tr key={line.plano_conta_id} className={line.soma ? 'dre-sum' : undefined}>
              <th scope="row" style={{ '--nivel': line.nivel }} title={`${line.codigo} ${line.descricao}`.trim()}>
                {`${line.codigo} ${line.descricao}`.trim()}
              </th>
              {cells(line, line.valores, line.total)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" style={{ '--nivel': 0 }}>
              Resultado
            </th>
            {cells({ descricao: 'Resultado' }, resultado.valores, resultado.total)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The result by the plan's tree and by month, in both views; any figure opens the rows that it adds up. */
export function Result(): ReactElement {
  useSignals()
  const [{ form, periods }] = useState(() => {
    const { values, periods } = begins(periodsOf(localToday()))
    const made = new FormModel()
    made.start(values)
    return { form: made, periods }
  })
  const query = queryOf(form.values.value, periods)
  const first = new URLSearchParams(location.search).get('plano_conta_id')
  const [opened, setOpened] = useState<Opened | null>(() => {
    if (first === null) return null
    return { title: 'Linhas do resultado', query: `${query}&plano_conta_id=${encodeURIComponent(first)}` }
  })
  const answer = useLoaded(`financeiro/caixa_lancamento/dre?${query}`, 'contas_receber contas_pagar caixa_lancamento')
  const found = useMemo(() => (answer === null ? null : parse(ResultShape, answer)), [answer])
  return (
    <FormContext value={form}>
      <div className="board dre-view">
        <h1>Resultado (DRE)</h1>
        <div className="dre-filters" role="group" aria-label="Filtros">
          <Field name="visao" label="Visão" kind="select" options={VIEWS} />
          <Field name="periodo" label="Período" kind="select" options={periods} />
          <ReferenceField
            name="centro_resultado_id"
            label="Centro de resultado"
            resource="financeiro/centro_resultado"
            minChars={0}
            disabled={form.values.value.semCentro === true}
          />
          <Field name="semCentro" label="Só o que não tem centro" kind="switch" />
        </div>
        {found === null ? <EmptyState text="Carregando…" /> : null}
        {found?.linhas.length === 0 ? <EmptyState text="Nada foi lançado nestes meses." /> : null}
        {found === null || found.linhas.length === 0 ? null : <Table found={found} query={query} onOpen={setOpened} />}
      </div>
      {opened === null ? null : <FigureRowsDialog {...opened} onClose={() => setOpened(null)} />}
    </FormContext>
  )
}
