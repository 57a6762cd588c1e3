import * as v from 'valibot'
import { CoreError } from '../errors'
import { coreFunction } from '../function'
import { CHECKS, type Need, meets, overdueNotice, receivableValueNeed } from './needs'
import { can, canAll } from './rights'
import { screenNeed } from './screens'
import { elementAllowed, sectionState } from './sections'
import { whyNot } from './why-not'

const name = v.pipe(v.string(), v.maxLength(130))
const named = v.union([
  name,
  v.pipe(
    v.object({ name }),
    v.transform((one) => one.name),
  ),
])
const names = v.optional(v.pipe(v.array(named), v.maxLength(5000)), [])
const user = v.object({ roles: names, permissions: names })
const resources = v.pipe(v.array(name), v.minLength(1), v.maxLength(100))

const CHECK_NAMES = [
  'admin',
  'manageCustomer',
  'manageSupplier',
  'manageCarrier',
  'manageProduct',
  'specialSale',
  'billerManager',
  'financierManager',
  'overduePay',
  'editPurchaseOrder',
  'managePurchaseOrder',
  'manageInventory',
  'manageClosing',
] as const satisfies readonly (keyof typeof CHECKS)[]

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const accessFunctions = [
  coreFunction({
    name: 'access.can',
    summary: 'Diz se o usuário tem o direito de uma ação em um recurso.',
    takes: '{user: {roles, permissions}, resource, action}',
    gives: '{allowed}',
    input: v.object({ user, resource: name, action: name }),
    run: ({ user, resource, action }) => ({ allowed: can(user, action, resource) }),
  }),
  coreFunction({
    name: 'access.canAll',
    summary: 'Diz se o usuário tem store, show, edit ou manage em algum dos recursos.',
    takes: '{user, resources}',
    gives: '{allowed}',
    input: v.object({ user, resources }),
    run: ({ user, resources }) => ({ allowed: canAll(user, resources) }),
  }),
  coreFunction({
    name: 'access.whyNot',
    summary: 'Explica o direito que falta ao usuário para uma ação, uma tela ou uma regra.',
    takes: '{user, resource, action} ou {user, screen} ou {user, check}',
    gives: '{allowed, message}',
    input: v.object({
      user,
      resource: v.optional(name),
      action: v.optional(name),
      screen: v.optional(v.string()),
      check: v.optional(v.picklist(CHECK_NAMES)),
    }),
    run: ({ user, ...asked }) => {
      const wanted = wantedOf(asked)
      return { allowed: meets(user, wanted), message: whyNot(user, wanted) }
    },
  }),
  coreFunction({
    name: 'access.section',
    summary: 'Diz como uma seção marcada com recursos aparece para o usuário.',
    takes: '{user, resources}',
    gives: '{visible, message, disabled, footer}',
    input: v.object({ user, resources }),
    run: ({ user, resources }) => sectionState(user, resources),
  }),
  coreFunction({
    name: 'access.element',
    summary: 'Diz se um elemento que pede um papel com um recurso aparece para o usuário.',
    takes: '{user, role?, resource?}',
    gives: '{allowed}',
    input: v.object({ user, role: v.optional(name), resource: v.optional(name) }),
    run: ({ user, role, resource }) => ({
      allowed: elementAllowed(user, {
        ...(role === undefined ? {} : { role }),
        ...(resource === undefined ? {} : { resource }),
      }),
    }),
  }),
  coreFunction({
    name: 'access.receivableValue',
    summary: 'Diz se o usuário pode mudar o valor de uma conta a receber.',
    takes: '{user, isNew, valueChangeAllowed}',
    gives: '{allowed, message}',
    input: v.object({ user, isNew: v.boolean(), valueChangeAllowed: v.boolean() }),
    run: ({ user, ...record }) => {
      const wanted = receivableValueNeed(record)
      return { allowed: meets(user, wanted), message: whyNot(user, wanted) }
    },
  }),
  coreFunction({
    name: 'access.overdue',
    summary: 'Diz se o aviso de inadimplência aparece para o usuário e por quantos segundos.',
    takes: '{user, qDiasDevedor, qParcelasDevedor}',
    gives: '{devedor, seconds}',
    input: v.object({ user, qDiasDevedor: count, qParcelasDevedor: count }),
    run: ({ user, ...account }) => overdueNotice(user, account),
  }),
]

interface Asked {
  readonly resource?: string | undefined
  readonly action?: string | undefined
  readonly screen?: string | undefined
  readonly check?: keyof typeof CHECKS | undefined
}

function wantedOf({ resource, action, screen, check }: Asked): Need {
  if (check !== undefined) return CHECKS[check]
  if (screen !== undefined) {
    const wanted = screenNeed(screen)
    if (!wanted) throw new CoreError('not_found', `Tela não encontrada: '${screen.slice(0, 80)}'.`)
    return wanted
  }
  if (resource === undefined || action === undefined) {
    throw new CoreError('invalid_input', 'Informe a ação e o recurso, a tela (screen) ou a regra (check).')
  }
  return { kind: 'right', right: `${action} ${resource}` }
}
