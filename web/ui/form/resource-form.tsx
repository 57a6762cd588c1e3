import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { hasExtra, mayCreate, mayEdit } from '../../app/access'
import type { Life } from '../../../core/lifecycle/life'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { get, readRow } from '../../app/api'
import { fichaMark } from '../../app/ficha-target'
import { useKeys } from '../../app/keys'
import { replace } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { openSibling, standAt } from '../../app/siblings'
import { toast } from '../../app/toasts'
import { Button } from '../button'
import { confirmDiscard } from '../confirm'
import { Dialog } from '../dialog'
import { lazily } from '../../app/lazy'
import type { Row, Values } from '../row'
import { AuditDialog } from './audit'
import { ConflictDialog } from './conflict'
import { FormContext, SaveContext, useForm } from './context'
import { DraftBar } from './draft-bar'
import { FormModel, type Clash } from './form-model'
import { usePublished } from './open-forms'
import { saveForm } from './save'
import { FormTools, titleOf, useRemembered } from './form-tools'
import { useParts } from '../custom/use-parts'
import { FormBody } from './form-body'
import { FormTabs } from './tab'

const Related = lazily(async () => (await import('../documents/related')).Related)

export interface ResourceFormProps {
  readonly modal: ModalProps
  readonly resource: string
  /** What one record is called: 'Cliente', 'Unidade'. */
  readonly name: string
  /** The heading of a saved record; else its name and number. */
  readonly title?: (row: Row) => ReactNode
  readonly defaults?: Values
  /** Fields, or `<Tab>`s of fields. */
  readonly children: ReactNode
  /** Buttons of this record's own verbs, left of Salvar. */
  readonly actions?: ReactNode
  /** A strip between the fields and the buttons: a document's totals. */
  readonly summary?: ReactNode
  /** Documents stay open after saving; registers close. */
  readonly stay?: boolean
  /** False leaves the save (a confirmation was refused, a rule of the whole form failed). */
  readonly beforeSave?: (form: FormModel) => boolean | Promise<boolean>
  /** Something is missing or wrong, which each field says of itself: what is said beside. */
  readonly onInvalid?: (form: FormModel) => void
  /** Shows a record anew whose save failed; what is typed and not saved stays. */
  readonly reloads?: boolean
  /** Last change to what is sent. */
  readonly shape?: (values: Values, record: Row | undefined) => Values
  readonly onLoad?: (row: Row, form: FormModel) => void
  readonly createdText?: string
  readonly savedText?: string
  /** Heads what the server says of a save that failed. */
  readonly failedText?: string
  /** A document's life: what it forbids is locked whatever the rights, its chip stands in the heading, its verbs have words in the history. */
  readonly life?: Life
  /** Nothing is typed or saved, and verbs do the rest: the program alone writes such records, whose tabs are `free`, or those that this is true of. */
  readonly shown?: true | ((record: Row) => boolean)
}

/** A form open at the tab its address asks for: `tab=2` or `tab=tab2`. `campo=NCM` goes on to a field of it, whatever its tab. */
function openedAt({ id, query }: ModalProps, life: Life | undefined): FormModel {
  const form = new FormModel(life)
  form.opens(id !== 'new')
  const tab = query.get('tab')
  const index = Number(/^(?:tab)?(\d)$/.exec(tab ?? '')?.[1] ?? 1) - 1
  form.showTab(Math.max(0, index))
  return form
}

function useRecord({ modal, resource, life, defaults, onLoad }: ResourceFormProps): FormModel {
  useSignals()
  const [form] = useState(() => openedAt(modal, life))
  const options = useRef({ defaults, onLoad, initial: modal.initial, path: modal.path, close: modal.onClose })
  useEffect(() => {
    options.current = { defaults, onLoad, initial: modal.initial, path: modal.path, close: modal.onClose }
  })
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      if (modal.id === 'new') {
        form.start({ ...options.current.defaults, ...options.current.initial })
        form.opens(false)
        return
      }
      if (String(form.record.value?.id) === modal.id) return
      form.opens(true)
      try {
        const row = readRow(await get(`${resource}/${modal.id}`, { signal: stop.signal }))
        form.load(row)
        standAt(options.current.path, row.id)
        options.current.onLoad?.(row, form)
        form.opens(false)
      } catch (error) {
        toast.error(error)
        if (!stop.signal.aborted) options.current.close()
      }
    }
    void load()
    return () => stop.abort()
  }, [form, modal.id, resource])
  const asked = modal.query.get('campo')
  const opening = form.opening.value
  useEffect(() => {
    if (!opening && asked !== null) form.goToNamed(asked)
  }, [form, opening, asked])
  return form
}

