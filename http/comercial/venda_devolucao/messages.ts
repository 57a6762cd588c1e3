export const notInvoiced = (id: number): string =>
  `A venda nº ${id} não está faturada: só vendas faturadas são devolvidas.`
