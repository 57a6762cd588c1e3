/** Why a choice of the form cannot be chosen yet. */
export const NO_NOTE = 'A nota de devolução ainda não é emitida por aqui: emita no seu emissor e finalize sem nota.'

export const notInvoiced = (id: number): string =>
  `A venda nº ${id} não está faturada: só vendas faturadas são devolvidas.`
