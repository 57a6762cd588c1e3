import { meta } from './meta/meta'
import { metaVenda } from './meta/meta-venda'
import { metaVendedor } from './meta/meta-vendedor'
import { orcamento } from './orcamento/orcamento'
import { tabelaPreco } from './tabela_preco/tabela-preco'
import { venda } from './venda/venda'
import { vendaRapida } from './venda_rapida/venda-rapida'

export const comercialScreens = [orcamento, venda, vendaRapida, tabelaPreco, meta, metaVendedor, metaVenda]
