/** Every resource of the API, in the order in which documentation lists them. A new one is added here, and nowhere else. */
import { municipio } from './cadastros/municipio'
import { empresa } from './cadastros/empresa'
import { clienteCashback } from './cadastros/cliente-cashback'
import { clienteCategoria } from './cadastros/cliente-categoria'
import { clienteIntencao } from './cadastros/cliente-intencao'
import { colaborador } from './cadastros/colaborador'
import { empresaCertificado } from './cadastros/empresa/certificado/certificado'
import { empresaTrayPagamento } from './cadastros/empresa/tray/pagamento'
import { webhookEntrega } from './cadastros/empresa/webhook/entrega'
import { empresaWebhook } from './cadastros/empresa-webhook'
import { equipeColaborador, equipeVendedor } from './cadastros/equipe'
import { estado } from './cadastros/estado'
import { importacao } from './cadastros/importacao/importacao'
import { lgpd } from './cadastros/lgpd/lgpd'
import { motivoDevolucao } from './cadastros/motivo-devolucao'
import { motorista } from './cadastros/motorista'
import { cliente, clienteEndereco, fornecedor, transportadora, vendedor } from './cadastros/pessoas'
import { cest, cfop, ncm } from './cadastros/tabelas-fiscais'
import { tipoEntradaSaida } from './cadastros/tipo-entrada-saida'
import {
  particularidadeDoCliente,
  particularidadeDoVeiculo,
  veiculoParticularidade,
} from './cadastros/particularidades'
import { veiculo } from './cadastros/veiculo'
import { vendedorComissao } from './cadastros/vendedor-comissao'
import { nfeCompra } from './compras/nfe_compra/nfe-compra'
import {
  pedidoCompra,
  pedidoCompraMercadoria,
  pedidoCompraMercadoriaPreco,
  pedidoCompraPagamento,
} from './compras/pedido_compra/pedido-compra'
import { solicitacao, solicitacaoMercadoria } from './compras/solicitacao/solicitacao'
import { meta, metaVenda, metaVendedor } from './comercial/meta/meta'
import { orcamento, orcamentoDuplicata, orcamentoMercadoria } from './comercial/orcamento/orcamento'
import { tabelaPreco } from './comercial/tabela-preco'
import { venda, vendaDuplicata, vendaMercadoria } from './comercial/venda/venda'
import { entrada, entradaDuplicata, entradaMercadoria } from './estoque/entrada/entrada'
import {
  mercadoria,
  mercadoriaArmazenamento,
  mercadoriaEanAuxiliar,
  mercadoriaFornecedor,
  mercadoriaPreco,
  mercadoriaSaldo,
  movimentoEstoque,
} from './estoque/mercadoria'
import { mercadoriaInsumo } from './estoque/mercadoria-insumo'
import { mercadoriaPlanejamento } from './estoque/mercadoria-planejamento'
import {
  armazem,
  armazenamento,
  fabricante,
  mercadoriaFamilia,
  mercadoriaGrupo,
  mercadoriaGrupoSubgrupo,
  unidade,
} from './estoque/registers'
import { contasPagar, contasReceber, movimentoFinanceiro, pagamento } from './financeiro/registers'
import { planejamento, planejamentoMercadoria } from './mrp/planejamento/planejamento'
import { previsao, previsaoItem } from './mrp/previsao/previsao'
import { tributacao } from './nfe/tributacao'
import { tarefa } from './platform/jobs/tarefa'
import {
  ordemProducao,
  ordemProducaoMercadoria,
  ordemProducaoMercadoriaInsumo,
} from './producao/ordem_producao/ordem-producao'
import type { Resource } from './platform/resource'
import { rota, rotaVenda } from './expedicao/rota/rota'
import { roteirizacao, roteirizacaoEntrega, roteirizacaoVeiculo } from './expedicao/roteirizacao/roteirizacao'
import { chatMensagem } from './chat/mensagem'
import './actions'
import './chat/actions'
import './sis/actions'
import './jobs'
import { anexo } from './sis/anexo/anexo'
import { configuracao } from './sis/configuracao'
import { janelaHorario } from './sis/janela/janela-horario'
import { solicitacaoConta } from './sis/solicitacao-conta'
import { permission, role, user } from './sis/user'

export const resources: readonly Resource[] = [
  estado,
  municipio,
  empresa,
  empresaWebhook,
  webhookEntrega,
  empresaTrayPagamento,
  empresaCertificado,
  clienteCategoria,
  cliente,
  clienteEndereco,
  clienteIntencao,
  clienteCashback,
  particularidadeDoCliente,
  fornecedor,
  importacao,
  lgpd,
  transportadora,
  veiculo,
  veiculoParticularidade,
  particularidadeDoVeiculo,
  motorista,
  vendedor,
  vendedorComissao,
  equipeVendedor,
  colaborador,
  equipeColaborador,
  motivoDevolucao,
  tipoEntradaSaida,
  ncm,
  cfop,
  cest,
  user,
  role,
  permission,
  solicitacaoConta,
  configuracao,
  anexo,
  janelaHorario,
  tarefa,
  chatMensagem,
  unidade,
  fabricante,
  mercadoriaGrupo,
  mercadoriaGrupoSubgrupo,
  mercadoriaFamilia,
  mercadoria,
  mercadoriaPreco,
  mercadoriaFornecedor,
  mercadoriaEanAuxiliar,
  mercadoriaArmazenamento,
  mercadoriaSaldo,
  movimentoEstoque,
  mercadoriaInsumo,
  mercadoriaPlanejamento,
  armazem,
  armazenamento,
  tabelaPreco,
  meta,
  metaVendedor,
  metaVenda,
  orcamento,
  orcamentoMercadoria,
  orcamentoDuplicata,
  venda,
  vendaMercadoria,
  vendaDuplicata,
  nfeCompra,
  solicitacao,
  solicitacaoMercadoria,
  pedidoCompra,
  pedidoCompraMercadoria,
  pedidoCompraMercadoriaPreco,
  pedidoCompraPagamento,
  ordemProducao,
  ordemProducaoMercadoria,
  ordemProducaoMercadoriaInsumo,
  entrada,
  entradaMercadoria,
  entradaDuplicata,
  pagamento,
  contasReceber,
  contasPagar,
  movimentoFinanceiro,
  tributacao,
  previsao,
  previsaoItem,
  planejamento,
  planejamentoMercadoria,
  roteirizacao,
  roteirizacaoVeiculo,
  roteirizacaoEntrega,
  rota,
  rotaVenda,
]
