import { Children, isValidElement, useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useSignals } from '@preact/signals-react/runtime'
import { keyHint, useKeys, type KeyName } from '../../app/keys'
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
    watch.observe(stack, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
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
  name === undefined ? null : <Kbd>{keyHint(name)}</Kbd>

/** Tabs of a form, F1 to F4, then Shift+F1 to Shift+F4. Every panel stays mounted, so that a fault in one of them can be found and shown. */
export function FormTabs({ tabs, saved, disabled }: FormTabsProps): ReactElement {
  useSignals()
  const id = useId()
  const form = useForm()
  const current = Math.min(form.tab.value, tabs.length - 1)
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
  return (
    <>
      <div role="tablist" className="tabs" aria-label="Partes do registro">
        {tabs.map((tab, index) => (
          <button
            key={tab.props.label}
            id={`${id}t${index}`}
            type="button"
            role="tab"
            aria-selected={index === current}
            aria-controls={`${id}p${index}`}
            tabIndex={index === current ? 0 : -1}
            disabled={waits(index)}
            title={waits(index) ? 'Salve o registro antes' : undefined}
            onClick={() => show(index)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
              if (step === 0) return
              const next = (index + step + tabs.length) % tabs.length
              if (show(next) !== false) document.getElementById(`${id}t${next}`)?.focus()
            }}
          >
            {tab.props.label}
            {waits(index) ? null : <TabKey name={TAB_KEYS[index]} />}
          </button>
        ))}
      </div>
      <div id={`${id}s`} className="fields tab-stack">
        {tabs.map((tab, index) => (
          <TabContext key={tab.props.label} value={index}>
            <div
              id={`${id}p${index}`}
              role="tabpanel"
              aria-labelledby={`${id}t${index}`}
              inert={index !== current}
              className="tab-panel"
            >
              <fieldset disabled={disabled && tab.props.free !== true} className="tab-fields">
                {tab.props.resources === undefined ? tab : <Section resources={tab.props.resources}>{tab}</Section>}
              </fieldset>
            </div>
          </TabContext>
        ))}
      </div>
    </>
  )
}
