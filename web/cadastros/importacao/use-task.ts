import { useEffect, useRef, useState } from 'react'
import { get, isAbort } from '../../app/api'
import { onChanged } from '../../app/events'
import { isRecord, numberOf, textOf } from '../../ui/row'

/** How far a task of the server is. */
export interface Task {
  readonly id: number
  readonly titulo: string
  readonly status: string
  readonly feito: number
  readonly total: number
  readonly nota: string
  readonly erro: string
}

const POLL_MS = 1500
export const isRunning = (task: Task | null): boolean =>
  task !== null && (task.status === 'na_fila' || task.status === 'em_andamento')

/** A task as it goes on: told by the events socket, and asked for now and then where that is silent. `onEnd` is called once it is over. */
export function useTask(id: number | null, onEnd: (task: Task) => void): Task | null {
  const [task, setTask] = useState<Task | null>(null)
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  useEffect(() => {
    if (id === null) return undefined
    const stop = new AbortController()
    let over = false
    const look = async (): Promise<void> => {
      try {
        const answer = await get(`sis/tarefa/${id}`, { signal: stop.signal })
        if (over || stop.signal.aborted) return
        const now = taskOf(id, answer)
        over = !isRunning(now)
        setTask(now)
        if (over) ended.current(now)
      } catch (error) {
        // The next look finds the connection again.
        if (!isAbort(error)) setTask((known) => known)
      }
    }
    void look()
    const timer = setInterval(() => void (over ? undefined : look()), POLL_MS)
    const quit = onChanged('tarefa', () => void (over ? undefined : look()))
    return () => {
      stop.abort()
      clearInterval(timer)
      quit()
    }
  }, [id])
  return task?.id === id ? task : null
}

function taskOf(id: number, answer: unknown): Task {
  const row = isRecord(answer) ? answer : {}
  return {
    id,
    titulo: textOf(row.titulo),
    status: textOf(row.status),
    feito: numberOf(row.feito) ?? 0,
    total: numberOf(row.total) ?? 0,
    nota: textOf(row.nota),
    erro: textOf(row.erro),
  }
}
