import { useMemo, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { parse } from 'valibot'
import { addDays } from '../../../core/br/civil-date'
import { Go } from '../../app/go'
import { Button } from '../../ui/button'
import { TimeChart } from '../../ui/chart/time-chart'
import { FormContext } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { FormModel } from '../../ui/form/form-model'
import { ReferenceField } from '../../ui/form/reference-field'
import { formatDate, formatMoney, formatWhole } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { textOf, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { chartOf, datesOf, withMove, type Moving } from './curve'
import { DayTitlesList } from './day-titles'
import { MovePanel, promise } from './move-panel'
import style from './projecao.css' with { type: 'text' }
import { ProjectionShape, type DayTitle } from './shapes'

addStyle(style)

const SCENARIOS = [
  { value: 'vencimento', label: 'Cada um no vencimento' },
  { value: 'habito', label: 'Clientes com o atraso de costume' },
  { value: 'recebe_hoje', label: 'Atrasadas entram hoje' },
]
const HORIZONS = [
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '180', label: '180 dias' },
  { value: '365', label: '1 ano' },
]
const BEGINS = { cenario: 'vencimento', dias: '90', previsoes: true }

/** What is asked of the server: what was chosen, and nothing that was not. */
function queryOf({ cenario, dias, banco_id, centro_resultado_id, previsoes }: Values): string {
  const query = new URLSearchParams({
    cenario: textOf(cenario),
    dias: textOf(dias),
    previsoes: previsoes === true ? '1' : '0',
  })
  if (textOf(banco_id) !== '') query.set('banco_id', textOf(banco_id))
  if (textOf(centro_resultado_id) !== '') query.set('centro_resultado_id', textOf(centro_resultado_id))
  return query.toString()
}

function Filters(): ReactElement {
  return (
    <div className="cash-filters" role="group" aria-label="Filtros">
      <ReferenceField
        name="banco_id"
        label="Conta caixa"
        resource="financeiro/banco"
        minChars={0}
        where={{ ativo: true }}
      />
      <ReferenceField
        name="centro_resultado_id"
        label="Centro de resultado"
        resource="financeiro/centro_resultado"
        minChars={0}
      />
      <Field name="cenario" label="Cenário" kind="select" options={SCENARIOS} />
      <Field name="dias" label="Horizonte" kind="select" options={HORIZONS} />
      <Field name="previsoes" label="Contar previsões" kind="switch" />
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: number
  readonly note: string
  readonly bad?: boolean
  readonly onOpen?: () => void
}

function Figure({ label, value, note, bad = false, onOpen }: FigureProps): ReactElement {
  const text = formatWhole(value)
  const parts = (
    <>
      <span>{label}</span>
      <b title={formatMoney(value)} style={{ '--long': text.length }}>
        {text}
      </b>
      <small>{note}</small>
    </>
  )
  const look = `figure ${bad ? 'figure-bad' : ''}`
  if (onOpen === undefined) return <div className={look}>{parts}</div>
  return (
    <button type="button" className={`${look} figure-button`} onClick={onOpen}>
      {parts}
    </button>
  )
}

interface FiguresProps {
  readonly found: ProjectionShape
  /** What customers owe overdue is beside the curve, not in it. */
  readonly isBeside: boolean
  readonly onDay: (dia: string | null) => void
}

const IN_CURVE = 'conta no primeiro dia útil'

function Figures({ found, isBeside, onDay }: FiguresProps): ReactElement {
  const { menorSaldo, atrasado, dias, saldoInicial, comSaldo, previsto } = found
  const last = dias.at(-1)
  const forecasts = Object.keys(previsto).length
  return (
    <div className="figures">
      <Figure
        label={comSaldo ? 'Saldo de hoje' : 'Começo'}
        value={saldoInicial}
        note={comSaldo ? 'nas contas em uso' : 'um centro não tem saldo'}
      />
      <Figure
        label="Menor saldo"
        value={menorSaldo.saldo}
        note={`em ${formatDate(menorSaldo.dia)}`}
        bad={menorSaldo.saldo < 0}
        onOpen={() => onDay(menorSaldo.dia)}
      />
      <Figure
        label="No fim"
        value={last?.saldo ?? 0}
        note={`em ${formatDate(last?.dia)}`}
        bad={(last?.saldo ?? 0) < 0}
      />
      <Figure
        label="A receber em atraso"
        value={atrasado.receber}
        note={isBeside ? 'ver as contas' : IN_CURVE}
        bad={atrasado.receber > 0}
        {...(isBeside ? { onOpen: () => onDay(null) } : {})}
      />
      <Figure label="A pagar em atraso" value={atrasado.pagar} note={IN_CURVE} bad={atrasado.pagar > 0} />
      {forecasts === 0 ? null : (
        <Figure
          label="Só previsto"
          value={Object.values(previsto).reduce((sum, one) => sum + Math.round(one * 100), 0) / 100}
          note="ninguém cobrou ainda"
        />
      )}
    </div>
  )
}

interface ViewProps {
  readonly found: ProjectionShape
  readonly query: string
}

function View({ found, query }: ViewProps): ReactElement {
  const [chosen, setDia] = useState<string | null>(() => new URLSearchParams(location.search).get('dia') ?? found.hoje)
  const isBeside = !query.includes('recebe_hoje')
  // Where what is overdue is in the curve, nothing is beside it.
  const dia = isBeside ? chosen : (chosen ?? found.hoje)
  const [moving, setMoving] = useState<(Moving & { readonly how: 'drag' | 'button' }) | null>(null)
  const shown = useMemo(() => (moving === null ? found : withMove(found, moving)), [found, moving])
  const data = useMemo(() => chartOf(shown), [shown])
  const dates = datesOf(found)
  const take = (title: DayTitle | null, how: 'drag' | 'button'): void => {
    if (title === null) setMoving(null)
    else setMoving({ title, de: dia, para: how === 'button' ? (title.dPrevisao ?? dia ?? found.hoje) : null, how })
  }
  const over = (index: number | null): void => {
    if (moving === null) return
    const para = index === null ? undefined : dates[index]
    const next = para !== undefined && para >= found.hoje ? para : null
    if (next !== moving.para) setMoving({ ...moving, para: next })
  }
  const save = async (move: Moving): Promise<void> => {
    if (await promise(move)) setMoving(null)
  }
  const drop = (index: number): void => {
    const para = dates[index]
    if (moving !== null && para !== undefined && para >= found.hoje) void save({ ...moving, para })
  }
  const pick = (index: number): void => {
    const day = dates[index]
    if (day !== undefined && day >= found.hoje) setDia(day)
  }
  const step = (days: number): void => {
    const next = addDays(dia ?? found.hoje, days)
    if (dates.includes(next) && next >= found.hoje) setDia(next)
  }
  return (
    <>
      <Figures found={shown} isBeside={isBeside} onDay={setDia} />
      <section className={`panel ${moving?.how === 'drag' ? 'cash-over' : ''}`} aria-label="Saldo dia a dia">
        <TimeChart
          data={data}
          label="Saldo realizado e projetado"
          onPick={pick}
          drag={{ onOver: over, onDrop: drop }}
        />
      </section>
      {moving?.how === 'button' ? (
        <MovePanel
          moving={moving}
          before={found}
          after={shown}
          onPara={(para) => setMoving({ ...moving, para })}
          onSave={() => void save(moving)}
          onClose={() => setMoving(null)}
        />
      ) : null}
      <section className="panel" aria-labelledby="contas-do-dia">
        <div className="cash-head">
          <h2 id="contas-do-dia">{dia === null ? 'Atrasadas, fora da curva' : `Esperado em ${formatDate(dia)}`}</h2>
          <div className="toolbar">
            <Button onClick={() => step(-1)}>Dia anterior</Button>
            <Button onClick={() => step(1)}>Próximo dia</Button>
          </div>
        </div>
        <p className="field-help">
          Arraste uma conta para um dia do gráfico, ou use Mover: a previsão muda, o vencimento não.
        </p>
        <DayTitlesList dia={dia} query={query} onTake={take} />
      </section>
    </>
  )
}

/** What will be in the accounts: the curve, its lowest day, and the titles behind each day, which may be moved. */
export function Projection(): ReactElement {
  useSignals()
  const [form] = useState(() => {
    const made = new FormModel()
    made.start(BEGINS)
    return made
  })
  const query = queryOf(form.values.value)
  const answer = useLoaded(
    `financeiro/caixa_lancamento/projecao?${query}`,
    'contas_receber contas_pagar caixa_lancamento',
  )
  const found = useMemo(() => (answer === null ? null : parse(ProjectionShape, answer)), [answer])
  return (
    <FormContext value={form}>
      <div className="board cash-view">
        <div className="cash-head">
          <h1>Projeção do Caixa</h1>
          <Go to="/ui/financeiro/fluxo_caixa" className="link">
            Lançamentos
          </Go>
        </div>
        <Filters />
        {found === null ? <EmptyState text="Carregando…" /> : <View found={found} query={query} />}
      </div>
    </FormContext>
  )
}
