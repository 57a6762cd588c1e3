/** Coded fields of a company, in words. */
export const CRT = [
  { value: 1, label: '1 · Simples Nacional' },
  { value: 2, label: '2 · Simples, excesso de receita' },
  { value: 3, label: '3 · Regime normal' },
  { value: 4, label: '4 · MEI' },
]
export const AMBIENTE = [
  { value: 1, label: 'Produção' },
  { value: 2, label: 'Homologação' },
]
export const ORDEM_PRODUCAO = [
  { value: 0, label: 'Não gera' },
  { value: 1, label: 'Gera ao fechar' },
  { value: 2, label: 'Pergunta ao fechar' },
]
export const CERTIFICADO = [
  { value: 0, label: 'A1 · arquivo' },
  { value: 1, label: 'A3 · cartão ou token' },
]
