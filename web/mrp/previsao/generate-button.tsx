import { useContext, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { isOver, TaskProgress, useTask } from '../../app/tasks'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { SaveContext, useForm } from '../../ui/form/context'
import { reloadForm } from '../../ui/form/save'
import { isRecord, numberOf, textOf, type Row } from '../../ui/row'

/** Generates the forecasts of all products: saves what is typed first, waits for the task when it is a big one, shows the result. */
export function GenerateButton({ record, count }: { readonly record: Row; readonly count: number }): ReactElement {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [running, setRunning] = useState(false)
  const [taskId, setTaskId] = useState<number | null>(null)
  const show = async (made: number | null): Promise<void> => {
    await reloadForm(form, 'mrp/previsao')
    announce('mrp/previsao')
    toast.success(made === 1 ? 'Previsão gerada para 1 produto.' : `Previsões geradas para ${made ?? count} produtos.`)
  }
  const settle = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toast.error(error)
    }
    setTaskId(null)
    setRunning(false)
  }
  const task = useTask(taskId, (ended) => {
    void settle(async () => {
      if (ended.status === 'concluida')
        return show(isRecord(ended.resultado) ? numberOf(ended.resultado.itens_gerados) : null)
      throw new Error(textOf(ended.erro) || 'A geração foi cancelada.')
    })
  })
  const generate = async (): Promise<void> => {
    if (form.dirty.value && !(await save())) return
    setRunning(true)
    try {
      const answer = await post(`mrp/previsao/${record.id}/gerarPrevisoes`)
      const body = isRecord(answer) ? answer : {}
      const id = numberOf(body.tarefa_id)
      if (id !== null) return setTaskId(id)
      await settle(() => show(numberOf(body.itens_gerados)))
    } catch (error) {
      await settle(() => Promise.reject(error))
    }
  }
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
      {task === null || isOver(task) ? null : <TaskProgress task={task} />}
    </>
  )
}
