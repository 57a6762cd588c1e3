import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { AccessBox, AccessFrame } from '../entrar/frame'
import { avatarHue, initials } from '../ui/avatar'
import { CodeBox, useSecondFactor } from './second-factor'
import { leaveLocked, locked, session, signIn, signInErrorText, type SessionUser } from './session'

/** Covers the page as the browser's topmost layer, and stays there whatever is pressed. */
function useCover(): React.RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const cover = ref.current
    const opener = document.activeElement
    const show = (): void => {
      if (cover?.isConnected === true && !cover.open) cover.showModal()
    }
    show()
    cover?.addEventListener('close', show)
    return () => {
      cover?.removeEventListener('close', show)
      cover?.close()
      // Only once what lies under is drawn again.
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [])
  return ref
}

/** The record's name in the window's title says too much. */
function useQuietTitle(): void {
  useEffect(() => {
    const title = document.title
    document.title = 'Tela bloqueada'
    return () => {
      document.title = title
    }
  }, [])
}

function Locked({ user }: { readonly user: SessionUser }): ReactElement {
  const cover = useCover()
  useQuietTitle()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const factor = useSecondFactor()
  const enter = async (): Promise<void> => {
    if (password === '') return setFault('Preencha este campo.')
    setBusy(true)
    try {
      await signIn(user.email, password, factor.code)
    } catch (error) {
      const asks = factor.takes(error)
      setFault(asks ? '' : signInErrorText(error))
      if (!asks) setPassword('')
    }
    setBusy(false)
    return undefined
  }
  return (
    <dialog
      ref={cover}
      className="lock-screen access"
      data-screen="/access/lockme"
      aria-label="Tela bloqueada"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      <AccessFrame
        title={user.name}
        action="Desbloquear"
        busy={busy}
        fault={fault}
        onSubmit={() => void enter()}
        links={
          <button type="button" className="link" onClick={leaveLocked}>
            Entrar com outro usuário
          </button>
        }
      >
        <i className="avatar avatar-big" style={{ '--hue': avatarHue(user.name) }} aria-hidden="true">
          {initials(user.name)}
        </i>
        <p className="field-help">Tela bloqueada. O que você digitou está guardado aqui.</p>
        <input type="hidden" name="email" value={user.email} autoComplete="username" />
        <AccessBox
          label="Senha"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          focus
        />
        <CodeBox {...factor} />
      </AccessFrame>
    </dialog>
  )
}

/** Over everything while the screen is locked. */
export function LockScreen(): ReactElement | null {
  useSignals()
  const now = session.value
  return locked.value && now.status === 'in' ? <Locked user={now.user} /> : null
}
