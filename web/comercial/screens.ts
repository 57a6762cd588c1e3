import { meta } from './meta/meta'
import { metaVenda } from './meta/meta-venda'
import { metaVendedor } from './meta/meta-vendedor'
import { orcamento } from './orcamento/orcamento'
import { tabelaPreco } from './tabela_preco/tabela-preco'
import { venda } from './venda/venda'

export const comercialScreens = [orcamento, venda, tabelaPreco, meta, metaVendedor, metaVenda]
