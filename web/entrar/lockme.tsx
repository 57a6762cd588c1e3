import { useEffect, useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { replace } from '../app/navigation'
import { locked, lockScreen, session } from '../app/session'
import { avatarHue, initials } from '../ui/avatar'
import { AccessFrame, AccessLink } from './frame'

/**
 * Locks on the person's word: an address alone changes nothing, else any link could lock people out. The lock itself lies over
 * whatever is open (`app/lock-screen`); after it, work goes on at the beginning.
 */
export function LockMe(): ReactElement | null {
  useSignals()
  const now = session.value
  const closed = locked.value
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !closed) replace('/ui/dashboard')
    was.current = closed
  }, [closed])
  const user = now.status === 'in' ? now.user : null
  useEffect(() => {
    if (user === null) replace('/access/signin')
  }, [user])
  if (user === null) return null
  return (
    <AccessFrame
      title={user.name}
      action="Bloquear agora"
      focusAction
      onSubmit={() => void lockScreen()}
      links={<AccessLink to="/ui/dashboard">Voltar</AccessLink>}
    >
      <i className="avatar avatar-big" style={{ '--hue': avatarHue(user.name) }} aria-hidden="true">
        {initials(user.name)}
      </i>
      <p className="field-help">Em todas as janelas deste navegador, só a sua senha desbloqueia.</p>
    </AccessFrame>
  )
}
