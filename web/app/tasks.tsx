import { useEffect, useRef, useState, type ReactElement } from 'react'
import { Button } from '../ui/button'
import { numberOf, textOf, type Row } from '../ui/row'
import { get, isAbort, post, readRow } from './api'
import { announce, onChanged } from './events'
import { toast } from './toasts'

const OVER = new Set(['concluida', 'falhou', 'cancelada'])
/** Changes are announced; this is for the moments when the announcements do not come. */
const ASK_EVERY_MS = 3_000

/** Has a task ended, in whatever way? */
export const isOver = (task: Row): boolean => OVER.has(textOf(task.status))

/** A task as it is now, followed until it ends; `onEnd` is then told once. Null while there is none, or it is not known yet. */
export function useTask(id: number | null, onEnd?: (task: Row) => void): Row | null {
  const [task, setTask] = useState<Row | null>(null)
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  useEffect(() => {
    if (id === null) return undefined
    const stop = new AbortController()
    let over = false
    const look = async (): Promise<void> => {
      if (over) return
      try {
        const now = readRow(await get(`sis/tarefa/${id}`, { signal: stop.signal }))
        if (over) return
        setTask(now)
        if (!isOver(now)) return
        over = true
        clearInterval(timer)
        ended.current?.(now)
      } catch (error) {
        if (!isAbort(error)) toast.error(error)
      }
    }
    const timer = setInterval(() => void look(), ASK_EVERY_MS)
    const quiet = onChanged('tarefa', () => void look())
    void look()
    return () => {
      over = true
      stop.abort()
      clearInterval(timer)
      quiet()
    }
  }, [id])
  return task !== null && numberOf(task.id) === id ? task : null
}

/** How far a task is, what it is doing, and the way to stop it. */
export function TaskProgress({ task }: { readonly task: Row }): ReactElement {
  const [stopping, setStopping] = useState(false)
  const total = numberOf(task.total) ?? 0
  const done = numberOf(task.feito) ?? 0
  const cancel = async (): Promise<void> => {
    setStopping(true)
    try {
      await post(`sis/tarefa/${task.id}/cancela`)
      announce('tarefa')
    } catch (error) {
      toast.error(error)
      setStopping(false)
    }
  }
  return (
    <div className="task" role="status" aria-live="polite">
      <progress
        aria-label={textOf(task.titulo)}
        max={total === 0 ? 1 : total}
        {...(total === 0 ? {} : { value: Math.min(done, total) })}
      />
      <span>{task.status === 'na_fila' ? 'Na fila' : textOf(task.nota) || textOf(task.titulo)}</span>
      <Button kind="quiet" icon="close" busy={stopping} onClick={() => void cancel()}>
        Parar
      </Button>
    </div>
  )
}
