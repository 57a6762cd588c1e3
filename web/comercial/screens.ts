import { tabelaPreco } from './tabela_preco/tabela-preco'

export const comercialScreens = [tabelaPreco]
