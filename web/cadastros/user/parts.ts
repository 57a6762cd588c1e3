import { userComputed, userFields } from '../../../core/fields/sis/user'
import { fieldsOf } from '../../ui/fields-of'
import { isAdmin } from '../../../core/access'
import { post } from '../../app/api'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { confirm } from '../../ui/confirm'
import { textOf, type Row } from '../../ui/row'
import { activeColumn } from '../../ui/table/active-column'
import type { Column } from '../../ui/table/columns'

const { column } = fieldsOf({ ...userFields, ...userComputed })

export const columns: readonly Column[] = [
  column('name'),
  column('email', { width: 280 }),
  column('regras', { width: 240, sort: false }),
  column('dhAcesso', { width: 150, sort: false }),
  column('empresa.xNome', { label: 'Empresa', width: 240 }),
  activeColumn,
]

export const texts = {
  attach: (name: string): string => `Adicionar a regra “${name}” a este usuário?`,
  detach: (name: string): string => `Remover a regra “${name}” deste usuário?`,
  duplicate: 'Erro: Esta regra já está adicionada neste usuário',
}

/** Sends each of the users a link for a new password. */
export async function sendLink(rows: readonly Row[]): Promise<void> {
  if (
    !(await confirm({
      title:
        rows.length === 1 ? 'Enviar o link de nova senha?' : `Enviar o link de nova senha a ${rows.length} usuários?`,
      action: 'Enviar',
    }))
  )
    return
  try {
    for (const row of rows) await post(`user/${row.id}/sendResetPasswordMail`)
    toast.success('Link enviado com sucesso.')
  } catch (error) {
    toast.error(error)
  }
}

/** For who has lost the device and the recovery codes. */
export async function removeFactor([row]: readonly Row[]): Promise<void> {
  if (row === undefined) return
  const asked = {
    title: `Remover o segundo fator de ${textOf(row.name)}?`,
    text: 'Só a senha basta para entrar, até que um novo seja ativado.',
    action: 'Remover',
    danger: true,
  }
  if (!(await confirm(asked))) return
  try {
    await post(`user/${row.id}/removeSegundoFator`)
    toast.success('Segundo fator removido.')
  } catch (error) {
    toast.error(error)
  }
}

/** Why the factor of these users cannot be removed now. */
export function whyNotRemove(rows: readonly Row[]): string | undefined {
  if (!isAdmin(rights.value)) return 'Só um administrador remove o segundo fator de alguém.'
  return rows.length === 1 ? undefined : 'Selecione um só usuário.'
}
