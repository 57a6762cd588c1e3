import { type Need, meets, need } from './needs'
import type { AccessUser } from './rights'

const { open, role, resource, right, all, full } = need

/**
 * What each screen asks, by path below /ui; `*` stands for one segment, and the longest pattern that begins a path decides.
 * Screens whose access the specification does not show ask for their own resource.
 */
const GATES: readonly (readonly [pattern: string, need: Need])[] = [
  ['dashboard', open],
  ['relatorios', resource('relatorios')],
  ['cadastros/user', resource('usuario')],
  ['cadastros/role', role('admin')],
  ['cadastros/solicitacao_conta', role('admin')],
  ['configuracao/pagamento', open],
  ['cadastros/tipo_entrada_saida', open],
  ['cadastros/cliente', resource('cliente')],
  ['cadastros/importacao', resource('importacao')],
  ['cadastros/lgpd', resource('lgpd')],
  ['cadastros/motorista', resource('motorista')],
  ['cadastros/fornecedor', resource('fornecedor')],
  ['cadastros/transportadora', resource('transportadora')],
  ['cadastros/empresa', resource('empresa')],
  ['cadastros/webhook_entrega', resource('empresa')],
  ['cadastros/vendedor', resource('vendedor')],
  ['cadastros/colaborador', resource('colaborador')],
  ['cadastros/cliente_categoria', resource('cliente')],
  ['cadastros/veiculo_particularidade', resource('transportadora')],
  ['cadastros/motivo_devolucao', resource('motivo_devolucao')],
  ['cadastros/municipio', open],
  ['cadastros/estado', open],
  ['cadastros/ncm', open],
  ['cadastros/cfop', open],
  ['cadastros/cest', open],
  ['comercial/meta', open],
  ['comercial/meta_venda', open],
  ['comercial/meta_vendedor', open],
  ['comercial/venda', resource('venda')],
  ['comercial/venda_devolucao', resource('venda_devolucao')],
  ['comercial/orcamento', resource('venda_orcamento')],
  ['comercial/promocao', open],
  ['comercial/promocao_mercadorias', open],
  ['comercial/tabela_preco', open],
  ['config/pdv', resource('pdv')],
  ['configuracao/itens', resource('configuracao')],
  ['configuracao/serie_numero', resource('serie_numero')],
  ['compras/nfe_compra', resource('dfe')],
  ['compras/pedido_compra', resource('pedido_compra')],
  ['compras/pedido_compra/edit/*/pedido_compra_mercadoria', right('edit pedido_compra')],
  ['compras/solicitacao', resource('solicitacao')],
  ['estoque/entrada', resource('entrada')],
  ['estoque/entrada/edit/*/entrada_item', right('edit entrada')],
  ['estoque/entrada/edit/*/entrada_duplicata', right('edit entrada')],
  ['estoque/recebimento', resource('entrada')],
  ['estoque/recebimento/edit/*/item', right('edit entrada')],
  ['estoque/recebimento/edit/*/entrada_duplicata', right('edit entrada')],
  ['estoque/mercadoria', resource('mercadoria')],
  ['estoque/mercadoria_grupo', open],
  ['estoque/mercadoria_grupo_subgrupo', open],
  ['estoque/mercadoria_caracteristica_grupo', open],
  ['estoque/mercadoria_familias', open],
  ['estoque/fabricante', resource('fabricante')],
  ['estoque/unidade', resource('unidade')],
  ['estoque/mercadoria_fechamento', resource('fechamento')],
  ['estoque/mercadoria_inventario', resource('inventario')],
  ['estoque/inventario', resource('inventario')],
  ['estoque/saidas', resource('saida')],
  ['estoque/transferencia', resource('transferencia_armazenamento')],
  ['estoque/devolucao', resource('devolucao_compra')],
  ['estoque/armazem_logistico', full('mercadoria')],
  ['estoque/locais', resource('armazenamento')],
  ['estoque/consumos', resource('consumo')],
  ['mobile/recebimento', resource('entrada')],
  ['expedicao/roteirizacao', resource('roteirizacao')],
  ['expedicao/separacao', resource('separacao')],
  ['expedicao/rota', resource('rotas_entrega')],
  ['expedicao/edi', resource('edi')],
  ['financeiro/centro_custos', resource('centro_custos')],
  ['financeiro/centro_resultados', resource('centro_resultados')],
  ['financeiro/conciliacao', resource('conciliacao')],
  ['financeiro/conciliacao_bancaria', resource('conciliacao_bancaria')],
  ['financeiro/conciliacao_venda', resource('conciliacao_venda')],
  ['financeiro/contas_pagar', resource('contas_pagar')],
  ['financeiro/contas_receber', resource('contas_receber')],
  ['financeiro/contas_receber/importar', right('importar contas_receber')],
  ['financeiro/boletos_dda', resource('boletos_dda')],
  ['financeiro/remessa_pagamento', resource('remessa_retorno')],
  ['financeiro/plano_conta', all(resource('contas_pagar'), resource('contas_receber'))],
  ['financeiro/fluxo_caixa', resource('fluxo_caixa')],
  ['financeiro/conta_caixa', resource('conta_caixa')],
  ['financeiro/banco_cnab', resource('banco_cnab')],
  ['financeiro/remessa', resource('remessa_retorno')],
  ['financeiro/retorno', resource('remessa_retorno')],
  ['misc/tables', resource('tables')],
  ['mrp/planejamento', resource('planejamento')],
  ['mrp/previsao', resource('previsao')],
  ['nfe/gnre', resource('gnre')],
  ['nfe/nfe', resource('nfe')],
  ['nfe/mdfe', resource('mdfe')],
  ['nfe/inutilizacao', resource('inutilizacao')],
  ['nfe/contingencia', role('admin', 'manager')],
  ['nfe/tributacao', resource('tributacao')],
  ['nfse/nfse', role('admin', 'manager', 'biller_manager', 'financier_manager')],
  ['sis/notificacao_template', resource('notificacao_template')],
  ['sis/anexos', resource('anexos')],
  ['sis/emails', resource('emails')],
  ['sis/janela_horario', resource('janela_horario')],
  ['producao/ordem_producao', resource('ordem_producao')],
  ['producao/atividade', resource('atividade')],
  ['producao/centro_trabalhos', resource('centro_trabalhos')],
  ['producao/recursos', resource('recursos')],
  ['producao/ordem_producao_mercadoria_atividade', resource('ordem_producao_mercadoria_atividade')],
  ['servico/ordem_servico', resource('ordem_servico')],
]

