import { useState, type ReactElement } from 'react'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { isOver, TaskProgress, useTask } from '../../app/tasks'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { addStyle } from '../later-style'
import { getPath, numberOf, textOf, type Row } from '../row'
import { notDone, seenAnew, startBulk, undoBulk, watched, type BulkTask, type NotDone } from './bulk'
import style from './bulk.css' with { type: 'text' }

addStyle(style)

/** What the task came to, in one sentence. */
function summary(task: Row, left: readonly NotDone[]): string {
  if (task.status === 'falhou') return textOf(task.erro)
  const failed = left.filter(({ why }) => why !== '').length
  const done = numberOf(getPath(task, 'resultado.feitos')) ?? (numberOf(task.total) ?? 0) - left.length
  const parts = [
    done === 1 ? '1 feito' : `${done} feitos`,
    ...(failed > 0 ? [`${failed} com falha`] : []),
    ...(left.length > failed ? [`${left.length - failed} por fazer`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** A task that does the same to many records: how far it is, and then those that could not be done, each with its reason and the way to mend it. */
export function BulkDialog({ task: told }: { readonly task: BulkTask }): ReactElement {
  const [left, setLeft] = useState<readonly NotDone[] | null>(null)
  const { label, address, resource, action } = told
  const task = useTask(told.task, () => {
    announce(resource)
    notDone(told.task).then(setLeft, (error: unknown) => toast.error(error))
  })
  const over = task !== null && isOver(task)
  const close = (): void => {
    watched.value = null
  }
  const again = async (): Promise<void> => {
    const ids = (left ?? []).map(({ id }) => id)
    const rows = action === 'altera' ? await seenAnew(resource, ids) : ids.map((id) => ({ id }))
    await startBulk(told, rows)
  }
  const mend = (id: number): void => {
    close()
    open(address(id))
  }
  const footer = (
    <>
      {over && (action === 'altera' || action === 'exclui') ? (
        <Button kind="quiet" icon="undo" onClick={() => void undoBulk(told)}>
          Desfazer
        </Button>
      ) : null}
      <span className="spacer" />
      {left !== null && left.length > 0 && action !== 'desfaz' ? (
        <Button icon="refresh" onClick={() => void again()}>
          Tentar de novo os que faltam
        </Button>
      ) : null}
      <Button kind="primary" onClick={close}>
        {over ? 'Fechar' : 'Continuar em segundo plano'}
      </Button>
    </>
  )
  return (
    <Dialog title={label} size="md" onClose={close} footer={footer}>
      <div className="dialog-body stack">
        {task !== null && !over ? <TaskProgress task={task} /> : null}
        {over && left !== null ? <p role="status">{summary(task, left)}</p> : null}
        {left !== null && left.length > 0 ? (
          <ul className="bulk-left" aria-label="Não feitos">
            {left.map(({ id, why }) => (
              <li key={id}>
                <b>{id}</b>
                <span>{why || 'Ainda não foi feito.'}</span>
                <button type="button" className="link" aria-label={`Corrigir ${id}`} onClick={() => mend(id)}>
                  Corrigir
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )
}
