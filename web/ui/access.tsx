import type { ReactElement, ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CHECKS, type CheckName, elementAllowed, need, passes, sectionState } from '../../core/access'
import { rights } from '../app/session'
import { WhyNot } from './why-not'

interface SectionProps {
  /** Any right on one of them opens it; only looking makes it read-only. */
  readonly resources: readonly string[]
  /** Leaves nothing in its place where it may not be seen. */
  readonly remove?: boolean
  readonly children: ReactNode
}

/** A part of a page that is marked with resources (document 1, section 6). */
export function Section({ resources, remove = false, children }: SectionProps): ReactElement | null {
  useSignals()
  const state = sectionState(rights.value, resources)
  if (!state.visible) {
    if (remove) return null
    return (
      <p className="empty">
        {state.message} <WhyNot need={need.resource(...resources)} />
      </p>
    )
  }
  return (
    <fieldset disabled={state.disabled} className="section-fields">
      {children}
    </fieldset>
  )
}

interface AllowedProps {
  /** A role that is asked, with any right on the resource when both are given. */
  readonly role?: string
  readonly resource?: string
  /** One of the named checks: `specialSale`, `manageCustomer`, … */
  readonly check?: CheckName
  /** Says why not in its place, instead of leaving nothing. */
  readonly explain?: string
  readonly children: ReactNode
}

/** An element that asks for a role with a resource, or for a special right. */
export function Allowed({ role, resource, check, explain, children }: AllowedProps): ReactElement | null {
  useSignals()
  const user = rights.value
  const mark = { ...(role === undefined ? {} : { role }), ...(resource === undefined ? {} : { resource }) }
  const allowed = elementAllowed(user, mark) && (check === undefined || passes(user, check))
  if (allowed) return <>{children}</>
  if (explain === undefined) return null
  const asked = [
    ...(role === undefined ? [] : [need.role(role)]),
    ...(resource === undefined ? [] : [need.resource(resource)]),
    ...(check === undefined ? [] : [CHECKS[check]]),
  ]
  return <WhyNot need={need.all(...asked)} what={explain} />
}
