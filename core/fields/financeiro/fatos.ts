/** Facts of money, as people call them. Each is one step (`lancamento`), with all its rows, and is undone whole. */
export const FACTS = {
  baixa: 'Baixa',
  baixaLote: 'Baixa em lote',
  perda: 'Perda',
  compensa: 'Compensação',
  consolida: 'Consolidação',
  renegocia: 'Renegociação',
  devolve: 'Devolução de crédito',
  transferencia: 'Transferência',
  lancaCaixa: 'Lançamento de caixa',
} as const

/** A fact that can be reversed by itself. */
export type Fact = keyof typeof FACTS
export const isFact = (passo: string): passo is Fact => Object.hasOwn(FACTS, passo)
