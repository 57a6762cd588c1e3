import {
  type AccessUser,
  OPENING_ACTIONS,
  can,
  canAll,
  hasRole,
  holdsAny,
  isManagerOrAdmin,
  requireRight,
} from './rights'

/** What a screen, an action or an element asks of the user, as data: one table drives the check and its explanation. */
export type Need =
  /** Anyone signed in. */
  | { readonly kind: 'open' }
  /** One of the roles; `admin` is met by ceo too. */
  | { readonly kind: 'role'; readonly roles: readonly string[] }
  /** Any of store, show, edit or manage on one of the resources. */
  | { readonly kind: 'resource'; readonly resources: readonly string[] }
  /** All of store, show, edit and manage on the resource. */
  | { readonly kind: 'full'; readonly resource: string }
  /** This right, in either spelling. */
  | { readonly kind: 'right'; readonly right: string }
  | { readonly kind: 'any'; readonly needs: readonly Need[] }
  | { readonly kind: 'all'; readonly needs: readonly Need[] }

/** What screens ask, by path below /ui; `*` stands for one segment. */
export type Gates = readonly (readonly [pattern: string, need: Need])[]

/** The resources and rights that a need names. */
export function namedBy(wanted: Need): readonly string[] {
  switch (wanted.kind) {
    case 'open':
    case 'role':
      return []
    case 'resource':
      return wanted.resources
    case 'full':
      return [wanted.resource]
    case 'right':
      return [requireRight(wanted.right).resource]
    case 'any':
    case 'all':
      return wanted.needs.flatMap(namedBy)
  }
}

const open: Need = { kind: 'open' }
const role = (...roles: string[]): Need => ({ kind: 'role', roles })
const resource = (...resources: string[]): Need => ({ kind: 'resource', resources })
const right = (text: string): Need => ({ kind: 'right', right: text })
const any = (...needs: Need[]): Need => ({ kind: 'any', needs })
const all = (...needs: Need[]): Need => ({ kind: 'all', needs })
const full = (name: string): Need => ({ kind: 'full', resource: name })

/** Builders for the tables of needs. */
export const need = { open, role, resource, right, any, all, full } as const

/** True when the user meets the need. */
export function meets(user: AccessUser, wanted: Need): boolean {
  switch (wanted.kind) {
    case 'open':
      return true
    case 'role':
      return hasRole(user, wanted.roles)
    case 'resource':
      return canAll(user, wanted.resources)
    case 'full':
      return isManagerOrAdmin(user) || OPENING_ACTIONS.every((action) => holdsAny(user, [action], wanted.resource))
    case 'right': {
      const { action, resource } = requireRight(wanted.right)
      return can(user, action, resource)
    }
    case 'any':
      return wanted.needs.some((one) => meets(user, one))
    case 'all':
      return wanted.needs.every((one) => meets(user, one))
  }
}

export type WriteAction = 'create' | 'edit' | 'delete'

/** What writing records of a resource asks: screens show it and the server enforces it, from this one place. */
export function writeNeed(name: string, action: WriteAction): Need {
  const byName = MANAGED.get(name)
  const changes = [right(`edit ${name}`), right(`manage ${name}`), ...(byName === undefined ? [] : [CHECKS[byName]])]
  return action === 'create' ? any(right(`store ${name}`), ...changes) : any(...changes)
}

/** The named checks of document 1, section 6, and of documents 2 and 3. */
export const CHECKS = {
  admin: role('admin'),
  manageCustomer: any(role('admin', 'manager', 'operator_manager'), right('manage_cliente')),
  manageSupplier: any(role('admin', 'manager', 'operator_manager'), right('manage_fornecedor')),
  manageCarrier: any(role('admin', 'manager', 'operator_manager'), right('manage_fornecedor')),
  manageProduct: any(role('admin', 'buyer', 'manager', 'stokman_manager'), right('manage_stok')),
  specialSale: role('admin', 'biller_manager', 'financier_manager', 'saller_manager', 'manager'),
  billerManager: role('biller_manager', 'admin', 'manager'),
  financierManager: role('financier_manager', 'admin', 'manager'),
  overduePay: any(role('admin'), all(resource('contas_pagar'), resource('contas_receber'), resource('fluxo_caixa'))),
  editPurchaseOrder: right('change_pedido_compra'),
  managePurchaseOrder: all(right('change_pedido_compra'), right('manage_pedido_compra')),
  manageInventory: right('manage inventario'),
  manageClosing: right('manage fechamento'),
} as const satisfies Readonly<Record<string, Need>>

export type CheckName = keyof typeof CHECKS

/** True when the user passes the named check. */
export function passes(user: AccessUser, check: CheckName): boolean {
  return meets(user, CHECKS[check])
}

/** Registers that a named check lets a user manage whole, whatever permissions are held (P1-007 to P1-010). */
const MANAGED: ReadonlyMap<string, CheckName> = new Map([
  ['cliente', 'manageCustomer'],
  ['fornecedor', 'manageSupplier'],
  ['transportadora', 'manageCarrier'],
  ['mercadoria', 'manageProduct'],
])

/** True when the user manages the resource by a role or a right of its own: operator_manager the customers, buyer the products. */
export function managesByName(user: AccessUser, resource: string): boolean {
  const check = MANAGED.get(resource)
  return check !== undefined && passes(user, check)
}

export interface ReceivableValue {
  /** True for a record not saved yet. */
  readonly isNew: boolean
  /** The setting PERMITE_MODIFICACAO_VALOR_CR. */
  readonly valueChangeAllowed: boolean
}

/** What changing the value of a receivable asks (document 3, section 6). */
export function receivableValueNeed({ isNew, valueChangeAllowed }: ReceivableValue): Need {
  const always = [right('edit_valor contas_receber'), right('manage contas_receber'), role('admin')]
  if (isNew) return any(right('store contas_receber'), ...always)
  return valueChangeAllowed
    ? any(right('edit contas_receber'), right('store contas_receber'), ...always)
    : any(...always)
}

export interface Subscriber {
  /** Days overdue and overdue instalments of the subscription. */
  readonly qDiasDevedor: number
  readonly qParcelasDevedor: number
}

const OVERDUE_DAYS = 3
const COUNTDOWN_PER_DAY = 30

/** The overdue notice (document 1, sections 4 and 9): whether it shows to this user and the seconds it counts down. */
export function overdueNotice(user: AccessUser, account: Subscriber): { devedor: boolean; seconds: number } {
  const devedor = account.qDiasDevedor >= OVERDUE_DAYS && account.qParcelasDevedor > 0 && meets(user, CHECKS.overduePay)
  return { devedor, seconds: devedor ? COUNTDOWN_PER_DAY * account.qDiasDevedor : 0 }
}
