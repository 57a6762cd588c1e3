import type { IconName } from '../ui/icon'

/** A number of the dashboard and the list that it counts. */
export interface FigureDefinition {
  /** Its name in `/api/painel`; one that the server left out is not shown. */
  readonly key: string
  readonly label: string
  readonly to: string
  /** Something is wrong while it is not zero. */
  readonly bad?: true
  /** Waits to be done. */
  readonly todo?: true
}

export type GroupName = 'minhas' | 'vendas' | 'financeiro' | 'fiscal' | 'estoque' | 'compras'

export interface Group {
  readonly name: GroupName
  readonly title: string
  readonly icon: IconName
  readonly figures: readonly FigureDefinition[]
}

const view = (path: string, name: string): string => `${path}?visao=${encodeURIComponent(name).replaceAll('%20', '+')}`
const VENDA = '/ui/comercial/venda'
const RECEBER = '/ui/financeiro/contas_receber'
const NFE = '/ui/nfe/nfe'
const PAGAR = '/ui/financeiro/contas_pagar'

const GROUPS: Readonly<Record<GroupName, Group>> = {
  minhas: {
    name: 'minhas',
    title: 'Minhas vendas',
    icon: 'user',
    figures: [
      { key: 'minhas_hoje', label: 'Vendi hoje', to: view(VENDA, 'Vendidas por mim hoje') },
      { key: 'minha_meta', label: 'Falta para a minha meta', to: '/ui/comercial/meta' },
      { key: 'minhas_periodo', label: 'Vendi em 30 dias', to: view(VENDA, 'Vendidas por mim em 30 dias') },
    ],
  },
  vendas: {
    name: 'vendas',
    title: 'Vendas',
    icon: 'tag',
    figures: [
      { key: 'vendas_hoje', label: 'Vendas de hoje', to: view(VENDA, 'De hoje') },
      { key: 'vendas_30dias', label: 'Vendas em 30 dias', to: view(VENDA, 'Últimos 30 dias') },
      { key: 'vendas_expedir', label: 'A expedir', to: view(VENDA, 'A expedir'), todo: true },
      { key: 'vendas_faturar', label: 'A faturar', to: view(VENDA, 'A faturar'), todo: true },
      { key: 'vendas_bloqueadas', label: 'Bloqueadas', to: view(VENDA, 'Bloqueadas'), bad: true },
      { key: 'orcamentos_abertos', label: 'Orçamentos abertos', to: view('/ui/comercial/orcamento', 'Abertos') },
    ],
  },
  financeiro: {
    name: 'financeiro',
    title: 'Financeiro',
    icon: 'money',
    figures: [
      { key: 'receber_hoje', label: 'A receber hoje', to: view(RECEBER, 'Hoje') },
      { key: 'receber_vencer', label: 'A receber, a vencer', to: view(RECEBER, 'A vencer') },
      { key: 'receber_vencido', label: 'A receber, vencidas', to: view(RECEBER, 'Vencidas'), bad: true },
      { key: 'pagar_hoje', label: 'A pagar hoje', to: view(PAGAR, 'Hoje'), todo: true },
      { key: 'pagar_vencer', label: 'A pagar, a vencer', to: view(PAGAR, 'A vencer') },
      { key: 'pagar_vencido', label: 'A pagar, vencidas', to: view(PAGAR, 'Vencidas'), bad: true },
      { key: 'cobrar', label: 'Clientes a cobrar', to: '/ui/financeiro/cobranca', todo: true },
      {
        key: 'extrato_conciliar',
        label: 'Extrato a conciliar',
        to: view('/ui/financeiro/extrato_banco', 'A conciliar'),
        todo: true,
      },
      { key: 'cartoes_deposito', label: 'Cartões sem depósito', to: '/ui/financeiro/conciliacao', todo: true },
    ],
  },
  fiscal: {
    name: 'fiscal',
    title: 'Fiscal',
    icon: 'file',
    figures: [
      { key: 'notas_enviar', label: 'Notas a enviar', to: view(NFE, 'A enviar'), todo: true },
      { key: 'notas_rejeitadas', label: 'Notas rejeitadas', to: view(NFE, 'Rejeitadas'), bad: true },
      {
        key: 'notas_falha_guarda',
        label: 'Com falha na guarda do XML',
        to: view(NFE, 'Com falha na guarda'),
        bad: true,
      },
    ],
  },
  estoque: {
    name: 'estoque',
    title: 'Estoque',
    icon: 'box',
    figures: [
      { key: 'estoque_valor', label: 'Valor em estoque', to: '/ui/estoque/mercadoria' },
      { key: 'entradas_abertas', label: 'Entradas abertas', to: view('/ui/estoque/entrada', 'Abertas'), todo: true },
    ],
  },
  compras: {
    name: 'compras',
    title: 'Compras',
    icon: 'file',
    figures: [
      { key: 'nfe_importar', label: 'NF-e a importar', to: view('/ui/compras/nfe_compra', 'A importar'), todo: true },
    ],
  },
}

/** What each role looks at first; what it may not see is left out by the server. The first role that a person holds decides. */
const ORDERS: readonly (readonly [roles: readonly string[], order: readonly GroupName[]])[] = [
  [
    ['admin', 'ceo', 'manager'],
    ['vendas', 'financeiro', 'fiscal', 'estoque', 'compras', 'minhas'],
  ],
  [
    ['financier_manager', 'financier1', 'financier2'],
    ['financeiro', 'vendas', 'fiscal', 'compras', 'estoque', 'minhas'],
  ],
  [['biller_manager'], ['fiscal', 'vendas', 'financeiro', 'estoque', 'compras', 'minhas']],
  [['buyer'], ['compras', 'estoque', 'financeiro', 'vendas', 'fiscal', 'minhas']],
  [
    ['stokman_manager', 'stokman'],
    ['estoque', 'compras', 'vendas', 'financeiro', 'fiscal', 'minhas'],
  ],
  [['saller_manager'], ['vendas', 'minhas', 'financeiro', 'fiscal', 'estoque', 'compras']],
  [['saller'], ['minhas', 'vendas', 'estoque', 'financeiro', 'fiscal', 'compras']],
  [
    ['operator_manager', 'operator'],
    ['vendas', 'estoque', 'compras', 'financeiro', 'fiscal', 'minhas'],
  ],
]
const USUAL: readonly GroupName[] = ['minhas', 'vendas', 'financeiro', 'fiscal', 'estoque', 'compras']

/** The groups of the dashboard in the order of the person's work. */
export function groupsFor(roles: readonly string[]): readonly Group[] {
  const found = ORDERS.find(([names]) => names.some((name) => roles.includes(name)))
  return (found?.[1] ?? USUAL).map((name) => GROUPS[name])
}
