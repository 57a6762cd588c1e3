import { useState, type ReactElement } from 'react'
import { post } from '../app/api'
import { toast } from '../app/toasts'
import { confirm } from '../ui/confirm'
import { AccessBox, AccessFrame, AccessLink, type AccessProps } from './frame'

export function ForgotPassword({ query }: AccessProps): ReactElement {
  const [email, setEmail] = useState(query.get('email') ?? '')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    if (email.trim() === '') return setFault('Preencha este campo.')
    setFault('')
    const title = 'Será enviado um link para redefinição de senha para seu e-mail, o link expira em 60 segundos.'
    if (!(await confirm({ title, action: 'Enviar link' }))) return undefined
    setBusy(true)
    try {
      await post('password_reset', { email: email.trim() }, { anonymous: true })
      toast.success('Link enviado com sucesso.')
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
    return undefined
  }
  return (
    <AccessFrame
      title="Esqueci a senha"
      action="Enviar link"
      busy={busy}
      fault={fault}
      onSubmit={() => void send()}
      links={<AccessLink to="/access/signin">Voltar para a entrada</AccessLink>}
    >
      <AccessBox label="E-mail" type="email" autoComplete="username" value={email} onChange={setEmail} focus />
    </AccessFrame>
  )
}
