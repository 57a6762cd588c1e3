import type { ReactElement } from 'react'
import { Outline } from '../ui/icon'
import type { ScreenDefinition } from './registry'

/** Drawn in pairs of shapes that come back: a sheet of paper, a person, a round, a pin, a shield. */
const SHEET = 'M4 2h5l3 3v9H4zM9 2v3h3'
const PERSON = 'M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3M1.8 13c.4-2.3 2-3.5 4.2-3.5s3.8 1.2 4.2 3.5'
const ROUND = 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11'
const SHIELD = 'M8 2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4z'
const TRUCK =
  'M1.5 4H9v7H1.5zM9 6.5h3L14.5 9v2H9zM4 11a1.3 1.3 0 1 0 0 2.6A1.3 1.3 0 0 0 4 11M11.7 11a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6'
const BOX = 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6'
const CHART = 'M2.5 13.5h11M4 11V8M8 11V4M12 11V6'
const WRENCH =
  'M10.5 2.5a3.3 3.3 0 0 0-3.2 4.3L2.5 11.6v1.9h1.9l4.8-4.8a3.3 3.3 0 0 0 4.2-4.2l-2.1 2.1-1.7-1.8 2-2.1a3 3 0 0 0-1.1-.2'
const HOME = 'M2.5 8 8 3l5.5 5M4 7v6.5h8V7'

