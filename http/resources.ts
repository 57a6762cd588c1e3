/** Every resource of the API, in the order in which documentation lists them. A new one is added here, and nowhere else. */
import { municipio } from './cadastros/municipio'
import { empresa } from './cadastros/empresa'
import { cliente, clienteEndereco, fornecedor, transportadora, vendedor } from './cadastros/pessoas'
import { tipoEntradaSaida } from './cadastros/tipo-entrada-saida'
import { nfeCompra } from './compras/nfe_compra/nfe-compra'
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
import { tributacao } from './nfe/tributacao'
import type { Resource } from './platform/resource'
import './actions'
import './sis/actions'
import { solicitacaoConta } from './sis/solicitacao-conta'
import { permission, role, user } from './sis/user'

export const resources: readonly Resource[] = [
  municipio,
  empresa,
  cliente,
  clienteEndereco,
  fornecedor,
  transportadora,
  vendedor,
  tipoEntradaSaida,
  user,
  role,
  permission,
  solicitacaoConta,
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
  armazem,
  armazenamento,
  tabelaPreco,
  orcamento,
  orcamentoMercadoria,
  orcamentoDuplicata,
  venda,
  vendaMercadoria,
  vendaDuplicata,
  nfeCompra,
  entrada,
  entradaMercadoria,
  entradaDuplicata,
  pagamento,
  contasReceber,
  contasPagar,
  movimentoFinanceiro,
  tributacao,
]
