import type { ReactElement } from 'react'
import { solicitacaoContaFields } from '../../../core/fields/sis/solicitacao-conta'
import { fieldsOf } from '../../ui/fields-of'
import { pathOf } from '../../../core/access'
import { post, readRow } from '../../app/api'
import { announce } from '../../app/events'
import { go } from '../../app/navigation'
import { screen } from '../../app/registry'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { isSet, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'

const { column } = fieldsOf(solicitacaoContaFields)

const RESOURCE = 'sis/solicitacao_conta'

const columns: readonly Column[] = [
  column('name'),
  column('email', { width: 280 }),
  column('xNome', { width: 240 }),
  column('fone', { width: 140, filter: 'none' }),
  column('criado_em', { label: 'Pedido em', width: 150, filter: 'date' }),
  column('dhAprovacao', {
    label: 'Estado',
    kind: 'chip',
    width: 110,
    sort: false,
    filter: 'none',
    chip: (row) =>
      isSet(row.dhAprovacao) ? { word: 'Aprovado', hue: 'verde', mark: 'check' } : { word: 'Pendente', hue: 'ambar' },
  }),
]

const answered = (rows: readonly Row[]): string | undefined =>
  rows.some((row) => isSet(row.dhAprovacao)) ? 'Este pedido já foi aprovado.' : undefined
const onlyOne = (rows: readonly Row[]): string | undefined =>
  rows.length === 1 ? answered(rows) : 'Selecione um só pedido.'

/** Makes the user, and opens it where its rules of access are given. */
async function approve([row]: readonly Row[]): Promise<void> {
  if (row === undefined) return
  const asked = {
    title: `Criar o usuário de ${textOf(row.name)}?`,
    text: 'Ele recebe por e-mail o link para escolher a senha. As regras de acesso você dá em seguida.',
    action: 'Aprovar',
  }
  if (!(await confirm(asked))) return
  try {
    const user = readRow(await post(`${RESOURCE}/${row.id}/approve`))
    announce(RESOURCE)
    toast.success('Pedido aprovado.')
    go(`${pathOf('user', user.id)}?tab=2`)
  } catch (error) {
    toast.error(error)
  }
}

async function refuse(rows: readonly Row[]): Promise<void> {
  const title = rows.length === 1 ? `Recusar o pedido de ${textOf(rows[0]?.name)}?` : `Recusar ${rows.length} pedidos?`
  if (!(await confirm({ title, text: 'O pedido é apagado.', action: 'Recusar', danger: true }))) return
  try {
    for (const row of rows) await post(`${RESOURCE}/${row.id}/refuse`)
    toast.success(rows.length === 1 ? 'Pedido recusado.' : 'Pedidos recusados.')
  } catch (error) {
    toast.error(error)
  }
  announce(RESOURCE)
}

const actions = [
  { label: 'Aprovar', icon: 'check', run: approve, reason: onlyOne },
  { label: 'Recusar', icon: 'trash', danger: true, run: refuse, reason: answered },
] as const

function Requests(): ReactElement {
  return (
    <ResourceTable
      resource={RESOURCE}
      columns={columns}
      actions={actions}
      views={[{ name: 'Pendentes', custom: { pendente: true } }]}
      create={false}
      deletable={false}
      path={false}
    />
  )
}

export const solicitacaoConta = screen({
  path: '/ui/cadastros/solicitacao_conta',
  title: 'Pedidos de Conta',
  area: 'Cadastros',
  register: true,
  right: 'admin',
  component: Requests,
})
