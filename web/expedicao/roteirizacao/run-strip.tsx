import { useEffect, useMemo, useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { announce } from '../../app/events'
import { isOver, TaskProgress, useTask } from '../../app/tasks'
import { toast } from '../../app/toasts'
import { Curve } from '../../ui/chart/curve'
import { counted, formatDateTime, formatMoney } from '../../ui/format'
import { getPath, isSet, numberOf, textOf, type Row } from '../../ui/row'
import { usePlanner } from './context'
import { km, RESOURCE, span } from './plan'
import type { Planner } from './planner-state'

type Point = readonly [seconds: number, cost: number]

/** The curve of a run: seconds and cost, from where all that will be served is served. */
function curveOf(detail: unknown): readonly Point[] {
  const rows: readonly unknown[] = Array.isArray(getPath(detail, 'curve'))
    ? Object.values(Object(getPath(detail, 'curve')))
    : []
  const read = rows.flatMap((row) =>
    Array.isArray(row) ? [[numberOf(row[0]) ?? 0, numberOf(row[1]) ?? 0, numberOf(row[2]) ?? 0] as const] : [],
  )
  const least = Math.min(...read.map(([, , left]) => left))
  return read.filter(([, , left]) => left === least).map(([seconds, cost]) => [seconds, cost])
}

interface StripProps {
  /** The run that was started here, if one was. */
  readonly started: number | null
  readonly onRunning: (running: boolean) => void
}

/** The run of the open plan while it runs, with its curve; else how the plan stands. */
export function RunStrip({ started, onRunning }: StripProps): ReactElement {
  useSignals()
  const planner = usePlanner()
  const task = useTask(planner.around.value.task ?? started)
  const told = useRef(new Set<Row['id']>())
  const running = task !== null && !isOver(task)
  useEffect(() => onRunning(running), [running, onRunning])
  useEffect(() => {
    if (task === null) return
    if (running) planner.follow(task.detalhe)
    else if (!told.current.has(task.id)) {
      told.current.add(task.id)
      endRun(planner, task).catch((error: unknown) => toast.error(error))
    }
  }, [task, running, planner])
  const points = useMemo(() => curveOf(task?.detalhe), [task?.detalhe])
  if (!running) return <Summary />
  const left = numberOf(getPath(task, 'detalhe.unassigned'))
  const total = numberOf(getPath(task, 'detalhe.total'))
  const [first, last] = [points[0]?.[1], points.at(-1)?.[1]]
  return (
    <div className="run-strip">
      <TaskProgress task={task} />
      {left === null || total === null ? null : (
        <span className="run-count">
          {total - left} de {total} nas rotas
        </span>
      )}
      {first === undefined || last === undefined ? null : (
        <Curve points={points} label={`Custo da melhor solução: de ${first} a ${last}`} />
      )}
    </div>
  )
}

async function endRun(planner: Planner, task: Row): Promise<void> {
  if (task.status === 'falhou') toast.danger(textOf(task.erro), { title: 'Erro ao calcular roteirização' })
  else if (task.status === 'cancelada') toast.info('Cálculo cancelado: as rotas ficaram como estavam.')
  else {
    toast.success('Roteirização calculada com sucesso!')
    planner.forget()
    announce(RESOURCE)
  }
  await planner.settle()
  if (task.status === 'concluida') planner.map.peek()?.fit()
}

/** How the plan stands: figures, by whom and when. */
function Summary(): ReactElement {
  useSignals()
  const planner = usePlanner()
  const record = planner.form.record.value
  const { routes, outside, faults } = planner.standing.value
  const solution = planner.solution.value
  if (record === undefined) return <p className="plan-note">Salve o cenário, escolha as vendas e calcule as rotas.</p>
  const deliveries = planner.deliveries.value.length
  const used = routes.filter(({ stops }) => stops.length > 0).length
  const parts =
    solution === null
      ? [
          counted(deliveries, 'entrega', 'entregas'),
          counted(routes.length, 'veículo', 'veículos'),
          'ainda não calculada',
        ]
      : [
          `${deliveries - outside.length} de ${counted(deliveries, 'entrega', 'entregas')} em ${counted(used, 'rota', 'rotas')}`,
          km(solution.distance),
          `${span(solution.duration)} de viagem`,
          ...(record.menor_custo === true ? [formatMoney((solution.cost / 100).toFixed(2))] : []),
          faults === 0 ? 'nenhuma violação' : counted(faults, 'violação', 'violações'),
          ...(isSet(record.dhCalculo)
            ? [
                `calculada em ${formatDateTime(record.dhCalculo).slice(0, 16)} por ${record.motor === 'vroom' ? 'VROOM' : 'Prumo'}`,
              ]
            : []),
        ]
  return <p className="plan-note">{parts.join(' · ')}</p>
}