interface Saving {
  readonly busy: boolean
  /** How many new records were begun after a saved one in the same form: each has its fields anew and begins in the first. */
  readonly round: number
  readonly clashes: readonly Clash[] | null
  readonly settle: () => void
  /** False when nothing was saved: a fault, a refusal, someone else's change. */
  readonly save: (then: 'close' | 'new' | 'stay') => Promise<boolean>
}

function useSaving(props: ResourceFormProps, form: FormModel): Saving {
  const { modal, resource, stay = false } = props
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const running = useRef(false)
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const key = useRef(crypto.randomUUID())
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null)
  const finish = (row: Row, created: boolean, then: 'close' | 'new' | 'stay'): void => {
    modal.onSaved?.(row)
    if (created) standAt(modal.path, row.id)
    // What was typed while the server saved belongs to this record: it stays open, with that unsaved.
    if (then === 'new' && !form.dirty.value) {
      form.start({ ...props.defaults, ...modal.initial })
      form.showTab(0)
      setRound((rounds) => rounds + 1)
      if (modal.path !== undefined && modal.id !== 'new') replace(modal.path.replace(/[^/]+$/, 'new'))
    } else if (then === 'close' && (!stay || modal.path === undefined) && !form.dirty.value) modal.onClose()
    else if (created && modal.path !== undefined) replace(modal.path.replace(/[^/]+$/, String(row.id)))
  }
  const run = async (then: 'close' | 'new' | 'stay'): Promise<boolean> => {
    if (!(await isReady(form, props))) return false
    const onGone = (id: Row['id']): void => {
      // The form is closed with it where it is what one looks at; what else may be open meanwhile stays.
      if (modal.path !== undefined && location.pathname === modal.path.replace(/[^/]+$/, String(id))) modal.onClose()
    }
    const result = await saveForm({ ...props, resource, form, key, onGone, isOpen: () => open.current })
    if (result.kind === 'saved') finish(result.row, result.created, then)
    if (result.kind === 'conflict') setClashes(form.merge(result.theirs))
    return result.kind === 'saved'
  }
  const save = async (then: 'close' | 'new' | 'stay'): Promise<boolean> => {
    commitTyping()
    if (running.current) return false
    running.current = true
    setBusy(true)
    const saved = await run(then)
    running.current = false
    setBusy(false)
    return saved
  }
  return { busy, round, clashes, settle: () => setClashes(null), save }
}

/** Nothing is missing, wrong or refused; what came in while something was asked is looked at too. */
async function isReady(
  form: FormModel,
  { beforeSave, onInvalid }: Pick<ResourceFormProps, 'beforeSave' | 'onInvalid'>,
): Promise<boolean> {
  for (;;) {
    if (!(await form.chosen()) || !isComplete(form)) return false
    if (!form.validate()) {
      onInvalid?.(form)
      return false
    }
    const asked = form.values.value
    if ((await beforeSave?.(form)) === false) return false
    if (form.values.value === asked && form.awaited.value === 0) return true
  }
}

/** A record is not saved without what was entered for it and still waits for the server. */
function isComplete(form: FormModel): boolean {
  form.hasty.value = form.awaited.value > 0
  return !form.hasty.value
}

/** What is still being typed counts: the box is left and taken again. */
export function commitTyping(): void {
  const box = document.activeElement
  if (!(box instanceof HTMLInputElement)) return
  box.blur()
  box.focus()
}

interface FormKeysProps {
  readonly form: FormModel
  /** None where the record may only be read. */
  readonly save: Saving['save'] | undefined
  readonly path: string | undefined
}

/** The keys of a record, and over it what was typed there before the page went. */
function FormKeys({ form, save, path }: FormKeysProps): ReactElement | null {
  useSignals()
  const step = (direction: 1 | -1): void | false => {
    if (form.dirty.value) return toast.alert('Salve ou descarte as alterações antes de passar a outro registro.')
    return path !== undefined && openSibling(path, direction) ? undefined : false
  }
  useKeys({
    save: save && (() => void save('close')),
    save_new: save && (() => void save('new')),
    confirm: save && (() => void save('close')),
    previous: path === undefined ? undefined : () => step(-1),
    next: path === undefined ? undefined : () => step(1),
  })
  const id = path?.split('/').at(-1)
  const shown = form.record.value === undefined ? 'new' : String(form.record.value.id)
  return path === undefined ? null : <DraftBar form={form} address={path} ready={save !== undefined && shown === id} />
}

