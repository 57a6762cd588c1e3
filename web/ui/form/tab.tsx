import { Children, isValidElement, useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useSignals } from '@preact/signals-react/runtime'
import { keyHint, useKeys, type KeyName } from '../../app/keys'
import { roomy } from '../../app/prefs'
import { Section } from '../access'
import { Kbd } from '../button'
import { TabContext, useForm } from './context'

export interface TabProps {
  readonly label: string
  readonly children: ReactNode
  /** Only once the record is saved. */
  readonly needsRecord?: boolean
  /** Marks it: without any right on them its content is not shown, with rights to look alone it is read-only. */
  readonly resources?: readonly string[]
  /** A document's items: on a screen that is wide enough they stand under the first tab's fields, on one surface with them. */
  readonly joins?: boolean
  /** No fields of the record: it works where the record itself may not be changed. */
  readonly free?: boolean
}

/** One tab of a form: says its name, holds its fields. Drawn by `FormTabs`. */
export function Tab({ children }: TabProps): ReactElement {
  return <div className="grid-12">{children}</div>
}

export function tabsOf(children: ReactNode): readonly ReactElement<TabProps>[] {
  return Children.toArray(children)
    .filter((child) => isValidElement<TabProps>(child) && child.type === Tab)
    .flatMap((child) => (isValidElement<TabProps>(child) ? [child] : []))
}

/** The first box to write in, else the first button: of a list that is still empty, the one that adds. */
function firstControl(panel: HTMLElement | null): HTMLElement | null | undefined {
  const box = panel?.querySelector<HTMLElement>('input:not([tabindex="-1"]), select, textarea')
  return box ?? panel?.querySelector('button')
}

const WRITABLE = ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled, [tabindex="-1"])'

/** With nothing to write in, as when a record is locked, a panel itself takes the keys that scroll it. Fields lock after they are drawn, so it is watched. */
function useScrollKeys(stackId: string): void {
  useEffect(() => {
    const stack = document.getElementById(stackId)
    if (stack === null) return undefined
    const look = (): void => {
      for (const panel of stack.querySelectorAll<HTMLElement>('[role="tabpanel"]'))
        panel.tabIndex = panel.querySelector(WRITABLE) === null ? 0 : -1
    }
    const watch = new MutationObserver(look)
    watch.observe(stack, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'role'] })
    look()
    return () => watch.disconnect()
  }, [stackId])
}

/** Where something else than a key or a click shows another tab (a save goes on to it), the focus does not stay behind on what went away. */
function useKeptFocus(panelId: string): void {
  const before = useRef(panelId)
  useEffect(() => {
    const now = document.activeElement
    const lost = now === null || now === document.body || now.closest('[inert]') !== null
    if (before.current !== panelId && lost) firstControl(document.getElementById(panelId))?.focus()
    before.current = panelId
  }, [panelId])
}

interface FormTabsProps {
  readonly tabs: readonly ReactElement<TabProps>[]
  readonly saved: boolean
  /** Fields are only shown; the tabs still open. */
  readonly disabled: boolean
}

const TAB_KEYS = ['tab1', 'tab2', 'tab3', 'tab4', 'tab5', 'tab6', 'tab7', 'tab8'] as const

const TabKey = ({ name }: { readonly name: KeyName | undefined }): ReactElement | null =>
  name === undefined ? null : <Kbd>{keyHint(name).replace('Shift+', '⇧')}</Kbd>

/** A tab as it is chosen from: of one surface, that of its first part. */
interface Head {
  readonly index: number
  readonly label: string
  readonly keys: readonly KeyName[]
}

const keyOf = (index: number): readonly KeyName[] => TAB_KEYS.slice(index, index + 1)

function headsOf(labels: readonly string[], joined: boolean): readonly Head[] {
  const heads = labels.map((label, index) => ({ index, label, keys: keyOf(index) }))
  if (!joined) return heads
  const label = `${labels[0]} e ${labels[1]?.toLocaleLowerCase('pt-BR')}`
  return [{ index: 0, label, keys: [...keyOf(0), ...keyOf(1)] }, ...heads.slice(2)]
}

interface TabListProps {
  readonly id: string
  readonly heads: readonly Head[]
  /** The head that is shown. */
  readonly current: Head | undefined
  readonly waits: (index: number) => boolean
  readonly show: (index: number) => void | false
}

