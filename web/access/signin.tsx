import { useState, type ReactElement } from 'react'
import { signIn, signInErrorText } from '../app/session'
import { toast } from '../app/toasts'
import { AccessBox, AccessFrame, AccessLink, type AccessProps } from './frame'

export function SignIn({ query }: AccessProps): ReactElement {
  const [email, setEmail] = useState(query.get('email') ?? '')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'email' | 'password' | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    const empty = email.trim() === '' ? 'email' : password === '' ? 'password' : null
    setMissing(empty)
    if (empty !== null || busy) return
    setBusy(true)
    try {
      await signIn(email.trim(), password)
    } catch (error) {
      toast.danger(signInErrorText(error), { title: 'Não foi possível logar' })
    }
    setBusy(false)
  }
  const required = 'Preencha este campo.'
  const links = (
    <>
      <AccessLink to="/access/forgot-password">Esqueci a senha</AccessLink>
      <AccessLink to="/access/signup">Criar conta</AccessLink>
    </>
  )
  return (
    <AccessFrame title="Entrar" action="Entrar" busy={busy} onSubmit={() => void enter()} links={links}>
      <AccessBox
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        focus={email === ''}
        {...(missing === 'email' ? { error: required } : {})}
      />
      <AccessBox
        label="Senha"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        focus={email !== ''}
        {...(missing === 'password' ? { error: required } : {})}
      />
    </AccessFrame>
  )
}
