import { useState, type ReactElement } from 'react'
import { chaveApiFields, eventoSegurancaFields } from '../../../core/fields/sis/seguranca'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, isSet, textOf, type Row } from '../../ui/row'
import { get, post } from '../../app/api'
import { announce } from '../../app/events'
import { screen, type ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Dialog } from '../../ui/dialog'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const RESOURCE = 'sis/chave_api'
const key = fieldsOf(chaveApiFields)
const event = fieldsOf(eventoSegurancaFields)

const columns: readonly Column[] = [
  key.column('nome', { width: 220 }),
  key.column('prefixo', { width: 140 }),
  key.column('user.name', { label: 'Em nome de', width: 200 }),
  key.column('empresa.xNome', { label: 'Empresa', width: 200 }),
  key.column('dExpira', { width: 120 }),
  key.column('dhUso', { width: 150 }),
  key.column('dhRevogacao', { width: 150 }),
]

const revoked = (rows: readonly Row[]): string | undefined =>
  rows.some((row) => isSet(row.dhRevogacao)) ? 'Esta chave já foi revogada.' : undefined

async function revoke(rows: readonly Row[]): Promise<void> {
  const asked = {
    title: 'Revogar a chave?',
    text: 'Quem a usa deixa de entrar, já na próxima chamada.',
    action: 'Revogar',
    danger: true,
  }
  if (!(await confirm(asked))) return
  try {
    for (const row of rows) await post(`${RESOURCE}/${row.id}/revoga`)
    toast.success('Chave revogada.')
  } catch (error) {
    toast.error(error)
  }
  announce(RESOURCE)
}

const actions = [{ label: 'Revogar', icon: 'lock', danger: true, run: revoke, reason: revoked }] as const

function Chaves(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      actions={actions}
      create="Criar chave"
      deletable={false}
      path={false}
    />
  )
}

interface BoxProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'date' | 'email'
  readonly help?: string
}

function Box({ id, label, value, onChange, type = 'text', help }: BoxProps): ReactElement {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input id={id} className="input" type={type} value={value} onChange={({ target }) => onChange(target.value)} />
      {help === undefined ? null : <p className="field-help">{help}</p>}
    </>
  )
}

/** The number of a user by the address that people know. */
async function userBy(email: string): Promise<{ id: unknown; empresa_id: unknown }> {
  const answer = await get('user/get_user', { query: { email } })
  return isRecord(answer) ? { id: answer.id, empresa_id: answer.empresa_id } : { id: null, empresa_id: null }
}

/** What a key is asked for with; permissions are a line each. */
interface Asked {
  readonly nome: string
  readonly email: string
  readonly until: string
  readonly rights: string
}

const EMPTY: Asked = { nome: '', email: '', until: '', rights: '' }

/** Makes the key, and answers it: it is told this once. */
async function makeKey({ nome, email, until, rights }: Asked): Promise<string> {
  const { id, empresa_id } = await userBy(email.trim())
  const lines = rights.split('\n').map((line) => line.trim())
  const permissoes = lines.filter((line) => line !== '')
  const answer = await post(`${RESOURCE}/cria`, { nome, user_id: id, empresa_id, dExpira: until, permissoes })
  return isRecord(answer) ? textOf(answer.chave) : ''
}

interface FormProps {
  readonly asked: Asked
  readonly onChange: (asked: Asked) => void
}

const USER_HELP = 'A chave trabalha em nome dele, na empresa principal, e nunca pode mais do que ele.'

function KeyForm({ asked, onChange }: FormProps): ReactElement {
  const set = (name: keyof Asked) => (value: string) => onChange({ ...asked, [name]: value })
  return (
    <div className="dialog-text field">
      <Box
        id="key-name"
        label="Nome"
        value={asked.nome}
        onChange={set('nome')}
        help="Quem a usa: o sistema da loja, o contador."
      />
      <Box
        id="key-user"
        label="E-mail do usuário"
        type="email"
        value={asked.email}
        onChange={set('email')}
        help={USER_HELP}
      />
      <Box
        id="key-until"
        label="Vale até"
        type="date"
        value={asked.until}
        onChange={set('until')}
        help="No máximo um ano."
      />
      <label htmlFor="key-rights">Permissões, uma por linha</label>
      <textarea
        id="key-rights"
        className="input"
        rows={5}
        value={asked.rights}
        placeholder="show venda"
        onChange={({ target }) => set('rights')(target.value)}
      />
    </div>
  )
}

function NewKey({ onClose }: ModalProps): ReactElement {
  const [asked, setAsked] = useState(EMPTY)
  const [made, setMade] = useState<string | null>(null)
  const create = async (): Promise<void> => {
    try {
      setMade(await makeKey(asked))
      announce(RESOURCE)
    } catch (error) {
      toast.error(error)
    }
  }
  const footer =
    made === null ? (
      <>
        <Button onClick={onClose}>Voltar</Button>
        <span className="spacer" />
        <Button kind="primary" onClick={() => void create()}>
          Criar
        </Button>
      </>
    ) : (
      <Button kind="primary" focusFirst onClick={onClose}>
        Guardei a chave
      </Button>
    )
  return (
    <Dialog title="Nova chave de API" size="md" onClose={onClose} footer={footer}>
      {made === null ? (
        <KeyForm asked={asked} onChange={setAsked} />
      ) : (
        <div className="dialog-text">
          <p>Copie a chave agora: ela não será mostrada de novo.</p>
          <pre className="code" aria-label="Chave">
            {made}
          </pre>
        </div>
      )}
    </Dialog>
  )
}

export const chaveApi = screen({
  path: '/ui/configuracao/chave_api',
  title: 'Chaves de API',
  area: 'Configuração',
  right: 'admin',
  component: Chaves,
  modals: { 'edit/:id': { component: NewKey, size: 'md' } },
})

const events: readonly Column[] = [
  event.column('dh', { width: 170 }),
  event.column('tipo', { width: 240 }),
  event.column('user.name', { label: 'De quem', width: 200 }),
  event.column('autor.name', { label: 'Por quem', width: 200 }),
  event.column('endereco', { width: 160 }),
  event.column('detalhe'),
]

function Eventos(): ReactElement {
  return (
    <ResourceTable
      resource="sis/evento_seguranca"
      columns={events}
      sort={{ field: 'dh', desc: true }}
      create={false}
      deletable={false}
      path={false}
    />
  )
}

export const eventoSeguranca = screen({
  path: '/ui/configuracao/evento_seguranca',
  title: 'Eventos de Segurança',
  area: 'Configuração',
  register: true,
  right: 'admin',
  component: Eventos,
  create: false,
})
