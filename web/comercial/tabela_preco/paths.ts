/** Where the prices of tables are written; which table, a filter of its list says. */
export const PRICES_PATH = '/ui/comercial/tabela_preco_mercadorias'

/** The address of a table's prices. */
export const pricesPath = (id: number | string): string => `${PRICES_PATH}?f.tabela_preco_id=${id}`
