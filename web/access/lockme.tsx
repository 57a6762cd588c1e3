import { useEffect, useState, type ReactElement } from 'react'
import { post } from '../app/api'
import { go } from '../app/navigation'
import { session, signIn, signInErrorText } from '../app/session'
import { avatarHue, initials } from '../ui/avatar'
import { AccessBox, AccessFrame, AccessLink } from './frame'

/** Ends the session and keeps the name: the password alone opens it again. */
export function LockMe(): ReactElement {
  const [user] = useState(() => (session.peek().status === 'in' ? session.peek() : null))
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const who = user !== null && user.status === 'in' ? user.user : null
  useEffect(() => {
    const lock = async (): Promise<void> => {
      if (who === null) return go('/access/signin')
      try {
        await post('logout', {}, { anonymous: true })
      } catch {
        // Locked here in any case.
      }
      session.value = { status: 'out' }
      return undefined
    }
    void lock()
  }, [who])
  const enter = async (): Promise<void> => {
    if (who === null || busy) return
    setBusy(true)
    try {
      await signIn(who.email, password)
      go('/ui/dashboard')
    } catch (error) {
      setFault(signInErrorText(error))
      setBusy(false)
    }
  }
  return (
    <AccessFrame
      title={who?.name ?? ''}
      action="Desbloquear"
      busy={busy}
      fault={fault}
      onSubmit={() => void enter()}
      links={<AccessLink to="/access/signin">Entrar com outro usuário</AccessLink>}
    >
      <i className="avatar avatar-big" style={{ '--hue': avatarHue(who?.name ?? '') }} aria-hidden="true">
        {initials(who?.name ?? '')}
      </i>
      <AccessBox
        label="Senha"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        focus
      />
    </AccessFrame>
  )
}