interface Gate {
  readonly segments: readonly string[]
  readonly need: Need
}

const PARSED: readonly Gate[] = GATES.map(([pattern, need]) => ({ segments: pattern.split('/'), need })).sort(
  (a, b) => b.segments.length - a.segments.length,
)
const MAX_PATH = 500

/** Screens that hold an area's screens: open to all, and they show each person what is theirs. Exactly these paths, none below. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'cadastros',
  'comercial',
  'compras',
  'configuracao',
  'estoque',
  'expedicao',
  'financeiro',
  'mrp',
  'nfe',
  'producao',
  'servico',
])

/** What the screen at the path asks; undefined when there is no such screen. `/ui/comercial/venda/edit/12` is `comercial/venda`. */
export function screenNeed(path: string): Need | undefined {
  const segments = path
    .slice(0, MAX_PATH)
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '')
  const below = segments[0] === 'ui' ? segments.slice(1) : segments
  if (below.length === 1 && CONTAINERS.has(below[0] ?? '')) return open
  return PARSED.find((gate) =>
    gate.segments.every((part, index) => part === below[index] || (part === '*' && index < below.length)),
  )?.need
}

/** True when the user may open the screen; anyone else is sent to 404, as for a screen that does not exist. */
export function canOpenScreen(user: AccessUser, path: string): boolean {
  const wanted = screenNeed(path)
  return wanted !== undefined && meets(user, wanted)
}
