import { useEffect, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Verb } from '../../../core/lifecycle/life'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button, type ButtonProps } from '../button'
import { askReason, confirm } from '../confirm'
import { Menu, type MenuItem } from '../menu'
import { isSet, type Row, type Values } from '../row'
import { reasonLength, reasonMessage } from '../../../core/lifecycle/reasons'
import { verbRefusal } from '../../../core/lifecycle/standing'
import type { IconName } from '../icon'
import { useForm } from '../form/context'
import { act } from './act'
import { type Asked, effectsOf } from './effects'
import { type DocumentKind, duplicate, questionOf } from './kind'
import { usePrint } from './print'
import { because, settled, useVerbs, type DocumentVerbs, type OpenDocument } from './use-verbs'

/** What a screen says of one verb beside what the life says. */
export interface How {
  /** Done in its place: asks, calls and tells by itself. */
  readonly run?: (doc: OpenDocument) => Promise<void>
  /** What it will do, where figures of the document belong into the sentence. */
  readonly will?: (row: Values) => string
  readonly icon?: IconName
  /** Reasons that are at hand where it asks one. */
  readonly reasons?: () => Promise<readonly string[]>
  /** Told when it was done, of what the server answered. */
  readonly done?: (answer: Row) => string
  /** What else is told of what came of it. */
  readonly after?: (answer: Row) => Promise<void>
}

export interface LifeBarProps {
  readonly kind: DocumentKind
  readonly how?: Readonly<Record<string, How>>
  /** The print of the document, by the name of its resource. */
  readonly print?: { readonly name: string; readonly label?: string }
  /** Further entries of the menu, before what ends the document. */
  readonly items?: (verbs: DocumentVerbs) => readonly MenuItem[]
  /** What the server's answers do not tell of the record: facts that the life's conditions ask. */
  readonly facts?: (row: Row) => Values
  /** Verbs that the life forbids now are left out rather than shown with their reason. */
  readonly offersOnly?: boolean
}

/**
 * Asks what a verb needs before it is done: a reason, or a yes, showing what it will do to stock, money and other documents. The body of its call;
 * null when it was given up, or is refused: then nobody writes a reason for nothing.
 */
async function ask({ life, resource }: DocumentKind, row: Row, name: string, how: How): Promise<object | null> {
  const verb = life.verbs[name]
  if (verb === undefined) return null
  const question = questionOf(life, row, name)
  const text = how.will?.(row) ?? question.text
  const danger = isEnding(verb)
  if (verb.reason === undefined && text === '') return {}
  const details = await willDo({ resource, id: row.id, action: name }, verb)
  if (details === undefined) return null
  if (verb.reason !== undefined && verb.reason.optional !== true) {
    const known = await how.reasons?.()
    const reason = await askReason({
      ...question,
      ...(known === undefined ? {} : { known }),
      details,
      text,
      action: verb.label,
      label: life.reasons?.[verb.reason.in] ?? 'Motivo',
      min: reasonLength(verb.reason.kind),
      tooShort: reasonMessage(verb.reason.kind),
      danger,
    })
    return reason === null ? null : { xJust: reason }
  }
  return (await confirm({ ...question, text, details, action: verb.label, danger })) ? {} : null
}

/** What a verb would do, one thing a line; undefined when it is refused, which is told. */
async function willDo(asked: Asked, { failed = '' }: Verb): Promise<string[] | undefined> {
  try {
    return await effectsOf(asked)
  } catch (error) {
    toast.error(error, failed)
    return undefined
  }
}

/** Verbs that end a document go last in its menu, in red. */
const isEnding = (verb: Verb): boolean => verb.reason?.kind === 'cancelamento' || verb.reason?.kind === 'estoque'

/** A menu item that shows what the next step will do before it is done, for steps that ask nothing; a yes does it. */
function previewItem(
  { resource }: DocumentKind,
  verbs: DocumentVerbs,
  [name, verb]: Entry,
  start: () => void,
): MenuItem {
  return {
    label: `Ver o que ‘${verb.label}’ fará`,
    icon: 'search',
    onSelect: () =>
      verbs.run(name, async (doc) => {
        const record = await settled(doc)
        const details = record && (await willDo({ resource, id: record.id, action: name }, verb))
        if (details === undefined) return
        const text = details.length === 0 ? 'Muda só este documento.' : 'O que será feito:'
        if (await confirm({ title: `${verb.label}?`, text, details, action: verb.label })) start()
      }),
    ...because(verbs.reason(name)),
  }
}

/** Asks, does and tells one verb of the open document. */
function runs(kind: DocumentKind, name: string, how: How) {
  return async (doc: OpenDocument): Promise<void> => {
    if (how.run !== undefined) return how.run(doc)
    const { life, resource } = kind
    const verb = life.verbs[name]
    // What a step would do is told of what is stored: what was typed is saved first.
    const tells = verb?.key !== undefined && verb.will !== undefined
    const row = tells ? await settled(doc) : doc.form.record.value
    if (tells && row === undefined) return
    const body = row === undefined ? {} : await ask(kind, row, name, how)
    if (body === null) return
    const { done = '', failed = '' } = life.verbs[name] ?? {}
    const answer = await act(doc, { resource, action: name, body, failed })
    const text = answer && (how.done?.(answer) ?? done)
    if (text !== undefined && text !== '') toast.success(text)
    // Only told: whoever goes on at once does not wait for it.
    if (answer !== undefined) void how.after?.(answer).catch((error: unknown) => toast.error(error))
  }
}

