import { useState, type ReactElement } from 'react'
import { ApiError, isAbort, post } from '../app/api'
import { go } from '../app/navigation'
import { toast } from '../app/toasts'
import { isRecord, textOf } from '../ui/row'
import { AccessBox, AccessFrame, AccessLink, type AccessProps } from './frame'

/** Whose password a link changes: the token itself tells (`aud`), in its middle part. */
function audienceOf(token: string): string {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (sign) => sign.charCodeAt(0))
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(body) ? textOf(body.aud) : ''
  } catch {
    return ''
  }
}

function resetFault(error: unknown): string {
  if (error instanceof ApiError && error.status === 422) return error.message
  if (error instanceof ApiError && error.status === 0) return error.message
  const text = error instanceof ApiError ? `${error.code} ${error.message}` : ''
  return /expir/i.test(text) ? 'Link expirado' : 'Link inválido'
}

export function PasswordReset({ query }: AccessProps): ReactElement {
  const token = query.get('token') ?? ''
  const audience = audienceOf(token)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState(token === '' ? 'Link inválido' : '')
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    if (password === '' || again === '') return setFault('Preencha este campo.')
    if (password !== again) return setFault('As senhas não coincidem.')
    setBusy(true)
    setFault('')
    try {
      const body = { new_password: password, confirm_password: again, token }
      const answer = await post('password_reset', body, { anonymous: true })
      toast.success('Senha alterada com sucesso')
      const email = isRecord(answer) ? textOf(answer.email) || audience : audience
      go(email === '' ? '/access/signin' : `/access/signin?email=${encodeURIComponent(email)}`)
    } catch (error) {
      if (!isAbort(error)) setFault(resetFault(error))
    }
    setBusy(false)
    return undefined
  }
  return (
    <AccessFrame
      title="Nova senha"
      action="Alterar senha"
      busy={busy}
      fault={fault}
      onSubmit={() => void save()}
      links={<AccessLink to="/access/signin">Voltar para a entrada</AccessLink>}
    >
      {audience === '' ? null : <p className="field-help">Para {audience}</p>}
      <AccessBox
        label="Nova senha"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        focus
      />
      <AccessBox
        label="Confirme a senha"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
    </AccessFrame>
  )
}
