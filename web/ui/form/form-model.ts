import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Life } from '../../../core/lifecycle/life'
import { writeRefusal } from '../../../core/lifecycle/standing'
import { FIELD_NOTICES } from '../../../core/fields/field'
import { isRecord, isSet, textOf, type Row, type Values } from '../row'
import { withOwn } from '../custom/flat'
import { same, typedSince } from './typed-since'

/** What a field tells its form when it appears. */
export interface FieldInfo {
  readonly name: string
  readonly label: string
  readonly tab: number
  readonly required: boolean
  /** Said when it is empty, in place of the usual text. */
  readonly requiredText?: string | undefined
  /** What is wrong with a value; undefined when nothing. */
  readonly check?: (value: unknown, values: Values) => string | undefined
  /** For a list: how a fault of one of its lines (`itens.0.qTrib`) is told. */
  readonly tell?: (path: string, text: string) => string
  readonly focus: () => void
  /** It shows no text of what is wrong with it: somebody else has to. */
  readonly mute?: boolean | undefined
}

/** What a refusal told at fields: the first of them and how many more, and the texts that no field here shows. */
export interface Told {
  readonly at: Pick<FieldInfo, 'label' | 'tab' | 'focus'> | undefined
  readonly more: number
  readonly untold: readonly string[]
}

/** A save that was refused: the server's texts, and the values that it was of. */
export interface Refusal {
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly values: Values
}

export interface Popup {
  readonly name: string
  readonly text: string
}

/** A field that somebody else changed too: what is written here, and what they saved. */
export interface Clash {
  readonly name: string
  readonly mine: unknown
  readonly theirs: unknown
}

export const REQUIRED_TEXT = 'Preencha este campo.'

/** What the server tells of a record's fields beside their values. */
export function noticesOf({ [FIELD_NOTICES]: told }: Values): Readonly<Record<string, string>> {
  return isRecord(told) ? Object.fromEntries(Object.entries(told).map(([name, text]) => [name, textOf(text)])) : {}
}

const isEmpty = (value: unknown): boolean => !isSet(value) || (Array.isArray(value) && value.length === 0)

/**
 * The state of one form: values, what was loaded, errors by field, the fields that are on it. Fields listen to their own
 * value only, so a form of forty fields redraws one.
 */
export class FormModel {
  readonly values = signal<Values>({})
  readonly errors = signal<Readonly<Record<string, string>>>({})
  /** What is odd of a field's value and was taken all the same, until it is changed. */
  readonly notices = signal<Readonly<Record<string, string>>>({})
  /** The last save that was refused, until the form is checked or filled anew. */
  readonly refused = signal<Refusal | null>(null)
  readonly popup = signal<Popup | null>(null)
  readonly tab = signal(0)
  readonly readOnly = signal(false)
  /** The record has not come from the server yet: nothing can be done with it. */
  readonly opening = signal(false)
  /** How many entries wait for the server before they can be among the values. */
  readonly awaited = signal(0)
  /** It was to be saved while entries wait: they say so. */
  readonly hasty = signal(false)
  readonly dirty: ReadonlySignal<boolean> = computed(
    () => this.changed(this.values.value).length > 0 || this.awaited.value > 0,
  )
  /** Nothing waits to be saved, and the document's next step may be taken: that is the button that leads. */
  readonly leads = signal(false)
  private scanTaker: ((code: string) => void) | undefined
  private readonly baseline = signal<Values>({})
  private readonly fields = new Map<string, FieldInfo>()
  private readonly choices = new Set<Promise<void>>()
  private readonly unanswered = new Set<() => void>()
  /** Choices that found nothing, ever. */
  private missed = 0
  private hide: ReturnType<typeof setTimeout> | undefined
  /** What stood in fields that somebody else changed while they were typed in, and the version that it stood in. */
  private typedOver: { readonly version: unknown; readonly values: Values } | undefined

  /** The record as loaded or saved; undefined while it is new. */
  readonly record = signal<Row | undefined>(undefined)

  /** `life`: that of the document that is written in it, where it is one. */
  constructor(readonly life?: Life) {}

  /** Why a field of the document's head may not be changed now, though others may; undefined when it may. */
  whyNotField(name: string): string | undefined {
    const record = this.record.value
    if (this.life === undefined || record === undefined || !this.life.writes.head.narrow?.names.includes(name))
      return undefined
    return writeRefusal(this.life, record, { head: true }, [name])?.[1]
  }

  /** Why a list of the document may not be written now; undefined when it may. */
  whyNotList(name: string): string | undefined {
    const record = this.record.value
    if (this.life === undefined || record === undefined) return undefined
    return writeRefusal(this.life, record, { lists: [name] })?.[1]
  }

