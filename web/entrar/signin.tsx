import { useState, type ReactElement } from 'react'
import { replace } from '../app/navigation'
import { CodeBox, useSecondFactor } from '../app/second-factor'
import { session, signIn, signInErrorText, signOut } from '../app/session'
import { toast } from '../app/toasts'
import { AccessBox, AccessFrame, AccessLink, type AccessProps } from './frame'
import { safeTarget } from './safe-target'

/** Who is signed in already goes on, or lets someone else in. */
function SignedIn({ name }: { readonly name: string }): ReactElement {
  const others = (
    <button type="button" className="link" onClick={() => void signOut()}>
      Entrar com outro usuário
    </button>
  )
  return (
    <AccessFrame
      title="Você já entrou"
      action="Continuar"
      focusAction
      onSubmit={() => replace('/ui/dashboard')}
      links={others}
    >
      <p>A sessão de {name} está aberta neste navegador.</p>
    </AccessFrame>
  )
}

/** Asks who comes. Someone who is in already when it opens is told so. */
export function SignIn(props: AccessProps): ReactElement {
  const [name] = useState(() => {
    const now = session.peek()
    return now.status === 'in' ? now.user.name : null
  })
  const now = session.peek()
  return name !== null && now.status === 'in' ? <SignedIn name={name} /> : <SignInForm {...props} />
}

function SignInForm({ query }: AccessProps): ReactElement {
  const [email, setEmail] = useState(query.get('email') ?? '')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<'email' | 'password' | null>(null)
  const [busy, setBusy] = useState(false)
  const factor = useSecondFactor()
  const enter = async (): Promise<void> => {
    const empty = email.trim() === '' ? 'email' : password === '' ? 'password' : null
    setMissing(empty)
    if (empty !== null || busy) return
    setBusy(true)
    try {
      await signIn(email.trim(), password, factor.code)
      replace(safeTarget(query.get('redirectTo')))
    } catch (error) {
      if (!factor.takes(error)) toast.danger(signInErrorText(error), { title: 'Não foi possível logar' })
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
      <CodeBox {...factor} />
    </AccessFrame>
  )
}