/** The verbs of one key: the first that has not been done yet is the next step. */
function nextOf(
  verbs: readonly (readonly [string, Verb])[],
  row: Row | undefined,
): readonly [string, Verb] | undefined {
  return verbs.find(([, { sets }]) => sets === undefined || !isSet(row?.[sets])) ?? verbs.at(-1)
}

type Entry = readonly [name: string, verb: Verb]

interface Bar {
  readonly verbs: DocumentVerbs
  /** The next step, and the invoice: buttons with keys. */
  readonly steps: readonly Entry[]
  /** Verbs that are buttons while the state allows them. */
  readonly buttons: readonly Entry[]
  readonly menu: readonly Entry[]
  readonly start: (entry: Entry) => void
}

/** What a bar offers now, and how it is started. */
function useBar({ kind, how, facts, offersOnly = false }: LifeBarProps): Bar {
  const { life, right } = kind
  const table: readonly Entry[] = Object.entries(life.verbs)
  const verbs = useVerbs({
    right,
    life,
    facts,
    savesFirst: [...namesOf(table, (verb) => verb.key !== undefined), 'imprime'],
    free: [...namesOf(table, (verb) => verb.copies === true), 'imprime'],
  })
  const { record, run } = verbs
  const allowed = ([name]: Entry): boolean =>
    record !== undefined && verbRefusal(life, { ...record, ...facts?.(record) }, name) === undefined
  const offered = table.filter(
    (one) => !offersOnly || allowed(one) || (record === undefined && one[1].key !== undefined),
  )
  const keyed = (key: Verb['key']): Entry | undefined =>
    nextOf(
      offered.filter(([, verb]) => verb.key === key),
      record,
    )
  const [dispatch, invoice] = [keyed('dispatch'), keyed('invoice')]
  const start = ([name, verb]: Entry): void =>
    run(name, verb.copies ? () => duplicate(kind, record?.id ?? '') : runs(kind, name, how?.[name] ?? {}))
  useKeys(
    { dispatch: dispatch && (() => start(dispatch)), invoice: invoice && (() => start(invoice)) },
    { labels: { dispatch: dispatch?.[1].label, invoice: invoice?.[1].label } },
  )
  return {
    verbs,
    steps: [dispatch, invoice].filter((one) => one !== undefined),
    buttons: table.filter((one) => one[1].offer === 'button' && allowed(one)),
    menu: offered.filter(([, { offer }]) => offer === 'menu'),
    start,
  }
}

/** What can be done with a document now: its next steps as buttons with their keys, the rest in a menu. What cannot says why. */
export function LifeBar(props: LifeBarProps): ReactElement {
  const { how, kind, print, items } = props
  const { verbs, steps, buttons, menu, start } = useBar(props)
  const { busy, reason } = verbs
  const leading = useLeading(verbs, steps)
  const item = (entry: Entry): MenuItem => ({
    label: entry[1].label,
    icon: how?.[entry[0]]?.icon ?? (entry[1].copies ? 'copy' : 'close'),
    danger: isEnding(entry[1]),
    onSelect: () => start(entry),
    ...because(reason(entry[0])),
  })
  const rest = [
    ...steps.map((entry) => previewItem(kind, verbs, entry, () => start(entry))),
    ...menu.filter(([, verb]) => !isEnding(verb)).map(item),
    ...(items?.(verbs) ?? []),
    ...menu.filter(([, verb]) => isEnding(verb)).map(item),
  ]
  return (
    <>
      {print !== undefined ? <PrintedMenu verbs={verbs} print={print} items={rest} /> : null}
      {print === undefined && rest.length > 0 ? <MoreMenu items={rest} /> : null}
      {[...buttons, ...steps].map((entry) => (
        <Button
          key={entry[0]}
          busy={busy}
          onClick={() => start(entry)}
          kind={entry === leading ? 'primary' : 'plain'}
          {...looks(entry, how?.[entry[0]])}
          {...because(reason(entry[0]))}
        >
          {entry[1].label}
        </Button>
      ))}
    </>
  )
}

/** The next step of a document that waits for nothing else: its button leads, and that of saving does while something is typed. */
function useLeading({ record, reason }: DocumentVerbs, steps: readonly Entry[]): Entry | undefined {
  useSignals()
  const form = useForm()
  const clean = record !== undefined && !form.dirty.value
  const leading = clean ? steps.find(([name]) => reason(name) === undefined) : undefined
  const leads = leading !== undefined
  useEffect(() => form.lead(leads), [form, leads])
  return leading
}

const looks = ([, { key }]: Entry, how: How | undefined): Pick<ButtonProps, 'hotkey' | 'icon'> => ({
  ...(key === undefined ? {} : { hotkey: key }),
  ...(how?.icon === undefined ? {} : { icon: how.icon }),
})

const MoreMenu = ({ items }: { readonly items: readonly MenuItem[] }): ReactElement => (
  <Menu label="Mais" icon="more" name="Mais ações" items={items} />
)

interface PrintedMenuProps {
  readonly verbs: DocumentVerbs
  readonly print: NonNullable<LifeBarProps['print']>
  readonly items: readonly MenuItem[]
}

/** The menu of a document that can be printed, from it and with Ctrl+P. */
function PrintedMenu({ verbs, print, items }: PrintedMenuProps): ReactElement {
  return <MoreMenu items={[usePrint(verbs, print.name, print.label), ...items]} />
}

const namesOf = (table: readonly Entry[], fits: (verb: Verb) => boolean): readonly string[] =>
  table.filter(([, verb]) => fits(verb)).map(([name]) => name)
