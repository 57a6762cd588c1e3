import { sql } from 'drizzle-orm'
import { ACTIONS } from '../../core/access/rights'
import type { Db } from '../../http/db/pool'
import { rowsOf } from '../../http/platform/context'
import { insertMany } from '../../http/platform/engine/write'
import type { Ctx } from '../../http/platform/context'
import { resources } from '../../http/resources'
import { permission, role } from '../../http/sis/user'

/** The roles of document 1, section 6, as people read them. */
export const ROLES: Readonly<Record<string, string>> = {
  user: 'Usuário',
  admin: 'Administrador',
  ceo: 'Diretoria',
  manager: 'Gerente',
  operator: 'Operador',
  operator_manager: 'Gerente de operação',
  saller: 'Vendedor',
  saller_manager: 'Gerente de vendas',
  buyer: 'Comprador',
  stokman: 'Estoquista',
  stokman_manager: 'Gerente de estoque',
  biller_manager: 'Gerente de faturamento',
  financier_manager: 'Gerente financeiro',
  financier1: 'Financeiro 1',
  financier2: 'Financeiro 2',
}

/** What screens ask for beyond the resources that exist already, and rights with an action of their own. */
const FURTHER_RIGHTS =
  'relatorios motorista colaborador venda_devolucao pdv serie_numero pedido_compra solicitacao fechamento inventario saida transferencia_armazenamento devolucao_compra armazenamento consumo roteirizacao separacao rotas_entrega edi centro_custos centro_resultados conciliacao conciliacao_bancaria conciliacao_venda boletos_dda remessa_retorno fluxo_caixa conta_caixa banco_cnab tables planejamento previsao gnre nfe mdfe inutilizacao tributacao notificacao_template anexos emails janela_horario ordem_producao atividade centro_trabalhos recursos ordem_producao_mercadoria_atividade ordem_servico'.split(
    ' ',
  )
const OWN_RIGHTS = ['importar contas_receber', 'change pedido_compra', 'manage stok']

/** Every permission's name: '{action} {resource}'. */
export function permissionNames(): string[] {
  const rights = [...new Set([...resources.map((one) => one.right), ...FURTHER_RIGHTS])]
  return [...rights.flatMap((right) => ACTIONS.map((action) => `${action} ${right}`)), ...OWN_RIGHTS]
}

/** What a role is given from the start: right names by action, `store show edit: venda cliente`. Admin and manager pass without. */
const GRANTS: Readonly<Record<string, string>> = {
  saller: 'store show edit: venda venda_orcamento cliente; show: mercadoria vendedor transportadora',
  saller_manager:
    'store show edit manage: venda venda_orcamento cliente; show: mercadoria vendedor transportadora relatorios',
  buyer: 'store show edit: pedido_compra solicitacao fornecedor dfe previsao planejamento; show: mercadoria entrada',
  stokman: 'store show edit: entrada mercadoria dfe; show: fornecedor unidade fabricante',
  stokman_manager:
    'store show edit manage: entrada mercadoria dfe inventario importacao; show: fornecedor unidade fabricante',
  biller_manager: 'store show edit manage: nfe venda; show: cliente mercadoria contas_receber',
  financier_manager:
    'store show edit manage: contas_receber contas_pagar pagamento; show: cliente fornecedor venda relatorios fluxo_caixa',
  financier1: 'store show edit: contas_receber contas_pagar; show: cliente fornecedor venda',
  financier2: 'show: contas_receber contas_pagar cliente fornecedor',
  operator: 'show: venda mercadoria separacao',
  operator_manager:
    'store show edit manage: separacao cliente fornecedor transportadora importacao; show: venda mercadoria',
}

/** Makes the roles and permissions that do not exist yet; gives new roles their first permissions. Safely repeatable. */
export async function ensureRoles(ctx: Ctx): Promise<void> {
  const roles = await missing(ctx.db, 'role', Object.keys(ROLES))
  const permissions = await missing(ctx.db, 'permission', permissionNames())
  await insertMany(
    ctx,
    role,
    roles.map((name) => ({ name, descricao: ROLES[name] })),
  )
  await insertMany(
    ctx,
    permission,
    permissions.map((name) => ({ name })),
  )
  const pairs = roles.flatMap((name) => grantsOf(name).map((right) => ({ role: name, permission: right })))
  await ctx.db.execute(sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (role text, permission text)
    join role r on r.name = x.role join permission p on p.name = x.permission on conflict do nothing`)
}

function grantsOf(name: string): string[] {
  return (GRANTS[name] ?? '').split('; ').flatMap((part) => {
    const [actions = '', rights = ''] = part.split(': ')
    return rights.split(' ').flatMap((right) => (right ? actions.split(' ').map((action) => `${action} ${right}`) : []))
  })
}

async function missing(db: Db, table: 'role' | 'permission', names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf({ db }, sql`select name from ${sql.raw(table)}`)
  const known = new Set(rows.map((row) => String(row.name)))
  return names.filter((name) => !known.has(name))
}
