import { meta } from './meta/meta'
import { metaVenda } from './meta/meta-venda'
import { metaVendedor } from './meta/meta-vendedor'
import { motivoPerda } from './motivo_perda/motivo-perda'
import { orcamento } from './orcamento/orcamento'
import { promocaoMercadorias } from './promocao/goods'
import { promocao } from './promocao/promocao'
import { tabelaPrecoMercadorias } from './tabela_preco/precos'
import { tabelaPreco } from './tabela_preco/tabela-preco'
import { venda } from './venda/venda'
import { vendaDevolucao } from './venda_devolucao/venda-devolucao'
import { vendaRapida } from './venda_rapida/venda-rapida'

export const comercialScreens = [
  orcamento,
  venda,
  vendaRapida,
  vendaDevolucao,
  tabelaPreco,
  tabelaPrecoMercadorias,
  promocao,
  promocaoMercadorias,
  meta,
  metaVendedor,
  metaVenda,
  motivoPerda,
]
