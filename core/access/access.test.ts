import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHECKS, type CheckName, meets, overdueNotice, passes, receivableValueNeed, writeNeed } from './needs'
import { whyNot } from './why-not'
import { type AccessUser, can, canAll, canEdit, hasRole, isAdmin, readRight } from './rights'
import { canOpenScreen, hasScreen, pathOf, screenNeed } from './screens'
import { NO_ACCESS, elementAllowed, sectionState } from './sections'

const withRoles = (...roles: string[]): AccessUser => ({ roles: ['user', ...roles], permissions: [] })
const withRights = (...permissions: string[]): AccessUser => ({ roles: ['user'], permissions })

describe('permissions', () => {
  it.each([
    ['edit contas_receber', { action: 'edit', resource: 'contas_receber' }],
    ['manage_cliente', { action: 'manage', resource: 'cliente' }],
    ['change_pedido_compra', { action: 'edit', resource: 'pedido_compra' }],
    ['edit_valor contas_receber', { action: 'edit_valor', resource: 'contas_receber' }],
    ['importar contas_receber', { action: 'importar', resource: 'contas_receber' }],
    ['cliente', null],
    ['delete_cliente', null],
    ['', null],
  ])('reads %j', (permission, right) => {
    expect(readRight(permission)).toEqual(right)
  })

  it('accepts both spellings of the same right', () => {
    expect(can(withRights('change_pedido_compra'), 'edit', 'pedido_compra')).toBe(true)
    expect(can(withRights('edit pedido_compra'), 'change', 'pedido_compra')).toBe(true)
    expect(can(withRights('manage cliente'), 'manage', 'cliente')).toBe(true)
    expect(can(withRights('edit cliente'), 'edit', 'fornecedor')).toBe(false)
    expect(can(withRights('show cliente'), 'edit', 'cliente')).toBe(false)
  })

  it('lets admin, ceo and manager through every permission check, and no other role', () => {
    for (const role of ['admin', 'ceo', 'manager']) expect(can(withRoles(role), 'edit', 'anything')).toBe(true)
    for (const role of ['user', 'operator', 'operator_manager', 'saller_manager', 'financier1']) {
      expect(can(withRoles(role), 'edit', 'anything')).toBe(false)
      expect(canAll(withRoles(role), ['anything'])).toBe(false)
    }
    expect([isAdmin(withRoles('ceo')), isAdmin(withRoles('manager'))]).toEqual([true, false])
    expect(hasRole(withRoles('ceo'), ['admin'])).toBe(true)
  })

  it('opens a resource with any action but extra', () => {
    for (const action of ['store', 'show', 'edit', 'manage']) {
      expect(canAll(withRights(`${action} venda`), ['entrada', 'venda'])).toBe(true)
    }
    expect(canAll(withRights('extra venda'), ['venda'])).toBe(false)
    expect(canAll(withRights('show venda'), [])).toBe(false)
    expect(canEdit(withRights('edit venda'), 'venda')).toBe(true)
  })

  it('refuses what is no right', () => {
    expect(() => can(withRights(), 'edit', '')).toThrowError(/ação recurso/)
    expect(() => can(withRights(), 'x; drop', 'y')).toThrowError(/Permissão inválida/)
  })
})

