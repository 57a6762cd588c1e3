import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { useWork } from '../../app/work'
import { Button } from '../button'
import { confirmDiscard } from '../confirm'
import { Dialog } from '../dialog'
import { lineFaults, type LineFault } from '../lines/line-faults'
import { linesOf, type Line } from '../lines/lines-state'
import { textOf, type Values } from '../row'
import { FormContext } from './context'
import { FormModel } from './form-model'
import { openForms } from './open-forms'
import { FormBody } from './form-body'
import { saveForm, type SaveResult } from './save'

export interface ItemFormProps {
  readonly modal: ModalProps
  /** What one line is called: 'Item', 'Parcela'. */
  readonly name: string
  readonly title?: (line: Values) => string
  /** The nested list of the document under it. */
  readonly list: string
  /** The document's resource, and how it is sent: an untouched saved document is saved with its line. */
  readonly resource: string
  readonly shape: (values: Values, record: Values | undefined) => Values
  readonly savedText?: string
  /** As the document's form asks before it saves; refused, the line stands in the document, which is not saved. */
  readonly beforeSave?: (document: FormModel) => Promise<boolean>
  readonly defaults?: Values
  /** The line as it goes into the document: what follows from what was written. */
  readonly finish?: (line: Line) => Line
  /** What is done with a line whether or not its fields may be written. */
  readonly after?: ReactNode
  readonly children: ReactNode
}

/** The document that a line's form lies over. */
export function documentOf({ path = '' }: ModalProps): FormModel | undefined {
  return openForms.value.get(path.split('/').slice(0, -2).join('/'))
}

const holds = (line: Line, id: string): boolean => line.key === id || textOf(line.id) === id

/** The line's own form state, filled once the document has loaded. */
function useLine(
  { modal, list, defaults }: ItemFormProps,
  parent: FormModel | undefined,
): { form: FormModel; ready: boolean } {
  useSignals()
  const [form] = useState(() => new FormModel())
  const ready = Object.keys(form.values.value).length > 0
  const loaded = parent !== undefined && Object.keys(parent.values.value).length > 0
  const close = useRef(modal.onClose)
  useEffect(() => {
    close.current = modal.onClose
  })
  const filled = useRef('')
  useEffect(() => {
    if (parent === undefined || !loaded || filled.current === modal.id) return
    filled.current = modal.id
    const line = linesOf(parent.values.value[list]).find((one) => holds(one, modal.id))
    if (modal.id === 'new') form.start({ ...defaults, key: crypto.randomUUID() })
    else if (line === undefined) return close.current()
    else form.start(line)
  }, [parent, loaded, modal.id, list, form, defaults])
  return { form, ready }
}

/** Changes the document's lines; a saved document that nothing else changed in is saved at once. */
async function store(
  props: ItemFormProps,
  parent: FormModel,
  change: (lines: readonly Line[]) => readonly Line[],
): Promise<SaveResult['kind']> {
  const { list, resource, shape, savedText } = props
  const untouched = parent.record.value !== undefined && !parent.dirty.value
  parent.set(list, change(linesOf(parent.values.value[list])))
  if (!untouched || (await props.beforeSave?.(parent)) === false) return 'saved'
  const key = { current: crypto.randomUUID() }
  return (await saveForm({ resource, form: parent, key, shape, ...(savedText === undefined ? {} : { savedText }) }))
    .kind
}

/** Shows what the document's refused save says of this line at the line's own fields. */
function showRefused(form: FormModel, faults: readonly LineFault[]): void {
  const own = faults.filter(({ line }) => line.key === form.values.value.key)
  if (own.length > 0) form.reject(Object.fromEntries(own.map(({ field, text }) => [field, [text]])))
}

const withLine =
  (line: Line) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.some((one) => one.key === line.key)
      ? lines.map((one) => (one.key === line.key ? line : one))
      : [...lines, line]

const withoutLine =
  (key: string) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.filter((one) => one.key !== key)

/** One line of an open document in a form of its own, with every field it has. */
export function ItemForm(props: ItemFormProps): ReactElement {
  useSignals()
  const { modal, name } = props
  const parent = documentOf(modal)
  const { form, ready } = useLine(props, parent)
  const [busy, setBusy] = useState(false)
  const locked = parent === undefined || parent.readOnly.value || parent.whyNotList(props.list) !== undefined
  useEffect(() => form.lock(locked), [form, locked])
  useWork(() => form.dirty.peek() && !form.readOnly.peek(), modal.path)
  const close = async (): Promise<void> => {
    if (!form.dirty.value || locked || (await confirmDiscard())) modal.onClose()
  }
  const keep = async (change: (lines: readonly Line[]) => readonly Line[]): Promise<void> => {
    if (parent === undefined || locked || busy) return
    setBusy(true)
    const result = await store(props, parent, change)
    setBusy(false)
    if (result === 'saved') modal.onClose()
    else if (parent.refused.value !== null) showRefused(form, lineFaults(parent.refused.value, props.list))
  }
  const save = async (): Promise<void> => {
    if (locked || !form.validate()) return
    const line: Line = { ...form.values.value, key: textOf(form.values.value.key) }
    await keep(withLine(props.finish?.(line) ?? line))
  }
  const values = form.values.value
  const footer = (
    <>
      {locked || modal.id === 'new' ? null : (
        <Button kind="danger" icon="trash" onClick={() => void keep(withoutLine(textOf(values.key)))}>
          Remover
        </Button>
      )}
      <span className="spacer" />
      <Button onClick={() => void close()}>Voltar</Button>
      {locked ? null : (
        <Button kind="primary" hotkey="save" busy={busy} onClick={() => void save()}>
          Salvar
        </Button>
      )}
    </>
  )
  return (
    <FormContext value={form}>
      <Dialog
        title={modal.id === 'new' ? `Novo registro · ${name}` : (props.title?.(values) ?? name)}
        size={modal.size}
        onClose={() => void close()}
        {...(modal.path === undefined ? {} : { screen: modal.path })}
        footer={footer}
      >
        <ItemKeys onSave={() => void save()} />
        <FormBody loading={!ready} onSubmit={() => void save()}>
          <div className="tab-panel stack">
            <fieldset disabled={locked || !ready} className="grid-12">
              {ready ? props.children : null}
            </fieldset>
            {ready ? props.after : null}
          </div>
        </FormBody>
      </Dialog>
    </FormContext>
  )
}

function ItemKeys({ onSave }: { readonly onSave: () => void }): null {
  useKeys({ save: onSave, confirm: onSave })
  return null
}
