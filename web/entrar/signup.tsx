import { useState, type ReactElement } from 'react'
import { ApiError, post } from '../app/api'
import { toast } from '../app/toasts'
import { AccessBox, AccessFrame, AccessLink } from './frame'

const NOTHING = { name: '', email: '', xNome: '', fone: '' }

/** Asks for an account; someone of the house opens it. */
export function SignUp(): ReactElement {
  const [values, setValues] = useState(NOTHING)
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const box = (
    field: keyof typeof NOTHING,
    label: string,
    autoComplete: string,
    type: 'text' | 'email' = 'text',
  ): ReactElement => {
    const error = errors[field]?.[0]
    return (
      <AccessBox
        label={label}
        type={type}
        autoComplete={autoComplete}
        focus={field === 'name'}
        value={values[field]}
        onChange={(value) => setValues({ ...values, [field]: value })}
        {...(error === undefined ? {} : { error })}
      />
    )
  }
  const ask = async (): Promise<void> => {
    const missing = (['name', 'email'] as const).filter((field) => values[field].trim() === '')
    setErrors(Object.fromEntries(missing.map((field) => [field, ['Preencha este campo.']])))
    if (missing.length > 0 || busy) return
    setBusy(true)
    try {
      await post('signup', values, { anonymous: true })
      setSent(true)
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setErrors(error.fields)
      toast.error(error)
    }
    setBusy(false)
  }
  const back = <AccessLink to="/access/signin">Voltar para a entrada</AccessLink>
  if (sent) {
    return (
      <section className="access-card">
        <h1>Pedido enviado</h1>
        <p>Um administrador vai liberar o acesso e avisar em {values.email}.</p>
        <p className="access-links">{back}</p>
      </section>
    )
  }
  return (
    <AccessFrame title="Criar conta" action="Pedir acesso" busy={busy} onSubmit={() => void ask()} links={back}>
      {box('name', 'Seu nome', 'name')}
      {box('email', 'E-mail', 'email', 'email')}
      {box('xNome', 'Empresa', 'organization')}
      {box('fone', 'Telefone', 'tel')}
    </AccessFrame>
  )
}
