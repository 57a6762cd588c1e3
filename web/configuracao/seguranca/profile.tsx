import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { ApiError, put } from '../../app/api'
import { reloadSession, session } from '../../app/session'
import { toast } from '../../app/toasts'
import { AccessBox } from '../../entrar/frame'
import { Button } from '../../ui/button'
import { isRecord, textOf } from '../../ui/row'

/** What is wrong with what was typed, by field. */
type Faults = Readonly<Record<string, string>>

/** Sends a change of one's own account: done, or what is wrong with which field. What belongs to no field is told apart. */
async function change(path: string, body: object): Promise<Faults | 'done'> {
  try {
    const answer = await put(path, body)
    toast.success(textOf(isRecord(answer) ? answer.message : ''))
    return 'done'
  } catch (error) {
    const texts = error instanceof ApiError ? Object.entries(error.fields) : []
    const faults = texts.flatMap(([name, [text]]) =>
      name in body && text !== undefined ? [[name, text] as const] : [],
    )
    if (faults.length === 0) toast.error(error)
    return Object.fromEntries(faults)
  }
}

/** One's own name; the e-mail, which signs in, is an administrator's to change. */
export function Profile(): ReactElement | null {
  useSignals()
  const now = session.value
  const user = now.status === 'in' ? now.user : undefined
  const [typed, setTyped] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  if (user === undefined) return null
  const name = typed ?? user.name
  const save = async (): Promise<void> => {
    const answer = await change('sessao/perfil', { name })
    setFaults(answer === 'done' ? {} : answer)
    if (answer !== 'done') return
    await reloadSession()
    setTyped(null)
  }
  return (
    <section aria-label="Perfil">
      <h2 className="group-title">Perfil</h2>
      <AccessBox label="Nome" autoComplete="name" value={name} onChange={setTyped} error={faults.name} />
      <p className="field-help">Entra com {user.email}. Um administrador altera o e-mail e as regras de acesso.</p>
      <Button kind="primary" disabled={name === user.name || name.trim() === ''} onClick={() => void save()}>
        Salvar
      </Button>
    </section>
  )
}

const EMPTY = { password: '', new_password: '', confirm_password: '' }

/** A new password of one's own: the old one proves who asks, and other sessions end. */
export function Password(): ReactElement {
  const [typed, setTyped] = useState(EMPTY)
  const [faults, setFaults] = useState<Faults>({})
  const set = (name: keyof typeof EMPTY) => (value: string) => setTyped({ ...typed, [name]: value })
  const save = async (): Promise<void> => {
    const answer = await change('sessao/senha', typed)
    setFaults(answer === 'done' ? {} : answer)
    if (answer === 'done') setTyped(EMPTY)
  }
  return (
    <section aria-label="Senha">
      <h2 className="group-title">Senha</h2>
      <AccessBox
        label="Senha de agora"
        type="password"
        autoComplete="current-password"
        value={typed.password}
        onChange={set('password')}
        error={faults.password}
      />
      <AccessBox
        label="Nova senha"
        type="password"
        autoComplete="new-password"
        value={typed.new_password}
        onChange={set('new_password')}
        error={faults.new_password}
      />
      <AccessBox
        label="Confirme a nova senha"
        type="password"
        autoComplete="new-password"
        value={typed.confirm_password}
        onChange={set('confirm_password')}
        error={faults.confirm_password}
      />
      <Button kind="primary" disabled={Object.values(typed).includes('')} onClick={() => void save()}>
        Trocar a senha
      </Button>
    </section>
  )
}