/** 16-unit outlines by the path below /ui: each screen of the menu has its own. */
const SCREEN_ICONS: Readonly<Record<string, string>> = {
  dashboard: HOME,
  primeiros_passos: `${ROUND}M5.5 8l1.8 1.8 3.2-3.6`,
  relatorios: CHART,
  'relatorios/proprios': `${CHART}M2.5 4h4`,
  'relatorios/agenda': 'M2.5 4.5h11v8h-11zM3 5l5 4 5-4M8 1.5v1.5',
  'comercial/orcamento': `${SHEET}M6.5 8c.2-1 2.8-1.1 2.8.3 0 .8-1.3.9-1.3 1.8M8 12h.01`,
  'comercial/venda': 'M3.5 5.5h9l.8 8H2.7zM5.8 7.5V4.7a2.2 2.2 0 0 1 4.4 0v2.8',
  'comercial/venda_devolucao': 'M5.5 4.5l-3 3 3 3M2.5 7.5h7.2a3.2 3.2 0 0 1 0 6.4H7',
  'comercial/venda_rapida': 'M1.5 2.5h2L5.4 10h6.8l1.6-5.2H4.2M6 13.2h.01M11.6 13.2h.01',
  'comercial/tabela_preco': 'M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01',
  'comercial/tabela_preco_mercadorias': 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9M10 3.5v9',
  'comercial/promocao':
    'M4 12l8-8M5.5 4.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6M10.5 9.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6',
  'comercial/promocao_mercadorias': 'M2.5 2.5h5l6 6-5 5-6-6zM5.8 9l3.4-3.4',
  'comercial/motivo_perda': `${ROUND}M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4`,
  'comercial/meta': `${ROUND}M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 8h.01`,
  'comercial/meta_vendedor': `${PERSON}M12 13V3l2.5 1.5L12 6`,
  'comercial/meta_venda': 'M4 14V2.5L12.5 5 4 8',
  'compras/nfe_compra': `${SHEET}M8 7v4.5M6 9.5l2 2 2-2`,
  'compras/mdfe_recebido': `${SHEET}M5.5 11.5h5M8 7v4.5`,
  'compras/pedido_compra': 'M4 3.5h8V14H4zM6 3.5V2h4v1.5M6 7h4M6 9.5h4',
  'compras/solicitacao': 'M2.5 3h11v8.5H7L4 14v-2.5H2.5zM8 5.2v4M6 7.2h4',
  'estoque/mercadoria': BOX,
  'estoque/entrada': 'M2.5 7v6.5h11V7M8 2v7.5M5.5 7 8 9.5 10.5 7',
  'estoque/recebimento': 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M5 5.5v5M7 5.5v5M9 5.5v5M11 5.5v5',
  'mobile/recebimento': 'M5 1.5h6v13H5zM7.2 12.5h1.6M7 4v5.5M8.2 4v5.5M9.4 4v5.5',
  'estoque/unitizador':
    'M3.5 2.5h4v4h-4zM8.5 2.5h4v4h-4zM3.5 7h4v3.5h-4zM8.5 7h4v3.5h-4zM2 12h12M3 12v2M8 12v2M13 12v2',
  'estoque/transferencia': 'M2 3h5v5H2zM9 8h5v5H9zM9.5 5.5h3V8M6.5 10.5h-3V8',
  'estoque/mercadoria_fechamento': 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3M6 10l1.5 1.5 3-3',
  'estoque/mercadoria_inventario':
    'M4 3.5h8V14H4zM6 3.5V2h4v1.5M6 7.5l1 1 1.5-1.8M6 11l1 1 1.5-1.8M10 8h.01M10 11.5h.01',
  'estoque/mercadoria_inventario_item': 'M2.5 3.5h11M2.5 8h6M2.5 12.5h4M10 11l1.5 1.5 2.5-3',
  'estoque/inventario': 'M5 2h6v12H5zM7 12h2M6.5 4.5v4M8 4.5v4M9.5 4.5v4',
  'estoque/mercadoria_lote': 'M2.5 4.5 8 2l5.5 2.5v7L8 14l-5.5-2.5zM2.5 4.5 8 7l5.5-2.5M8 7v7M5 3.4l5.5 2.5',
  'estoque/saidas': 'M2.5 7v6.5h11V7M8 9.5V2M5.5 4.5 8 2l2.5 2.5',
  'estoque/devolucao': 'M2.5 8.5v5h11v-5M12.5 5.5H5.2M7.7 3 5 5.5 7.7 8',
  'estoque/consumos': 'M3 8h10l-1.2 5.5H4.2zM5.5 8V5.5M8 8V2.5M10.5 8V5.5',
  'estoque/fabricante': 'M2.5 13.5v-6l3.5 2v-2l3.5 2V3h4v10.5z',
  'estoque/etiqueta_modelo': 'M2 4h12v8H2zM4.5 6v4M6 6v4M8.5 6v4M10 6v4M11.5 6v4',
  'estoque/unidade': 'M2 5.5h12v5H2zM4.5 5.5v2M7 5.5V8M9.5 5.5v2M12 5.5V8',
  'estoque/mercadoria_grupo': 'M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z',
  'estoque/mercadoria_grupo_subgrupo': 'M2.5 2.5h4V6h-4zM4.5 6v6.5h4M4.5 8.5h4M8.5 7h5v3h-5zM8.5 11.2h5v2.6h-5z',
  'estoque/mercadoria_familias': 'M8 2l6 3-6 3-6-3zM2.5 8 8 10.7 13.5 8M2.5 11 8 13.7 13.5 11',
  'estoque/mercadoria_caracteristica_grupo': 'M3 3.5h3v3H3zM3 9.5h3v3H3zM8.5 5H13M8.5 11H13',
  'estoque/armazem_logistico': 'M2 13.5V6l6-3.5L14 6v7.5M4.5 13.5v-5h7v5M4.5 11h7',
  'estoque/locais': 'M3 2.5v11M13 2.5v11M3 5.5h10M3 9.5h10M5.5 3.2v2.3M9.5 7.2v2.3M3 13h10',
  'expedicao/roteirizacao':
    'M4 2.5a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4M12 10a1.7 1.7 0 1 0 0 3.4A1.7 1.7 0 0 0 12 10M5.7 4.2H10a2 2 0 0 1 0 4H6a2 2 0 0 0 0 4h4.3',
  'expedicao/separacao': 'M2.5 4h8M2.5 8h8M2.5 12h5M12 5.5l1.2 1.2L15 4.5M11 11.5l1.2 1.2L14.5 10',
  'expedicao/rota': TRUCK,
  'expedicao/edi': 'M3 2.5h6l3 3V8M9 2.5v3h3M3 2.5v11h4M8.5 11h5.5M12 9l2 2-2 2',
  'mrp/previsao': 'M2.5 2.5v11h11M4.5 10l3-3 2 2 4-5',
  'mrp/planejamento': 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  'producao/ordem_producao': WRENCH,
  'producao/quadro': 'M2 3h12M2 6h5M5 9h6M9 12h5',
  'producao/ordem_producao_mercadoria_atividade': 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3M8 5.5V8l2 1.5M6 1.5h4',
  'producao/centro_trabalhos': 'M2 6h12M3.5 6v7.5M12.5 6v7.5M5.5 6V3h5v3M3.5 10h9',
  'producao/recursos': 'M3 13.5h10M5 13.5V3.5h6v4H8v2.5M9.5 7.5V10',
  'producao/atividade': 'M8 4.2a4.7 4.7 0 1 0 0 9.4 4.7 4.7 0 0 0 0-9.4M8 6.5V9l1.7 1M6.5 2h3',
  'servico/ordem_servico': 'M2.5 13.5 8 8M9.5 2.8a3.2 3.2 0 1 0 3.7 3.7L11 7 9 5z',
  'servico/equipamento': 'M2 4h12v7H2zM5 14h6M8 11v3',
  'servico/contrato_servico': `${SHEET}M5.5 7.5h5M5.5 11.5c1.5-3 2 1.5 4.5-.5`,
  'servico/servico': `${ROUND}M8 5v6`,
  'financeiro/aviso_pagamento': `${ROUND}M5.2 8.2 7.3 10.3 11 6`,
  'financeiro/fluxo_caixa': 'M2 5h12v8H2zM2 7.5h12M8 9.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6M4 3h8',
  'financeiro/fluxo_caixa/projecao': 'M2 13.5h12M2.5 9.5 6 6.5l3 2 4.5-5M13.5 6V3.5H11',
  'financeiro/cobranca':
    'M4 2.5h2.5l1.2 3-1.6 1.2a8 8 0 0 0 3.2 3.2l1.2-1.6 3 1.2V12c0 .8-.7 1.5-1.5 1.5A9.5 9.5 0 0 1 2.5 4c0-.8.7-1.5 1.5-1.5z',
  'financeiro/conciliacao': 'M2 4.5h12v8H2zM2 7.5h12M4.5 10.5l1.3 1.3 2.4-2.6',
  'financeiro/conciliacao_bancaria': 'M2.5 3.5h5v9h-5zM8.5 3.5h5v9h-5zM4 6h2M4 8.5h2M10 7.5l1 1 1.5-2',
  'financeiro/extrato_banco': 'M3 2.5h10v11l-2-1.2-1.5 1.2L8 12.3l-1.5 1.2L5 12.3l-2 1.2zM5.5 5.5h5M5.5 8h3',
  'financeiro/extrato_arquivo': 'M4 2.5h5l3 3v8H4zM9 2.5v3h3M8 8v3.5M6.3 10 8 11.7 9.7 10',
  'financeiro/conciliacao_regra': 'M3 4h10M3 8h6M3 12h4M10 11.5l1.3 1.3 2.4-2.6',
  'financeiro/dre': 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h2.5',
  'financeiro/boleto': 'M2 3.5h12v9H2zM4.5 6v4M6.2 6v4M7.2 6v4M9.2 6v4M10.8 6v4M11.8 6v4',
  'financeiro/remessa': `${SHEET}M8 12V7M6 9l2-2 2 2`,
  'financeiro/retorno': `${SHEET}M5.5 10h5M7.5 8l-2 2 2 2`,
  'financeiro/retorno_boleto': `${SHEET}M5.5 7h5M5.5 10h5`,
  'financeiro/remessa_pagamento': `${SHEET}M5.5 8h5M8.5 6l2 2-2 2M5.5 12h5`,
  'financeiro/retorno_pagamento': `${SHEET}M5.5 8h5M7.5 6l-2 2 2 2M5.5 12h5`,
  'financeiro/banco_cnab': 'M2.5 6 8 2.5 13.5 6zM4 7.5v4M8 7.5v4M12 7.5v4M2 13.5h12M5.5 9.5h1M9.5 9.5h1',
  'financeiro/boletos_dda': 'M2 3.5h12v9H2zM4.5 6v4M6.2 6v4M7.2 6v4M8.5 8h5M11.5 6l2 2-2 2',
  'financeiro/feriado': 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3M8 9v2.5',
  'financeiro/conta_caixa': 'M2.5 6 8 2.5 13.5 6zM4 7.5v4M6.7 7.5v4M9.3 7.5v4M12 7.5v4M2.5 13.5h11',
  'financeiro/plano_conta': 'M3 3h4v3H3zM9 7h4v3H9zM9 11.5h4M5 6v7h4M5 8.5h4',
  'financeiro/centro_custos': `${ROUND}M8 2.2V8l4 4`,
  'financeiro/centro_resultados': `${ROUND}M8 2.2V8h5.8`,
  'financeiro/fechamento': 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3M6 10.2l1.5 1.5L10.3 9',
  'nfe/pendencias': `${SHEET}M8 7v3M8 12h.01`,
  'nfe/nfe': `${SHEET}M5.5 7h5M5.5 9.5h5M5.5 12h3`,
  'nfse/nfse': `${SHEET}M6 11.5l4-4M9 7h1.5v1.5`,
  'nfe/gnre': `${SHEET}M5.5 7h5M6 9.5v3M8 9.5v3M10 9.5v3`,
  'nfe/mdfe': `${SHEET}M5.5 8h3v3h-3zM8.5 9h2v2h-2`,
  'nfe/inutilizacao': `${SHEET}M5.5 7.5l5 5M10.5 7.5l-5 5`,
  'nfe/guarda': 'M2 3h12v3H2zM3 6v7.5h10V6M6.5 8.5h3',
  'nfe/contingencia': 'M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.8h.01',
  'nfe/tributacao': `${SHEET}M6 12l4-4M6.2 8h.01M9.8 12h.01`,
  'financeiro/contas_receber': `${ROUND}M8 5v5.5M5.8 8.5 8 10.7l2.2-2.2`,
  'financeiro/contas_pagar': `${ROUND}M8 11V5.5M5.8 7.5 8 5.3l2.2 2.2`,
  'cadastros/cliente': 'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M2.8 13.5c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4',
  'cadastros/cliente_categoria':
    'M6 3a2.3 2.3 0 1 0 0 4.6A2.3 2.3 0 0 0 6 3M1.8 13c.4-2.3 2-3.5 4.2-3.5.8 0 1.5.1 2.2.5M10 9.5h2.2l2 2-2 2-2.2-2z',
  'cadastros/fornecedor':
    'M2.5 6.5l1-3.5h9l1 3.5a1.8 1.8 0 0 1-3.6 0 1.9 1.9 0 0 1-3.8 0 1.8 1.8 0 0 1-3.6 0M3.5 8.5v5h9v-5M6.5 13.5v-3h3v3',
  'cadastros/transportadora': 'M2 4h12v7H2zM5 4v7M8 4v7M11 4v7M4 13.5h.01M12 13.5h.01',
  'cadastros/veiculo_particularidade': 'M2.5 11V8L4 4.5h8L13.5 8v3zM2.5 8h11M4.5 11v1.5M11.5 11v1.5',
  'cadastros/motorista': `${ROUND}M8 6.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4M2.6 7.5h4.2M9.2 7.5h4.2M8 9.2v4.2`,
  'cadastros/vendedor': 'M4 2.5h8v11H4zM8 5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M5.8 11.5c.2-1.3 1-2 2.2-2s2 .7 2.2 2',
  'cadastros/colaborador': `${PERSON}M10.5 3.3a2.2 2.2 0 0 1 0 4.1M12 9.8c1.3.5 2 1.6 2.3 3.2`,
  'cadastros/empresa': 'M3.5 13.5v-11h6v11M9.5 6.5h3v7M2 13.5h12M5.5 5h2M5.5 7.5h2M5.5 10h2',
  'cadastros/webhook_entrega': 'M2.5 8l11-5L10 13 7.5 9zM7.5 9l6-6',
  'cadastros/tipo_entrada_saida': 'M2.5 5.5h9M9 3l2.5 2.5L9 8M13.5 10.5h-9M7 8l-2.5 2.5L7 13',
  'cadastros/motivo_devolucao': 'M5.5 3l-3 3 3 3M2.5 6h7a3.7 3.7 0 0 1 0 7.4H6',
  'cadastros/user': `${ROUND}M8 5a1.7 1.7 0 1 0 0 3.4A1.7 1.7 0 0 0 8 5M4.5 12.2c.5-1.7 1.8-2.5 3.5-2.5s3 .8 3.5 2.5`,
  'cadastros/role': SHIELD,
  'cadastros/solicitacao_conta': `${PERSON}M12.5 4v4M10.5 6h4`,
  'cadastros/importacao': 'M8 10.5v-8M5 5.5l3-3 3 3M3 13h10',
  'cadastros/lgpd': `${SHIELD}M5.8 8l1.7 1.7 2.8-3`,
  'cadastros/municipio':
    'M8 14c3-3.3 4.5-5.5 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 8.5 5 10.7 8 14M8 5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3',
  'cadastros/estado': 'M2.5 4 6 2.5 10 4l3.5-1.5V12L10 13.5 6 12l-3.5 1.5zM6 2.5V12M10 4v9.5',
  'cadastros/ncm': 'M2.5 3.5v9M5 3.5v9M7 3.5v9M9.5 3.5v9M11.5 3.5v9M13.5 3.5v9',
  'cadastros/cfop': 'M5.5 2.5l-1 11M11.5 2.5l-1 11M2.5 6h11M2.5 10h11',
  'cadastros/cest':
    'M4 12l8-8M4.8 3.5a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8M11.2 9.7a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8',
  'cadastros/cclasstrib': `${SHEET}M6 11.5l4-4M6.5 8h.01M9.5 11.2h.01`,
  'cadastros/cst': 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6 6.5v6',
  'configuracao/itens': 'M2.5 4.5h7M12.5 4.5h1M2.5 8h2M7.5 8h6M2.5 11.5h6M11.5 11.5h2M11 3v3M6 6.5v3M10 10v3',
  'configuracao/seguranca': 'M4 7.5h8v6H4zM5.7 7.5V5.3a2.3 2.3 0 0 1 4.6 0v2.2',
  'configuracao/chave_api': 'M5 6a2.8 2.8 0 1 0 0 5.6A2.8 2.8 0 0 0 5 6M7.8 8.8h6M11.5 8.8v2.5M13.5 8.8v2',
  'configuracao/evento_seguranca':
    'M1.5 8C3 5 5.3 3.7 8 3.7S13 5 14.5 8C13 11 10.7 12.3 8 12.3S3 11 1.5 8M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6',
  'misc/tables': 'M2.5 3h11v10h-11zM2.5 6.2h11M6 6.2V13',
  'configuracao/pagamento': 'M2 4h12v8H2zM2 7h12',
  'config/pdv': 'M3 2.5h10v6H3zM2 13.5l1-5h10l1 5zM6 11h4',
  'configuracao/serie_numero': 'M3 4.5l1.2-1v5M3 8.5h2.5M8 4.5h5.5M8 7.5h5.5M3 12.5h10.5',
  'sis/janela_horario': `${ROUND}M8 5v3.2l2.3 1.5`,
  'sis/agentes': 'M2.5 3h11v7h-11zM6 13h4M8 10v3M5 6.5h2M9 5.2v2.6M11 5.2v2.6',
  'sis/auditoria': 'M6.8 2.5a4.3 4.3 0 1 0 0 8.6 4.3 4.3 0 0 0 0-8.6M10 10l3.7 3.7M5 5.8h3.6M5 7.8h2.4',
  'sis/saude': 'M2.5 8h3l2-4 2 8 2-4h2',
  'sis/custom_field': 'M2.5 4h11v4h-11zM2.5 10.5h5v3h-5zM9.5 12h4M11.5 10v4',
  'sis/anexos': 'M12.5 7.5 8 12a3 3 0 0 1-4.2-4.2l5.5-5.5a2 2 0 0 1 2.8 2.8L6.8 10.4a1 1 0 0 1-1.4-1.4L10 4.5',
  'sis/emails/list': 'M2.5 4h11v8.5h-11zM2.5 4.5l5.5 4.3 5.5-4.3',
  'sis/notificacao_template': 'M2.5 3h11v8H7l-3 2.8V11H2.5zM5 6h2M9 6h2M5 8.5h6',
  'sis/troca':
    'M4.5 11.5a2.7 2.7 0 0 1-.2-5.4 3.8 3.8 0 0 1 7.3-.6 3 3 0 0 1 .4 6M6.5 13.5v-4M5.2 10.8l1.3-1.3M9.5 9.5v4M10.8 12.2l-1.3 1.3',
}