function TabList({ id, heads, current, waits, show }: TabListProps): ReactElement {
  // A strip that is longer than its window goes along with the tab that is shown.
  const shownId = `${id}t${current?.index}`
  useEffect(() => {
    // Answers a promise where the browser is new: no effect may give it on.
    void document.getElementById(shownId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shownId])
  return (
    <div role="tablist" className="tabs" aria-label="Partes do registro">
      {heads.map((head, at) => (
        <button
          key={head.label}
          id={`${id}t${head.index}`}
          type="button"
          role="tab"
          aria-selected={head === current}
          aria-controls={`${id}p${head.index}`}
          tabIndex={head === current ? 0 : -1}
          disabled={waits(head.index)}
          title={waits(head.index) ? 'Salve o registro antes' : undefined}
          onClick={() => show(head.index)}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
            const next = heads[(at + step + heads.length) % heads.length]
            if (step === 0 || next === undefined) return
            if (show(next.index) !== false) document.getElementById(`${id}t${next.index}`)?.focus()
          }}
        >
          {head.label}
          {waits(head.index) ? null : head.keys.map((name) => <TabKey key={name} name={name} />)}
        </button>
      ))}
    </div>
  )
}

interface PanelProps {
  readonly id: string
  readonly tab: ReactElement<TabProps>
  readonly index: number
  readonly disabled: boolean
  readonly shown: boolean
  /** Called when the focus comes into it, where it is part of a surface. */
  readonly onEnter?: () => void
}

function Panel({ id, tab, index, disabled, shown, onEnter }: PanelProps): ReactElement {
  const part = onEnter !== undefined
  // Items lock themselves: one still goes through them, and scrolls them.
  const ownLock = tab.props.free === true || tab.props.joins === true
  return (
    <TabContext value={index}>
      <div
        id={`${id}p${index}`}
        role={part ? 'group' : 'tabpanel'}
        {...(part ? { 'aria-label': tab.props.label } : { 'aria-labelledby': `${id}t${index}` })}
        inert={!shown}
        className={part ? 'surface-part' : 'tab-panel'}
        onFocus={onEnter}
      >
        <fieldset disabled={disabled && !ownLock} className="tab-fields">
          {tab.props.resources === undefined ? tab : <Section resources={tab.props.resources}>{tab}</Section>}
        </fieldset>
      </div>
    </TabContext>
  )
}

/**
 * Tabs of a form, F1 to F4, then Shift+F1 to Shift+F4. Every panel stays mounted, so that a fault in one of them can be found and shown. A document whose
 * second tab `joins` has the first two on one surface where the window is wide enough: F1 and F2 go there by the focus.
 */
export function FormTabs({ tabs, saved, disabled }: FormTabsProps): ReactElement {
  useSignals()
  const id = useId()
  const form = useForm()
  const current = Math.min(form.tab.value, tabs.length - 1)
  const joins = tabs[1]?.props.joins === true
  const joined = joins && roomy.value
  const heads = headsOf(
    tabs.map(({ props }) => props.label),
    joined,
  )
  const shown = (index: number): boolean => index === current || (joined && index < 2 && current < 2)
  const waits = (index: number): boolean => tabs[index]?.props.needsRecord === true && !saved
  const show = (index: number): void | false => {
    if (waits(index)) return false
    // At once, so that what is typed right after the key goes into the tab and not into the one before.
    flushSync(() => form.showTab(index))
    firstControl(document.getElementById(`${id}p${index}`))?.focus()
    return undefined
  }
  useKeptFocus(`${id}p${current}`)
  useScrollKeys(`${id}s`)
  const named = TAB_KEYS.slice(0, tabs.length).flatMap((name, index) => (waits(index) ? [] : [[name, index] as const]))
  useKeys(
    Object.fromEntries(
      named.map(([name, index]) => [name, () => (index === 1 && current === 1 ? false : show(index))]),
    ),
    { labels: Object.fromEntries(named.map(([name, index]) => [name, tabs[index]?.props.label])) },
  )
  const panels = tabs.map((tab, index) => (
    <Panel
      key={tab.props.label}
      id={id}
      tab={tab}
      index={index}
      disabled={disabled}
      shown={shown(index)}
      {...(joined && index < 2 ? { onEnter: () => form.showTab(index) } : {})}
    />
  ))
  return (
    <>
      {heads.length < 2 ? null : (
        <TabList
          id={id}
          heads={heads}
          current={heads.findLast(({ index }) => shown(index))}
          waits={waits}
          show={show}
        />
      )}
      <div id={`${id}s`} className="fields tab-stack">
        {joins ? (
          <div
            className={joined ? 'tab-panel surface' : 'surface-apart'}
            {...(joined ? { role: 'tabpanel', 'aria-label': heads[0]?.label, inert: current > 1 } : {})}
          >
            {panels.slice(0, 2)}
          </div>
        ) : null}
        {joins ? panels.slice(2) : panels}
      </div>
    </>
  )
}
