import { meets, type Need } from './needs'
import type { AccessUser } from './rights'
import { rightText, rightTitle, roleText } from './words'

/** Why the user does not meet the need, naming what is missing in words; null when it is met. */
export function whyNot(user: AccessUser, wanted: Need): string | null {
  return meets(user, wanted) ? null : `Falta ${missing(user, wanted)}.`
}

/** What a refusal says of a right that is missing: `falta a permissão “Alterar vendas”`. */
export const lacksRight = (permission: string): string => `falta a permissão ${quoted([rightText(permission)])}`

function missing(user: AccessUser, wanted: Need): string {
  switch (wanted.kind) {
    case 'open':
      return 'entrar no sistema'
    case 'role':
      return `a regra de acesso ${quoted(wanted.roles.map(roleText))}`
    case 'resource':
      return `uma permissão em ${quoted(wanted.resources.map(rightTitle))}`
    case 'full':
      return `todas as permissões (ver, criar, alterar e gerir) em ${quoted([rightTitle(wanted.resource)])}`
    case 'right':
      return `a permissão ${quoted([rightText(wanted.right)])}`
    case 'any':
      return wanted.needs.map((one) => missing(user, one)).join(', ou ')
    case 'all':
      return wanted.needs
        .filter((one) => !meets(user, one))
        .map((one) => missing(user, one))
        .join(', e ')
  }
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(' ou ')