/** The picture of each area. */
const AREA_ICONS: Readonly<Record<string, string>> = {
  Comercial: 'M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3h.01',
  Compras: 'M1.5 2.5h2L5.4 10h6.8l1.6-5.2H4.2M6 13.2h.01M11.6 13.2h.01',
  Estoque: BOX,
  Expedição: TRUCK,
  Financeiro: 'M8 2v12M11 4.5C9 3 5.2 3.4 5.2 5.7S11 7.6 11 10.2 7 13 5 11.4',
  Fiscal: `${SHEET}M6 8h4M6 10.5h4`,
  Planejamento: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  Produção: 'M2.5 13.5v-6l3.5 2v-2l3.5 2V3h4v10.5z',
  Serviço: WRENCH,
  Cadastros:
    'M4 2.5h8.5v11H4zM2.5 5h2M2.5 8h2M2.5 11h2M8.2 5.2a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8M6 11.5c.3-1.3 1-2 2.2-2s2 .7 2.3 2',
  Relatórios: CHART,
  Configuração:
    'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4',
}

/** The picture of an area. */
export const AreaIcon = ({ area }: { readonly area: string }): ReactElement => <Outline d={AREA_ICONS[area] ?? SHEET} />

/** The picture of a screen; of one that has none, its area's. */
export const ScreenIcon = ({ screen }: { readonly screen: ScreenDefinition }): ReactElement => (
  <Outline d={SCREEN_ICONS[screen.path.replace('/ui/', '')] ?? AREA_ICONS[screen.area] ?? SHEET} />
)
