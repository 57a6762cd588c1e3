/** Resources that companies may give fields of their own, and what each is called where one is chosen. */
export const EXTENSIBLE: Readonly<Record<string, string>> = {
  cliente: 'Clientes',
  fornecedor: 'Fornecedores',
  transportadora: 'Transportadoras',
  vendedor: 'Vendedores',
  colaborador: 'Colaboradores',
  motorista: 'Motoristas',
  veiculo: 'Veículos',
  mercadoria: 'Mercadorias',
  servico: 'Serviços',
  orcamento: 'Orçamentos',
  venda: 'Vendas',
  pedido_compra: 'Pedidos de compra',
  entrada: 'Entradas',
  separacao: 'Separações',
  roteirizacao: 'Roteirizações',
  rota: 'Rotas',
  ordem_servico: 'Ordens de serviço',
  ordem_producao: 'Ordens de produção',
  contas_pagar: 'Contas a pagar',
  contas_receber: 'Contas a receber',
  nfe: 'Notas fiscais',
}

/** Of these, those with papers that say what their companies marked as printed. */
export const PRINTED: ReadonlySet<string> = new Set([
  'orcamento',
  'venda',
  'pedido_compra',
  'entrada',
  'separacao',
  'roteirizacao',
  'rota',
  'ordem_servico',
  'ordem_producao',
  'contas_receber',
  'nfe',
])
