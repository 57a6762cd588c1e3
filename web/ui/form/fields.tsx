import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { ASKED_DIGITS } from '../../../core/fields/cadastros/tabelas-fiscais'
import { ApiError, get } from '../../app/api'
import { scaleServes, type Weighing, weigh, weighHint, weighKey } from '../../devices/here'
import { toast } from '../../app/toasts'
import { Icon } from '../icon'
import { getPath, isRecord, textOf, type Values } from '../row'
import { useForm, useRegistered } from './context'
import { FieldFrame, type ControlIds, type FieldBase } from './field'
import type { FormModel } from './form-model'
import { KINDS, type Kind, type KindOptions, type TextKind } from './kinds'

export interface Option {
  readonly value: string | number | boolean
  readonly label: string
}

export interface FieldProps extends FieldBase {
  readonly locked?: string
  readonly kind?: TextKind | 'select' | 'switch' | 'textarea'
  readonly options?: readonly Option[]
  /** An empty first choice with this text. */
  readonly emptyLabel?: string
  readonly decimals?: number
  /** It goes below zero. */
  readonly signed?: boolean
  readonly maxLength?: number
  readonly rows?: number
  /** The official table that its code is of: what is odd of one is told under the box. */
  readonly official?: string
  readonly autoFocus?: boolean
  /** A rule of this field alone, asked when the form is saved. */
  readonly validate?: (value: unknown, values: Values) => string | undefined
  /** After the person left the box with another value: lookups and values that follow from it. */
  readonly onCommit?: (value: unknown, form: FormModel) => void
  /** What ↑ and ↓ make of the value (prices step to .90). */
  readonly stepper?: (value: unknown, direction: 'up' | 'down') => unknown
  /** A scale may write here: a quantity of the product that this field of the form names. */
  readonly weighs?: string
  /** It is what a label will say: nothing weighs nothing, and `weighed` follows a weight. */
  readonly ofLabel?: { readonly weighed: (box: HTMLInputElement) => void }
}

function useValue(form: FormModel, name: string): unknown {
  return useComputed(() => form.values.value[name]).value
}

/** One field of a form, of any kind that is a single control. */
export function Field(given: FieldProps): ReactElement {
  useSignals()
  const locked = useForm().whyNotField(given.name)
  const props = locked === undefined ? given : { ...given, locked, disabled: true }
  if (props.kind === 'select') return <SelectField {...props} />
  if (props.kind === 'switch') return <SwitchField {...props} />
  if (props.kind === 'textarea') return <TextareaField {...props} />
  return <TextField {...props} kind={props.kind ?? 'text'} />
}

/** Tells what the official table says of a whole code; an answer that comes after the box changed again says nothing. */
async function checkCode(table: string, typed: string, name: string, form: FormModel): Promise<void> {
  const code = typed.replaceAll(/\D/g, '')
  if (code.length !== ASKED_DIGITS[table]) return
  const tell = (text: string): void => {
    if (form.values.value[name] === typed) form.tell({ [name]: text })
  }
  try {
    const found = await get(`${table}/${code}`)
    if (isRecord(found) && typeof found.aviso === 'string') tell(found.aviso)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) tell(error.message)
  }
}

function useText(props: FieldProps & { readonly kind: TextKind }): {
  text: string
  change: (typed: string) => void
  leave: () => void
  focus: () => void
} {
  const form = useForm()
  const kind = KINDS[props.kind]
  const value = useValue(form, props.name)
  const options: KindOptions = {
    ...(props.decimals === undefined ? {} : { decimals: props.decimals }),
    signed: props.signed === true,
  }
  const [typing, setTyping] = useState<string | null>(null)
  const before = useRef<unknown>(null)
  const commit = (next: unknown): void => {
    if (Object.is(before.current ?? null, next ?? null)) return
    before.current = next
    if (props.official !== undefined) void checkCode(props.official, textOf(next), props.name, form)
    props.onCommit?.(next, form)
  }
  return {
    text: typing ?? kind.show(value, options),
    focus: () => {
      before.current = value
    },
    change: (typed) => {
      const kept = kind.clean(typed, options)
      setTyping(kept)
      if (kind.late !== true) form.set(props.name, kind.read(kept, options))
    },
    leave: () => {
      if (typing === null) return
      const next = kind.read(typing, options)
      form.set(props.name, next)
      setTyping(null)
      commit(next)
    },
  }
}

