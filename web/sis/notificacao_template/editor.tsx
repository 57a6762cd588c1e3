import { useRef, type FocusEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { documentOf, type NoticeDocument } from '../../../core/notices/documents'
import { placeOf } from '../../../core/notices/template'
import { ownName } from '../../../core/notices/vars'
import { useOwnFields } from '../../ui/custom/known'
import { useForm } from '../../ui/form/context'
import { addStyle } from '../../ui/later-style'
import style from './editor.css' with { type: 'text' }
import { template } from './kind'
import { Preview } from './preview'

addStyle(style)

type Box = HTMLInputElement | HTMLTextAreaElement

const isBox = (target: EventTarget | null): target is Box =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** Subject and text, the names that they may hold (a click writes one where the cursor stood), and beside them what it comes to for a record. */
export function Editor(): ReactElement {
  useSignals()
  const form = useForm()
  const texts = useRef<HTMLDivElement>(null)
  const last = useRef<Box>(null)
  const { evento, canal } = form.values.value
  const document = documentOf(evento)
  const remember = ({ target }: FocusEvent): void => {
    if (isBox(target)) last.current = target
  }
  const insert = (name: string): void => {
    const box = last.current?.isConnected === true ? last.current : texts.current?.querySelector('textarea')
    if (!box || box.disabled) return
    const end = box.value.length
    box.setRangeText(placeOf(name), box.selectionStart ?? end, box.selectionEnd ?? end, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
  }
  return (
    <div className="notice-editor span-12">
      <div ref={texts} className="notice-texts grid-12" onFocusCapture={remember}>
        {canal === 'whatsapp' ? null : <template.Field name="assunto" span={12} />}
        <template.Field name="body" kind="textarea" rows={7} span={12} />
        <Names document={document} locked={form.whyNotField('body')} onPick={insert} />
      </div>
      {document === undefined ? null : <Preview key={document.resource} document={document} />}
    </div>
  )
}

interface NamesProps {
  readonly document: NoticeDocument | undefined
  /** Why the text may not be written now. */
  readonly locked: string | undefined
  readonly onPick: (name: string) => void
}

function Names({ document, locked, onPick }: NamesProps): ReactElement {
  const own = useOwnFields(document?.resource ?? '')
  const ofParty = useOwnFields(document?.party?.column.replace(/_id$/, '') ?? '')
  if (document === undefined)
    return <p className="hint span-12">Escolha quando o aviso é enviado: depois, o que ele pode dizer.</p>
  const named: readonly (readonly [string, string])[] = [
    ...Object.entries(document.vars).map(([name, { label }]) => [name, label] as const),
    ...own.map(({ key, label }) => [ownName(key), label] as const),
    ...ofParty.map(({ key, label }) => [ownName(key, true), `${document.party?.label ?? ''}: ${label}`] as const),
  ]
  return (
    <fieldset className="notice-names span-12" disabled={locked !== undefined} title={locked}>
      <legend>O que a mensagem pode dizer</legend>
      {named.map(([name, label]) => (
        <button key={name} type="button" className="notice-name" title={placeOf(name)} onClick={() => onPick(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}
