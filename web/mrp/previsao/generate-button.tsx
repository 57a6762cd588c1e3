import { useContext, useEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { ApiError, get, post, readRow } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { SaveContext, useForm } from '../../ui/form/context'
import { isRecord, numberOf, textOf, type Row } from '../../ui/row'

interface Progress {
  readonly done: number
  readonly total: number
}

const ASK_EVERY_MS = 600

/** Follows a task to its end; throws what it failed with. */
async function untilDone(id: number, tell: (now: Progress) => void, alive: () => boolean): Promise<number | null> {
  for (;;) {
    const task = readRow(await get(`sis/tarefa/${id}`))
    tell({ done: numberOf(task.feito) ?? 0, total: numberOf(task.total) ?? 0 })
    if (task.status === 'concluida') return isRecord(task.resultado) ? numberOf(task.resultado.itens_gerados) : null
    if (task.status === 'falhou' || task.status === 'cancelada')
      throw new ApiError({
        status: 400,
        code: 'task_failed',
        message: textOf(task.erro) || 'A geração foi cancelada.',
      })
    if (!alive()) return null
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

/** Generates the forecasts of all products: saves what is typed first, waits for the task when it is a big one, shows the result. */
export function GenerateButton({ record, count }: { readonly record: Row; readonly count: number }): ReactElement {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [progress, setProgress] = useState<Progress | null>(null)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  const generate = async (): Promise<void> => {
    if (form.dirty.value && !(await save())) return
    setProgress({ done: 0, total: 0 })
    try {
      const answer = await post(`mrp/previsao/${record.id}/gerarPrevisoes`)
      const body = isRecord(answer) ? answer : {}
      const task = numberOf(body.tarefa_id)
      const made =
        task === null ? numberOf(body.itens_gerados) : await untilDone(task, setProgress, () => alive.current)
      if (!alive.current) return
      form.load(readRow(await get(`mrp/previsao/${record.id}`)))
      announce('mrp/previsao')
      toast.success(
        made === 1 ? 'Previsão gerada para 1 produto.' : `Previsões geradas para ${made ?? count} produtos.`,
      )
    } catch (error) {
      toast.error(error)
    } finally {
      if (alive.current) setProgress(null)
    }
  }
  const running = progress !== null
  return (
    <>
      <Button
        icon="refresh"
        busy={running}
        onClick={() => void generate()}
        {...(count === 0 ? { reason: 'Inclua produtos antes de gerar a previsão.' } : {})}
      >
        Gerar previsões
      </Button>
      {running && progress.total > 0 ? (
        <span className="forecast-progress" role="status">
          <progress value={progress.done} max={progress.total} aria-label="Previsões geradas" /> {progress.done} de{' '}
          {progress.total}
        </span>
      ) : null}
    </>
  )
}