/** Whether a scale may write into a field, what it writes, and weighing by a press. */
function useScale(
  { weighs, decimals, ofLabel }: FieldProps,
  kind: Kind,
  input: RefObject<HTMLInputElement | null>,
  change: (text: string) => void,
): { readonly weighs: boolean; readonly asked: Weighing; readonly now: () => void } {
  const product = useValue(useForm(), weighs?.replace(/_id$/, '') ?? '')
  const asked: Weighing = {
    ofLabel: ofLabel !== undefined,
    write: (kilograms) => {
      change(kind.show(kilograms, decimals === undefined ? {} : { decimals }))
      if (input.current !== null) ofLabel?.weighed(input.current)
    },
  }
  return {
    weighs: weighs !== undefined && getPath(product, 'unidade.decimal') !== 0,
    asked,
    now: () => {
      input.current?.focus()
      if (input.current !== null) void weigh(input.current, asked)
    },
  }
}

function TextField(props: FieldProps & { readonly kind: TextKind }): ReactElement {
  useSignals()
  const form = useForm()
  const kind = KINDS[props.kind]
  const input = useRef<HTMLInputElement>(null)
  const box = useText(props)
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    requiredText: props.requiredText,
    focus: () => input.current?.focus(),
    check: (value, values) => kind.fault?.(value) ?? props.validate?.(value, values),
  })
  const { weighs, asked, now } = useScale(props, kind, input, box.change)
  const keys = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (weighs && weighKey(event, asked)) return
    decimalKey(event, kind.align === 'end')
    const { stepper } = props
    if (stepper === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.altKey) return
    event.preventDefault()
    box.leave()
    form.set(props.name, stepper(form.values.value[props.name], event.key === 'ArrowUp' ? 'up' : 'down'))
  }
  const control = (ids: ControlIds): ReactElement => (
    <input
      {...ids}
      ref={input}
      className={`input ${kind.align === 'end' ? 'input-end' : ''} ${kind.mono ? 'mono' : ''}`}
      type={kind.type ?? 'text'}
      inputMode={kind.inputMode}
      name={props.name}
      value={box.text}
      maxLength={props.maxLength ?? 255}
      disabled={props.disabled}
      autoComplete={props.kind === 'password' ? 'new-password' : 'off'}
      title={weighHint(weighs)}
      onFocus={box.focus}
      onChange={(event) => box.change(event.target.value)}
      onBlur={box.leave}
      onKeyDown={keys}
      onPaste={(event) => checkPaste(event, kind)}
      data-autofocus={props.autoFocus}
    />
  )
  return (
    <FieldFrame {...props}>
      {(ids) =>
        props.kind === 'date' ? (
          <DateBox {...props} control={control(ids)} />
        ) : weighs && scaleServes() ? (
          <WeighBox {...props} control={control(ids)} onWeigh={now} />
        ) : (
          control(ids)
        )
      }
    </FieldFrame>
  )
}