describe('named checks', () => {
  const roles = [
    'admin',
    'ceo',
    'manager',
    'operator',
    'operator_manager',
    'saller',
    'saller_manager',
    'buyer',
    'stokman',
    'stokman_manager',
    'biller_manager',
    'financier_manager',
    'financier1',
    'financier2',
  ]
  it.each<[CheckName, string[], string]>([
    ['admin', ['admin', 'ceo'], ''],
    ['manageCustomer', ['admin', 'ceo', 'manager', 'operator_manager'], 'manage_cliente'],
    ['manageSupplier', ['admin', 'ceo', 'manager', 'operator_manager'], 'manage_fornecedor'],
    ['manageCarrier', ['admin', 'ceo', 'manager', 'operator_manager'], 'manage_fornecedor'],
    ['manageProduct', ['admin', 'ceo', 'buyer', 'manager', 'stokman_manager'], 'manage_stok'],
    ['specialSale', ['admin', 'ceo', 'biller_manager', 'financier_manager', 'saller_manager', 'manager'], ''],
    ['billerManager', ['biller_manager', 'admin', 'ceo', 'manager'], ''],
    ['financierManager', ['financier_manager', 'admin', 'ceo', 'manager'], ''],
    ['editPurchaseOrder', ['admin', 'ceo', 'manager'], 'change_pedido_compra'],
    ['manageInventory', ['admin', 'ceo', 'manager'], 'manage_inventario'],
    ['manageClosing', ['admin', 'ceo', 'manager'], 'manage_fechamento'],
  ])('%s', (check, allowed, right) => {
    for (const role of roles) expect(passes(withRoles(role), check), role).toBe(allowed.includes(role))
    expect(passes(withRights('show cliente'), check)).toBe(false)
    if (right !== '') expect(passes(withRights(right), check)).toBe(true)
  })

  it('wants all three finance rights for the overdue pay button', () => {
    expect(passes(withRights('show contas_pagar', 'edit contas_receber', 'store fluxo_caixa'), 'overduePay')).toBe(true)
    expect(passes(withRights('show contas_pagar', 'edit contas_receber'), 'overduePay')).toBe(false)
    expect(passes(withRoles('ceo'), 'overduePay')).toBe(true)
  })

  it('wants change as well as manage to manage a purchase order', () => {
    expect(passes(withRights('manage_pedido_compra'), 'managePurchaseOrder')).toBe(false)
    expect(passes(withRights('manage_pedido_compra', 'change_pedido_compra'), 'managePurchaseOrder')).toBe(true)
  })

  it('guards the value of a receivable', () => {
    const may = (right: string, isNew: boolean, valueChangeAllowed: boolean): boolean =>
      meets(withRights(right), receivableValueNeed({ isNew, valueChangeAllowed }))
    expect([may('edit contas_receber', false, true), may('edit contas_receber', false, false)]).toEqual([true, false])
    expect([may('store contas_receber', true, false), may('edit contas_receber', true, true)]).toEqual([true, false])
    expect([may('edit_valor contas_receber', false, false), may('manage contas_receber', false, false)]).toEqual([
      true,
      true,
    ])
  })

  it('shows the overdue notice from the third day to those who can pay', () => {
    expect(overdueNotice(withRoles('admin'), { qDiasDevedor: 3, qParcelasDevedor: 1 })).toEqual({
      devedor: true,
      seconds: 90,
    })
    expect(overdueNotice(withRoles('admin'), { qDiasDevedor: 2, qParcelasDevedor: 1 }).devedor).toBe(false)
    expect(overdueNotice(withRoles('admin'), { qDiasDevedor: 9, qParcelasDevedor: 0 }).devedor).toBe(false)
    expect(overdueNotice(withRoles('saller'), { qDiasDevedor: 9, qParcelasDevedor: 1 }).devedor).toBe(false)
  })
})

describe('writing', () => {
  it.each([
    ['show x', [false, false, false]],
    ['store x', [true, false, false]],
    ['edit x', [true, true, true]],
    ['manage x', [true, true, true]],
    ['manage_x', [true, true, true]],
    ['extra x', [false, false, false]],
  ])('with %j', (permission, expected) => {
    const user = withRights(permission)
    expect((['create', 'edit', 'delete'] as const).map((action) => meets(user, writeNeed('x', action)))).toEqual(
      expected,
    )
  })
})

describe('why not', () => {
  it('names what is missing and says nothing when nothing is', () => {
    expect(whyNot(withRights('show cliente'), { kind: 'right', right: 'edit cliente' })).toBe(
      'Falta a permissão “Alterar clientes”.',
    )
    expect(whyNot(withRights('manage_pedido_compra'), CHECKS.managePurchaseOrder)).toBe(
      'Falta a permissão “Alterar pedidos de compra”.',
    )
    expect(whyNot(withRights(), CHECKS.manageCustomer)).toBe(
      'Falta a regra de acesso “Administrador” ou “Gerente” ou “Gerente de operação”, ou a permissão “Gerir clientes”.',
    )
    expect(whyNot(withRoles('admin'), CHECKS.manageCustomer)).toBeNull()
    expect(whyNot(withRights(), screenNeed('/ui/estoque/armazem_logistico') ?? { kind: 'open' })).toMatch(
      /todas as permissões/,
    )
  })

  it('is null exactly when the need is met', () => {
    const user = fc.record({
      roles: fc.subarray(['admin', 'manager', 'buyer', 'biller_manager']),
      permissions: fc.subarray([
        'manage_cliente',
        'manage_stok',
        'show contas_pagar',
        'edit contas_receber',
        'show fluxo_caixa',
      ]),
    })
    fc.assert(
      fc.property(user, fc.constantFrom(...Object.values(CHECKS)), (one, check) => {
        expect(whyNot(one, check) === null).toBe(meets(one, check))
      }),
    )
  })
})

