import type { ReactElement, ReactNode } from 'react'
import { Tab, tabsOf, type TabProps } from '../form/tab'
import { useOwnFields } from './known'
import { OwnFields } from './own-fields'

interface Parts {
  /** Of a form with tabs: with one more for the fields that the company added. */
  readonly tabs: readonly ReactElement<TabProps>[]
  /** What a form without tabs shows: with those fields after its own. */
  readonly plain: ReactNode
}

/** The parts of a form, with the fields that a company added to its resource. */
export function useParts(resource: string, children: ReactNode): Parts {
  const fields = useOwnFields(resource)
  const tabs = tabsOf(children)
  if (fields.length === 0) return { tabs, plain: children }
  const own = <OwnFields fields={fields} />
  const last = (
    <Tab key="extra" label="Campos próprios">
      {own}
    </Tab>
  )
  return {
    tabs: tabs.length === 0 ? tabs : [...tabs, last],
    plain: (
      <>
        {children}
        {own}
      </>
    ),
  }
}
