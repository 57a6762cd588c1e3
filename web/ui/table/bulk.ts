import { signal } from '@preact/signals-react'
import { list, post } from '../../app/api'
import { toast } from '../../app/toasts'
import { isRecord, numberOf, textOf, type Row, type Values } from '../row'
import { undoDeletion } from '../undo'

/** Records of one task. */
export const BULK_LIMIT = 1_000
export const TOO_MANY = 'No máximo 1.000 registros por vez.'

/** What is done to many records: a verb of their life, `exclui`, or `altera` with values. */
export interface BulkAsked {
  /** Path or name of their resource. */
  readonly resource: string
  readonly action: string
  /** `Expedir`: as the dialog is called. */
  readonly label: string
  readonly values?: Values
  /** The address of a record that could not be done, to mend it. */
  readonly address: (id: number | string) => string
}

/** A task that does the same to many records, being watched. */
export interface BulkTask extends BulkAsked {
  readonly task: number
}

/** The one that is watched; the lists show it. */
export const watched = signal<BulkTask | null>(null)

type Chosen = Pick<Row, 'id'> & { readonly versao?: unknown }

/** Begins to do it to these records, and shows how far it is. False when it was refused, which is told. A change meets only what is as it was seen. */
export async function startBulk(asked: BulkAsked, rows: readonly Chosen[]): Promise<boolean> {
  const { resource, action, values = {} } = asked
  const registros = rows.map(({ id, versao }) => ({
    id: Number(id),
    ...(action === 'altera' && numberOf(versao) !== null ? { versao: Number(versao) } : {}),
  }))
  return begin(asked, 'sis/tarefa/lote', { recurso: resource, acao: action, registros, dados: values })
}

/** Takes back what a task changed or deleted. */
export async function undoBulk(done: BulkTask): Promise<boolean> {
  if (done.action === 'exclui') return undeleteBulk(done)
  return begin({ ...done, action: 'desfaz', label: 'Desfazer' }, `sis/tarefa/${done.task}/desfaz`, {})
}

async function undeleteBulk({ resource, task }: BulkTask): Promise<boolean> {
  const where = { tarefa_id: task, situacao: 'feito' }
  const { data } = await list('sis/tarefa_registro', { where, perPage: BULK_LIMIT })
  undoDeletion(
    resource,
    data.map(({ registro_id }) => Number(registro_id)),
  ).undo?.()
  watched.value = null
  return true
}

async function begin(asked: BulkAsked, path: string, body: object): Promise<boolean> {
  try {
    const answer = await post(path, body, { headers: { 'Idempotency-Key': crypto.randomUUID() } })
    const task = isRecord(answer) ? numberOf(answer.tarefa_id) : null
    if (task === null) return false
    watched.value = { ...asked, task }
    return true
  } catch (error) {
    toast.error(error, `Não foi possível ${asked.label.toLowerCase()}`)
    return false
  }
}

/** Records that a task could not do, or did not come to. */
export interface NotDone {
  readonly id: number
  /** Why not; '' of those that it did not come to. */
  readonly why: string
}

export async function notDone(task: number): Promise<readonly NotDone[]> {
  const where = { tarefa_id: task, situacao: ['falhou', 'pendente'] }
  const { data } = await list('sis/tarefa_registro', { where, orderBy: 'id', sortedBy: 'asc', perPage: BULK_LIMIT })
  return data.map(({ registro_id, motivo }) => ({ id: Number(registro_id), why: textOf(motivo) }))
}

/** Rows as they are now, by number: what is tried again is seen anew. */
export async function seenAnew(resource: string, ids: readonly number[]): Promise<readonly Row[]> {
  return (await list(resource, { where: { id: ids }, perPage: BULK_LIMIT })).data
}