describe('screens', () => {
  it.each([
    ['/ui/dashboard', 'show nothing', true],
    ['/ui/cadastros/cliente', 'show cliente', true],
    ['/ui/cadastros/cliente/edit/12', 'show cliente', true],
    ['/ui/cadastros/cliente', 'extra cliente', false],
    ['/ui/cadastros/cliente', 'show fornecedor', false],
    ['/ui/cadastros/role', 'manage role', false],
    ['/ui/comercial/meta_venda', 'show nothing', true],
    ['/ui/estoque/mercadoria_grupo', 'show nothing', true],
    ['/ui/estoque/mercadoria', 'show nothing', false],
    ['/ui/comercial/orcamento?tab=2', 'show venda_orcamento', true],
    ['/ui/compras/pedido_compra/edit/3/pedido_compra_mercadoria/9', 'show pedido_compra', false],
    ['/ui/compras/pedido_compra/edit/3/pedido_compra_mercadoria/9', 'change_pedido_compra', true],
    ['/ui/financeiro/contas_receber', 'importar contas_receber', false],
    ['/ui/financeiro/contas_receber/importar', 'importar contas_receber', true],
    ['/ui/financeiro/contas_receber/importar', 'show contas_receber', false],
    ['/ui/financeiro/plano_conta', 'show contas_pagar', false],
    ['/ui/estoque/armazem_logistico', 'manage mercadoria', false],
    ['/ui/nfe/contingencia', 'manage contingencia', false],
    ['/ui/financeiro/gnre', 'show gnre', false],
    ['/ui/cadastros', 'show nothing', true],
    ['/ui/cadastros/nao_existe', 'manage cadastros', false],
    ['/ui/nao_existe', 'manage nao_existe', false],
    ['', 'show x', false],
  ])('%s with %j', (path, permission, allowed) => {
    expect(canOpenScreen(withRights(permission), path)).toBe(allowed)
  })

  it('answers or refuses any path and any permission', () => {
    const near = fc.stringMatching(/^\/?(?:ui\/)?(?:cadastros|compras)?\/?[a-z_]{0,12}(?:\/edit\/\d{0,3})?[?#]?$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), near), (text) => {
        expect(canOpenScreen(withRights(text), text)).toBe(screenNeed(text)?.kind === 'open')
      }),
      { numRuns: 20_000 },
    )
  })

  it('keeps roles to admin and ceo, contingency to admin and manager, NFS-e to four roles', () => {
    expect(['admin', 'ceo', 'manager'].map((role) => canOpenScreen(withRoles(role), '/ui/cadastros/role'))).toEqual([
      true,
      true,
      false,
    ])
    expect(['manager', 'biller_manager'].map((role) => canOpenScreen(withRoles(role), '/ui/nfe/contingencia'))).toEqual(
      [true, false],
    )
    expect(['financier_manager', 'buyer'].map((role) => canOpenScreen(withRoles(role), '/ui/nfse/nfse'))).toEqual([
      true,
      false,
    ])
  })

  it('opens the logistic warehouse with every mercadoria right', () => {
    const user = withRights('store mercadoria', 'show mercadoria', 'edit mercadoria', 'manage mercadoria')
    expect(canOpenScreen(user, '/ui/estoque/armazem_logistico')).toBe(true)
  })
})

describe('sections and elements', () => {
  it.each([
    [['extra venda'], { visible: false, message: NO_ACCESS, disabled: true, footer: false }],
    [['show venda'], { visible: true, message: null, disabled: true, footer: false }],
    [['show venda', 'extra venda'], { visible: true, message: null, disabled: false, footer: true }],
    [['show venda', 'edit venda'], { visible: true, message: null, disabled: false, footer: true }],
    [['store venda'], { visible: true, message: null, disabled: false, footer: true }],
  ])('with %j', (permissions, state) => {
    expect(sectionState(withRights(...permissions), ['venda'])).toEqual(state)
  })

  it('shows everything to a manager', () => {
    expect(sectionState(withRoles('manager'), ['venda'])).toEqual({
      visible: true,
      message: null,
      disabled: false,
      footer: true,
    })
  })

  it('asks an element for its role together with its resource', () => {
    const mark = { role: 'buyer', resource: 'venda' }
    expect(elementAllowed({ roles: ['buyer'], permissions: ['show venda'] }, mark)).toBe(true)
    expect(elementAllowed(withRoles('buyer'), mark)).toBe(false)
    expect(elementAllowed(withRights('show venda'), mark)).toBe(false)
    expect(elementAllowed(withRoles('admin'), mark)).toBe(true)
    expect(elementAllowed(withRights(), {})).toBe(true)
  })
})

describe('the address of a document', () => {
  it('is that of its screen, and its number', () => {
    expect(pathOf('venda', 12)).toBe('/ui/comercial/venda/edit/12')
    expect(pathOf('pedido_compra', '7')).toBe('/ui/compras/pedido_compra/edit/7')
  })

  it('is the address of what does not exist for what has no screen', () => {
    expect(hasScreen('saldo_inicial')).toBe(false)
    expect(pathOf('saldo_inicial', 1)).toBe('/404')
  })

  it('asks what its screen asks', () => {
    expect(screenNeed(pathOf('rota', 3))).toEqual({ kind: 'resource', resources: ['rotas_entrega'] })
  })
})