async function leaveForm(form: FormModel, modal: ModalProps): Promise<void> {
  if (!form.dirty.value || form.readOnly.value || (await confirmDiscard())) modal.onClose()
}

interface ButtonsProps {
  readonly actions: ReactNode
  readonly allowed: boolean
  readonly busy: boolean
  /** Verb of the button that leaves: a document has a "Cancelar" of its own. */
  readonly leave: string
  readonly onClose: () => void
  readonly onSave: () => void
}

function FormButtons({ actions, allowed, busy, leave, onClose, onSave }: ButtonsProps): ReactElement {
  useSignals()
  const form = useForm()
  return (
    <>
      <div className="form-actions" inert={form.opening.value}>
        {actions}
      </div>
      <span className="spacer" />
      <Button onClick={onClose}>{leave}</Button>
      {allowed ? (
        <Button kind={form.leads.value ? 'plain' : 'primary'} hotkey="save" busy={busy} onClick={onSave}>
          Salvar
        </Button>
      ) : null}
    </>
  )
}

/** May the person change this record? And is the footer shown at all? */
function useAllowed({ modal, life, shown }: ResourceFormProps, form: FormModel): { allowed: boolean; footer: boolean } {
  useSignals()
  const record = form.record.value
  const may = record === undefined && modal.id === 'new' ? mayCreate : mayEdit
  const forbidden =
    life !== undefined && record !== undefined && writeRefusal(life, record, { head: true }) !== undefined
  const closed = typeof shown === 'function' ? record !== undefined && shown(record) : shown === true
  const allowed = may(rights.value, modal.right) && !forbidden && !closed
  useEffect(() => form.lock(!allowed), [form, allowed])
  return { allowed, footer: allowed || hasExtra(rights.value, modal.right) }
}

/** A record in a modal: loads, checks, saves, asks before losing what was typed. Screens put the fields in. */
export function ResourceForm(props: ResourceFormProps): ReactElement {
  useSignals()
  const { modal, resource } = props
  const form = useRecord(props)
  const loading = form.opening.value
  const { busy, round, clashes, settle, save } = useSaving(props, form)
  const [audit, setAudit] = useState(false)
  const { allowed, footer } = useAllowed(props, form)
  usePublished(form, modal.path)
  const record = form.record.value
  useRemembered(props, record)
  const { tabs, plain } = useParts(resource, props.children)
  const close = (): void => void leaveForm(form, modal)
  const saveAndClose = (): void => void save('close')
  const buttons = (
    <FormButtons
      actions={props.actions}
      allowed={allowed}
      busy={busy}
      leave="Voltar"
      onClose={close}
      onSave={saveAndClose}
    />
  )
  return (
    <FormContext value={form}>
      <SaveContext value={() => save('stay')}>
        <Dialog
          title={titleOf(props, record, loading)}
          size={modal.size}
          onClose={close}
          {...(modal.path === undefined ? {} : { screen: modal.path })}
          tools={<FormTools {...props} record={record} onHistory={() => setAudit(true)} />}
          footer={footer || props.actions !== undefined ? buttons : undefined}
        >
          <FormKeys form={form} path={modal.path} save={allowed ? save : undefined} />
          <FormBody key={round} loading={loading} onSubmit={saveAndClose} ficha={fichaMark(resource, record?.id)}>
            {tabs.length === 0 ? (
              <fieldset disabled={!allowed || loading} className="fields">
                <div className="grid-12 tab-panel">{plain}</div>
              </fieldset>
            ) : (
              <FormTabs tabs={tabs} saved={record !== undefined} disabled={!allowed || loading} />
            )}
          </FormBody>
          {props.life !== undefined && modal.id !== 'new' ? (
            <div className="form-related">
              {record === undefined ? null : <Related key={record.id} resource={resource} id={record.id} />}
            </div>
          ) : null}
          {props.summary === undefined ? null : <div className="form-summary">{props.summary}</div>}
          {audit && record !== undefined ? (
            <AuditDialog resource={resource} id={record.id} onClose={() => setAudit(false)} />
          ) : null}
          {clashes === null ? null : <ConflictDialog form={form} clashes={clashes} onClose={settle} />}
        </Dialog>
      </SaveContext>
    </FormContext>
  )
}