  showTab(index: number): void {
    this.tab.value = index
  }

  lead(leads: boolean): void {
    this.leads.value = leads
  }

  lock(readOnly: boolean): void {
    this.readOnly.value = readOnly
  }

  /** Its record has been asked for, or has come. */
  opens(opening: boolean): void {
    this.opening.value = opening
  }

  register(field: FieldInfo): () => void {
    this.fields.set(field.name, field)
    return () => {
      if (this.fields.get(field.name) === field) this.fields.delete(field.name)
    }
  }

  /** Who wants the codes that are scanned elsewhere in the form. */
  takeScans(taker: (code: string) => void): () => void {
    this.scanTaker = taker
    return () => {
      if (this.scanTaker === taker) this.scanTaker = undefined
    }
  }

  /** Hands on a scanned code; false when nobody wants it. */
  scanned(code: string): boolean {
    this.scanTaker?.(code)
    return this.scanTaker !== undefined
  }

  /** Starts over from these values: a new record's defaults. */
  start(values: Values): void {
    this.record.value = undefined
    this.baseline.value = values
    this.values.value = values
    this.errors.value = {}
    this.notices.value = {}
    this.refused.value = null
    this.typedOver = undefined
  }

  /** Values a new record would have started with, had they been known then; what was typed meanwhile stays. */
  suggest(values: Values): void {
    const open = Object.entries(values).filter(([name]) => !isSet(this.values.value[name]))
    const added = Object.fromEntries(open)
    this.baseline.value = { ...this.baseline.value, ...added }
    this.values.value = { ...this.values.value, ...added }
  }

  /** Shows the record as the server has it. What was typed since it was asked, when the form held `asked`, stays and is not saved. */
  load(row: Row, asked: Values = this.values.value): void {
    this.show(row, typedSince(this.values.value, asked, withOwn(row)))
  }

  /**
   * Shows the record as the server has it now; what is typed and not saved stays. Where somebody else changed the same field, a save is still of the
   * version that it was typed over: the server refuses it, and the person is asked.
   */
  refresh(row: Row): void {
    const { version, before } = this
    const over = this.clashes(row).map(({ name }) => [name, before[name]])
    this.load(row, this.baseline.value)
    if (over.length > 0) this.typedOver = { version, values: Object.fromEntries(over) }
  }

  /** The version of the record that a save is of. */
  get version(): unknown {
    const { typedOver } = this
    const changed = this.changedNames()
    const still = typedOver !== undefined && Object.keys(typedOver.values).some((name) => changed.includes(name))
    return still ? typedOver.version : this.record.value?.versao
  }

  /** What each field held when the server was last known to hold the same. */
  private get before(): Values {
    return { ...this.baseline.value, ...this.typedOver?.values }
  }