/** The numeric pad's dot is a comma where decimals are typed. */
export function decimalKey(event: KeyboardEvent<HTMLInputElement>, numeric: boolean): void {
  if (!numeric || event.code !== 'NumpadDecimal' || event.key === ',') return
  event.preventDefault()
  const { currentTarget: input } = event
  input.setRangeText(',', input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Keeps out of a box what would become another number there, and says so. */
export function checkPaste(event: ClipboardEvent<HTMLInputElement>, kind: Kind): void {
  const text = event.clipboardData.getData('text/plain')
  if (kind.pastes?.(text) ?? true) return
  event.preventDefault()
  toast.alert(`“${text.slice(0, 40)}” não foi colado: escreva números como 1.234,56.`)
}

/** A date box with the browser's own calendar beside it. */
function DateBox({
  name,
  label,
  disabled = false,
  control,
}: FieldProps & { readonly control: ReactElement }): ReactElement {
  const form = useForm()
  const picker = useRef<HTMLInputElement>(null)
  const pick = (): void => {
    const box = picker.current
    if (box === null) return
    box.value = textOf(form.values.value[name]).slice(0, 10)
    box.showPicker()
  }
  return (
    <span className="input-group">
      {control}
      <button
        type="button"
        className="input-add"
        tabIndex={-1}
        aria-label={`Calendário: ${label}`}
        disabled={disabled}
        onClick={pick}
      >
        <Icon name="calendar" size={14} />
      </button>
      <input
        ref={picker}
        type="date"
        className="date-picker"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => form.set(name, event.target.value === '' ? null : event.target.value)}
      />
    </span>
  )
}

/** A quantity with the scale beside it. */
const WeighBox = ({
  label,
  disabled = false,
  control,
  onWeigh,
}: FieldProps & { readonly control: ReactElement; readonly onWeigh: () => void }): ReactElement => (
  <span className="input-group">
    {control}
    <button
      type="button"
      className="input-add"
      tabIndex={-1}
      aria-label={`Ler a balança: ${label}`}
      title="Ler a balança (F2)"
      disabled={disabled}
      onClick={onWeigh}
    >
      <Icon name="scale" size={14} />
    </button>
  </span>
)

function SelectField(props: FieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const select = useRef<HTMLSelectElement>(null)
  const value = useValue(form, props.name)
  const options = props.options ?? []
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    requiredText: props.requiredText,
    focus: () => select.current?.focus(),
    ...(props.validate === undefined ? {} : { check: props.validate }),
  })
  const choose = (text: string): void => {
    const next = options.find((option) => String(option.value) === text)?.value ?? null
    form.set(props.name, next)
    props.onCommit?.(next, form)
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <select
          {...ids}
          ref={select}
          className="input"
          disabled={props.disabled}
          value={textOf(value)}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{props.emptyLabel ?? ''}</option>
          {options.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

/** A yes or no. Keeps what it was given: 1/0 stays 1/0, true/false stays true/false. */
function SwitchField(props: FieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const input = useRef<HTMLInputElement>(null)
  const value = useValue(form, props.name)
  const numeric = useRef(false)
  useEffect(() => {
    if (typeof value === 'number') numeric.current = true
  }, [value])
  useRegistered({ name: props.name, label: props.label, required: false, focus: () => input.current?.focus() })
  return (
    <FieldFrame {...props} inline>
      {({ 'aria-required': _required, ...ids }) => (
        <input
          {...ids}
          ref={input}
          type="checkbox"
          role="switch"
          className="switch"
          disabled={props.disabled}
          checked={value === true || value === 1}
          onChange={(event) => {
            const next = numeric.current ? Number(event.target.checked) : event.target.checked
            form.set(props.name, next)
            props.onCommit?.(next, form)
          }}
        />
      )}
    </FieldFrame>
  )
}

function TextareaField(props: FieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const area = useRef<HTMLTextAreaElement>(null)
  const value = useValue(form, props.name)
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    requiredText: props.requiredText,
    focus: () => area.current?.focus(),
    ...(props.validate === undefined ? {} : { check: props.validate }),
  })
  return (
    <FieldFrame span={12} {...props}>
      {(ids) => (
        <textarea
          {...ids}
          ref={area}
          className="input"
          rows={props.rows ?? 3}
          maxLength={props.maxLength ?? 5000}
          disabled={props.disabled}
          value={textOf(value)}
          onChange={(event) => form.set(props.name, event.target.value === '' ? null : event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
