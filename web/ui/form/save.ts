import { ApiError, get, isOffline, post, put, reachedAgain, readRow, wasRefused } from '../../app/api'
import { announce } from '../../app/events'
import { errorText, forget, toast } from '../../app/toasts'
import { noticesOf, type FormModel, type Told } from './form-model'
import { counted } from '../format'
import type { Row, Values } from '../row'
import { undoSave } from '../undo'

export type SaveResult =
  | { readonly kind: 'saved'; readonly row: Row; readonly created: boolean }
  | { readonly kind: 'conflict'; readonly theirs: Row }
  | { readonly kind: 'failed' }

interface SaveOptions {
  readonly resource: string
  readonly form: FormModel
  /** Under which this creation is known to the server: the same until it answered. */
  readonly key: { current: string }
  readonly shape?: (values: Values, record: Row | undefined) => Values
  /** Is the form still there? A save that finds no server waits for it meanwhile; without this it does not wait. */
  readonly isOpen?: () => boolean
  /** Its creation was taken back. */
  readonly onGone?: (id: Row['id']) => void
  readonly createdText?: string
  readonly savedText?: string
  /** Heads what the server says of a save that failed. */
  readonly failedText?: string
  /** Shows a record anew whose save failed; what is typed and not saved stays. */
  readonly reloads?: boolean
}

/** Says that fields were refused: what no field shows, and the way to the first that shows why. What it shows is not said twice. */
function tellRejected(form: FormModel, { at, more, untold }: Told): void {
  const others = more > 0 ? ` e mais ${counted(more, 'campo', 'campos')}` : ''
  const texts = at === undefined ? untold : [...untold, `Veja “${at.label}”${others}.`]
  toast.danger(texts.join('\n'), {
    title: 'Erro de validação',
    about: form,
    ...(at === undefined ? {} : { go: () => form.goTo(at) }),
  })
}

export const NOT_SAVED = 'Não foi possível Salvar'

/** Tells a failed save in the specification's words; `title` heads what the server says. */
export function tellSaveError(error: unknown, title: string | undefined, about?: object): void {
  if (error instanceof ApiError && error.status === 422)
    toast.danger(error.message, { title: 'Erro de validação', about })
  else if (error instanceof ApiError && error.descriptions.length > 0)
    toast.danger(errorText(error), { title: NOT_SAVED, about })
  else if (error instanceof ApiError && error.message !== '') toast.error(error, title, '', about)
  else toast.danger(errorText(error, 'Não foi possível salvar.'), { about })
}

async function failed(
  error: unknown,
  { form, resource, key, reloads, failedText }: SaveOptions,
  asked: Values,
): Promise<SaveResult> {
  if (wasRefused(error)) key.current = crypto.randomUUID()
  const id = form.record.value?.id
  const created = id === undefined
  if (error instanceof ApiError && error.status === 409 && id !== undefined) {
    try {
      const theirs = readRow(await get(`${resource}/${id}`))
      if (theirs.versao !== form.version) return { kind: 'conflict', theirs }
    } catch {
      // The record cannot be read any more: the conflict's own message says enough.
    }
  }
  // Before what is wrong is told: a record that is shown anew has nothing wrong.
  if (reloads) await shownAnew(form, resource)
  if (error instanceof ApiError && Object.keys(error.fields).length > 0)
    tellRejected(form, form.reject(error.fields, asked))
  else tellSaveError(error, failedText ?? (created ? undefined : NOT_SAVED), form)
  return { kind: 'failed' }
}

/** Shows in the form, where it is still open with that record, what a save that was taken back left. */
function showUndone({ form, onGone }: SaveOptions, { id }: Row, now: Row | null): void {
  if (form.record.peek()?.id !== id) return
  if (now === null) onGone?.(id)
  else form.refresh(now)
}

/** Repeats a call that came to nobody once the server is there again, for as long as its form is open. Throws what the call was refused with. */
async function untilAnswered({ form, isOpen }: SaveOptions, call: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      const answer = await call()
      forget(form)
      return answer
    } catch (error) {
      if (!isOffline(error) || isOpen === undefined) throw error
      toast.error(error, 'Será salvo assim que a conexão voltar', '', form)
      await reachedAgain()
      if (!isOpen()) throw error
    }
  }
}

/** Creates or updates the form's record. Never throws: what went wrong is told, and a stale version answers 'conflict'. */
export async function saveForm(options: SaveOptions): Promise<SaveResult> {
  const { resource, form, key, shape = (values) => values } = options
  const record = form.record.value
  const created = record === undefined
  const asked = form.values.value
  forget(form)
  try {
    const body = shape(form.payload(), record)
    // The same call under the same key, however often it has to be repeated, is done once.
    const headers = { 'Idempotency-Key': key.current }
    const row = readRow(
      await untilAnswered(options, () =>
        created ? post(resource, body, { headers }) : put(`${resource}/${record.id}`, body, { headers }),
      ),
    )
    key.current = crypto.randomUUID()
    form.load(row, asked)
    const text = created
      ? (options.createdText ?? 'Registro criado com sucesso.')
      : (options.savedText ?? 'O registro foi salvo com sucesso.')
    toast.success(text, { about: form, ...undoSave(resource, row, (now) => showUndone(options, row, now)) })
    // A register closes when it is saved: what is odd of it is told where the person still looks.
    for (const text of Object.values(noticesOf(row))) toast.alert(text)
    announce(resource)
    return { kind: 'saved', row, created }
  } catch (error) {
    return failed(error, options, asked)
  }
}

/** As `reloadForm`, where what is told already is enough if it fails. */
async function shownAnew(form: FormModel, resource: string): Promise<void> {
  try {
    await reloadForm(form, resource)
  } catch {
    // The failed save was told.
  }
}

/** Shows the open record as the server has it now; what is typed and not saved stays. */
export async function reloadForm(form: FormModel, resource: string): Promise<void> {
  const id = form.record.peek()?.id
  if (id === undefined) return
  const row = readRow(await get(`${resource}/${id}`))
  if (form.record.peek()?.id === id) form.refresh(row)
}