  /** The fields that are changed here and, to something else, in the record as somebody else saved it. */
  private clashes(saved: Row): readonly Clash[] {
    const { before } = this
    const theirs = withOwn(saved)
    const mine = this.values.value
    return this.changedNames()
      .filter((name) => !same(theirs[name], before[name]) && !same(theirs[name], mine[name]))
      .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }))
  }

  /** A record was chosen whose answer has not come: no save may overtake it. To be called back with whether something was found. */
  awaitChoice(): (found: boolean) => void {
    const choice = Promise.withResolvers<void>()
    this.choices.add(choice.promise)
    return (found) => {
      this.choices.delete(choice.promise)
      if (!found) this.missed += 1
      choice.resolve()
    }
  }

  /** A question that got no answer: whoever goes on asks it again. Answers how to leave it. */
  askAgain(ask: () => void): () => void {
    this.unanswered.add(ask)
    return () => void this.unanswered.delete(ask)
  }

  /** Waits for every record that was chosen; false when one of them was not found. */
  async chosen(): Promise<boolean> {
    const { missed } = this
    const questions = [...this.unanswered]
    this.unanswered.clear()
    for (const ask of questions) ask()
    // A cell that is left hands its choice to another, so there may be more once these are there.
    while (this.choices.size > 0) await Promise.all(this.choices)
    return this.missed === missed
  }

  private show(row: Row, typed: Values): void {
    const known = withOwn(row)
    this.record.value = row
    this.baseline.value = known
    this.values.value = { ...known, ...typed }
    this.errors.value = {}
    this.notices.value = noticesOf(row)
    this.refused.value = null
    this.typedOver = undefined
  }

  set(name: string, value: unknown): void {
    this.patch({ [name]: value })
  }

  patch(changes: Values): void {
    this.values.value = { ...this.values.value, ...changes }
    const names = Object.keys(changes)
    for (const texts of [this.errors, this.notices])
      if (names.some((name) => texts.value[name] !== undefined))
        texts.value = Object.fromEntries(Object.entries(texts.value).filter(([name]) => !names.includes(name)))
  }

  /** Tells of fields what is odd, without refusing it. */
  tell(notices: Readonly<Record<string, string>>): void {
    this.notices.value = { ...this.notices.value, ...notices }
  }

  /** Names whose value differs from what was loaded, among those that would be sent. */
  private changed(values: Values): readonly string[] {
    return this.sent().filter((name) => !same(values[name], this.baseline.value[name]))
  }

  changedNames(): readonly string[] {
    return this.changed(this.values.value)
  }

  /** Fields on the form, and for a new record the defaults it started with. */
  private sent(): readonly string[] {
    const started = this.record.value === undefined ? Object.keys(this.baseline.value) : []
    return [...new Set([...this.fields.keys(), ...started])]
  }

  /** What is sent: the form's own fields, and `versao` so that someone else's change is not written over. */
  payload(): Values {
    const values = this.values.value
    const own = Object.fromEntries(this.sent().map((name) => [name, values[name] ?? null]))
    const { version } = this
    return version === undefined ? own : { ...own, versao: version }
  }

  /** Checks every field, in the order they stand; shows the first fault and goes there. True when all is well. */
  validate(): boolean {
    const values = this.values.value
    const faults = [...this.fields.values()].flatMap((field) => {
      const value = values[field.name]
      if (isEmpty(value)) return field.required ? [{ field, text: field.requiredText ?? REQUIRED_TEXT }] : []
      const text = field.check?.(value, values)
      return text === undefined ? [] : [{ field, text }]
    })
    this.errors.value = Object.fromEntries(faults.map(({ field, text }) => [field.name, text]))
    this.refused.value = null
    const first = faults.toSorted((a, b) => a.field.tab - b.field.tab)[0]
    if (first !== undefined) this.point(first.field, first.text)
    return first === undefined
  }

  /** Puts the server's 422 texts at their fields; a line's field (`itens.0.qTrib`) counts for its list. `values` are those that were sent. */
  reject(errors: Refusal['errors'], values: Values = this.values.value): Told {
    this.refused.value = { errors, values }
    const texts = Object.entries(errors).map(([path, [text = '']]) => {
      const name = this.fields.has(path) ? path : (path.split('.')[0] ?? path)
      return [name, this.fields.get(name)?.tell?.(path, text) ?? text] as const
    })
    this.errors.value = Object.fromEntries(texts.toReversed())
    const at = [...new Set(texts.map(([name]) => name))].flatMap((name) => this.fields.get(name) ?? [])
    if (at[0] !== undefined) this.goTo(at[0])
    const telling = at.filter(({ mute }) => mute !== true)
    const untold = texts.filter(([name]) => !telling.some((field) => field.name === name)).map(([, text]) => text)
    return { at: telling[0], more: telling.length - 1, untold }
  }

  /** Says at a field why what was asked for cannot be done yet, and goes there. */
  refuse(name: string, text: string): void {
    this.errors.value = { ...this.errors.value, [name]: text }
    const field = this.fields.get(name)
    if (field !== undefined) this.goTo(field)
  }

  /** Goes to a field by its name, where the form has one. */
  goToNamed(name: string): void {
    const field = this.fields.get(name)
    if (field !== undefined) this.goTo(field)
  }

  /** Shows the tab of a field and puts the focus there. */
  goTo({ tab, focus }: Pick<FieldInfo, 'tab' | 'focus'>): void {
    this.tab.value = tab
    requestAnimationFrame(focus)
  }

  private point(field: FieldInfo, text: string): void {
    this.goTo(field)
    this.popup.value = { name: field.name, text }
    clearTimeout(this.hide)
    this.hide = setTimeout(() => {
      this.popup.value = null
    }, 1800)
  }

  labelOf(name: string): string {
    return this.fields.get(name)?.label ?? name
  }

  /**
   * Someone else saved meanwhile. Takes over what only they changed; answers with the fields that both changed, which the
   * person has to decide on.
   */
  merge(theirs: Row): readonly Clash[] {
    const mine = this.values.value
    const typed = Object.entries(mine).filter(([name, value]) => !same(value, this.baseline.value[name]))
    const both = this.clashes(theirs)
    this.show(theirs, Object.fromEntries(typed))
    return both
  }

  /** After `merge`: these fields are as the other person saved them. A chosen record is shown by the object beside its id, which comes along. */
  takeTheirs(names: readonly string[]): void {
    const all = names.flatMap((name) => [name, name.replace(/_id$/, '')])
    this.patch(Object.fromEntries(all.map((name) => [name, this.baseline.value[name]])))
  }
}
