/** Means of payment of the NF-e (table tPag), in words. */
export const MEIOS = [
  { value: '01', label: '01 · Dinheiro' },
  { value: '02', label: '02 · Cheque' },
  { value: '03', label: '03 · Cartão de crédito' },
  { value: '04', label: '04 · Cartão de débito' },
  { value: '05', label: '05 · Crédito da loja' },
  { value: '10', label: '10 · Vale-alimentação' },
  { value: '11', label: '11 · Vale-refeição' },
  { value: '12', label: '12 · Vale-presente' },
  { value: '13', label: '13 · Vale-combustível' },
  { value: '14', label: '14 · Duplicata mercantil' },
  { value: '15', label: '15 · Boleto' },
  { value: '16', label: '16 · Depósito' },
  { value: '17', label: '17 · PIX dinâmico' },
  { value: '18', label: '18 · Transferência' },
  { value: '19', label: '19 · Fidelidade ou cashback' },
  { value: '20', label: '20 · PIX estático' },
  { value: '90', label: '90 · Sem pagamento' },
  { value: '99', label: '99 · Outros' },
]
export const INTEGRACAO = [
  { value: 1, label: 'Integrado' },
  { value: 2, label: 'Não integrado' },
]
export const PARCELAMENTO = [
  { value: 1, label: 'Com juros' },
  { value: 2, label: 'Sem juros' },
]
