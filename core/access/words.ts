import { ACTIONS, readRight } from './rights'

/** Roles and rights as people read them: a screen never shows the names that programs know them by. */

/** The roles of document 1, section 6. */
export const ROLE_NAMES: Readonly<Record<string, string>> = {
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

/** What a role is called; one that people made, by the name that they gave it. */
export const roleText = (name: string): string =>
  (Object.hasOwn(ROLE_NAMES, name) ? ROLE_NAMES[name] : undefined) ?? name

/** What rights are on, by area, as menus have them; the order is that of the matrix. */
export const RIGHT_AREAS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Comercial: {
    venda: 'Vendas',
    venda_orcamento: 'Orçamentos',
    venda_devolucao: 'Devoluções de venda',
    comissao: 'Comissões',
    tabela_preco: 'Tabelas de preço',
    promocao: 'Promoções',
    meta: 'Metas',
    pdv: 'Ponto de venda',
    serie_numero: 'Séries e numeração',
  },
  Compras: {
    pedido_compra: 'Pedidos de compra',
    solicitacao: 'Solicitações de compra',
    dfe: 'Notas recebidas',
    devolucao_compra: 'Devoluções de compra',
  },
  Estoque: {
    mercadoria: 'Mercadorias',
    stok: 'Preços e estoque das mercadorias',
    custo: 'Custos e margens',
    entrada: 'Entradas',
    saida: 'Saídas',
    consumo: 'Consumos',
    inventario: 'Inventários',
    fechamento: 'Fechamentos de estoque',
    transferencia_armazenamento: 'Transferências',
    armazenamento: 'Locais de estoque',
    unidade: 'Unidades',
    fabricante: 'Fabricantes',
  },
  Expedição: {
    rotas_entrega: 'Rotas de entrega',
    roteirizacao: 'Roteirização',
    separacao: 'Separação',
    edi: 'Troca eletrônica de arquivos',
  },
  Financeiro: {
    contas_receber: 'Contas a receber',
    contas_pagar: 'Contas a pagar',
    pagamento: 'Formas de pagamento',
    fluxo_caixa: 'Fluxo de caixa',
    conta_caixa: 'Contas de caixa',
    banco_cnab: 'Bancos e cobrança',
    remessa_retorno: 'Remessas e retornos',
    boletos_dda: 'Boletos recebidos',
    conciliacao: 'Conciliação',
    conciliacao_bancaria: 'Conciliação bancária',
    conciliacao_venda: 'Conciliação de vendas',
    centro_custos: 'Centros de custo',
    centro_resultados: 'Centros de resultado',
    gnre: 'Guias de recolhimento',
  },
  Fiscal: {
    nfe: 'Notas fiscais',
    nfse: 'Notas de serviço',
    mdfe: 'Manifestos de carga',
    inutilizacao: 'Inutilizações',
    contingencia: 'Contingência',
    guarda_fiscal: 'Guarda fiscal',
    tributacao: 'Tributação',
  },
  Planejamento: { previsao: 'Previsões', planejamento: 'Planejamentos' },
  Produção: {
    ordem_producao: 'Ordens de produção',
    ordem_producao_mercadoria_atividade: 'Atividades das ordens',
    atividade: 'Atividades',
    centro_trabalhos: 'Centros de trabalho',
    recursos: 'Recursos de produção',
  },
  Serviço: { ordem_servico: 'Ordens de serviço', servico: 'Serviços', contrato_servico: 'Contratos de serviço' },
  Cadastros: {
    cliente: 'Clientes',
    fornecedor: 'Fornecedores',
    transportadora: 'Transportadoras e veículos',
    motorista: 'Motoristas',
    vendedor: 'Vendedores',
    colaborador: 'Colaboradores',
    motivo_devolucao: 'Motivos de devolução',
    tipo_entrada_saida: 'Tipos de operação',
    municipio: 'Municípios',
    empresa: 'Empresas e integrações',
    importacao: 'Importações',
    lgpd: 'Dados pessoais (LGPD)',
  },
  Sistema: {
    usuario: 'Usuários',
    agente: 'Agentes locais',
    role: 'Regras de acesso',
    configuracao: 'Configuração',
    custom_field: 'Campos personalizados',
    relatorios: 'Relatórios',
    anexos: 'Anexos',
    janela_horario: 'Janelas de horário',
    notificacao_template: 'Modelos de aviso',
    emails: 'E-mails',
    tables: 'Tabelas',
    tarefa: 'Tarefas',
    lancamento: 'Lançamentos',
    chat: 'Conversas',
  },
}

const TITLES: ReadonlyMap<string, string> = new Map(Object.values(RIGHT_AREAS).flatMap((one) => Object.entries(one)))

/** The actions of the matrix, in its columns' order. */
export const ACTION_NAMES: Readonly<Record<(typeof ACTIONS)[number], string>> = {
  show: 'Ver',
  store: 'Criar',
  edit: 'Alterar',
  manage: 'Gerir',
  extra: 'Extra',
}

/** What an action means, for who gives it. */
export const ACTION_HELP: Readonly<Record<(typeof ACTIONS)[number], string>> = {
  show: 'Abre e consulta',
  store: 'Inclui novos registros',
  edit: 'Altera e exclui registros',
  manage: 'Faz tudo, também o que pede um responsável',
  extra: 'Usa o que só alguns podem, além de outra permissão',
}

/** Actions that one area alone has. */
const OWN_ACTIONS: Readonly<Record<string, string>> = { importar: 'Importar' }

const isAction = (name: string): name is (typeof ACTIONS)[number] => Object.hasOwn(ACTION_NAMES, name)

/** What rights on a resource are about; what nobody has named yet, by a word that is none of the program's. */
export const rightTitle = (resource: string): string => TITLES.get(resource) ?? resource.replaceAll('_', ' ')

/** `edit venda` as `Alterar vendas`. What is no right comes back as it is. */
export function rightText(permission: string): string {
  const right = readRight(permission)
  if (right === null) return permission
  const { action, resource } = right
  const title = rightTitle(resource)
  const verb = isAction(action) ? ACTION_NAMES[action] : (OWN_ACTIONS[action] ?? action)
  return `${verb} ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
}
