import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { takeFocus } from '../ui/take-focus'
import { here } from './navigation'
import { CodeBox, type SecondFactor, useSecondFactor } from './second-factor'
import { session, sessionLost, signIn, signInErrorText, signOut } from './session'
import { toast } from './toasts'

interface Return {
  readonly fault: string
  readonly busy: boolean
  readonly factor: SecondFactor
  readonly enter: (password: string) => Promise<void>
}

function useReturn(email: string): Return {
  const factor = useSecondFactor()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const enter = async (password: string): Promise<void> => {
    setBusy(true)
    try {
      await signIn(email, password, factor.code)
      toast.success('Sessão retomada. O que você digitou continua aqui.')
    } catch (error) {
      setFault(factor.takes(error) ? '' : signInErrorText(error))
    }
    setBusy(false)
  }
  return { fault, busy, factor, enter }
}

const leave = (): Promise<void> => signOut(`/access/signin?redirectTo=${encodeURIComponent(here())}`)

function SessionLostDialog({ email }: { readonly email: string }): ReactElement {
  const [password, setPassword] = useState('')
  const { fault, busy, factor, enter } = useReturn(email)
  const footer = (
    <>
      <Button kind="quiet" onClick={() => void leave()}>
        Entrar com outro usuário
      </Button>
      <span className="spacer" />
      <Button kind="primary" busy={busy} onClick={() => void enter(password)}>
        Entrar
      </Button>
    </>
  )
  return (
    <Dialog
      title="Deslogado por inatividade"
      size="sm"
      insistent
      role="alertdialog"
      onClose={() => undefined}
      footer={footer}
    >
      <form
        className="dialog-text field"
        onSubmit={(event) => {
          event.preventDefault()
          void enter(password)
        }}
      >
        <p>Por segurança, faça login novamente.</p>
        <p className="field-help">O que você digitou está guardado nesta tela.</p>
        <label htmlFor="lost-email">E-mail</label>
        <input id="lost-email" className="input" value={email} readOnly autoComplete="username" />
        <label htmlFor="lost-password">Senha</label>
        <input
          id="lost-password"
          className="input"
          type="password"
          autoComplete="current-password"
          value={password}
          ref={takeFocus}
          onChange={(event) => setPassword(event.target.value)}
        />
        <CodeBox {...factor} />
        {fault === '' ? null : (
          <p role="alert" className="field-error">
            {fault}
          </p>
        )}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}

/** Over everything when the session ends under someone's hands; what lies under stays as it is. */
export function SessionLost(): ReactElement | null {
  useSignals()
  const now = session.value
  return sessionLost.value && now.status === 'in' ? <SessionLostDialog email={now.user.email} /> : null
}
