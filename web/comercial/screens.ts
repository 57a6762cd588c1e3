import { orcamento } from './orcamento/orcamento'
import { tabelaPreco } from './tabela_preco/tabela-preco'
import { venda } from './venda/venda'

export const comercialScreens = [orcamento, venda, tabelaPreco]
