import { f } from '../field'
import { empresaId } from '../kit'

/** What a row of the commissions' ledger says. */
export const COMMISSION_EVENTS = {
  faturamento: 'Faturamento',
  recebimento: 'Recebimento',
  devolucao: 'Devolução',
  estorno: 'Estorno',
} as const

/** The commission of a sale: what was booked when it was invoiced less what came back, and how much of it was released as the sale was received. */
export const comissaoFields = {
  empresa_id: empresaId(),
  venda_id: f.ref('Venda', 'venda').required(),
  vendedor_id: f.ref('Vendedor', 'vendedor').required(),
  vBase: f.money('Base', { doc: 'Mercadorias depois dos descontos, sem IPI e ST' }).default(0).computed(),
  vComissao: f.money('Comissão', { doc: 'Do que foi faturado' }).default(0).computed(),
  vLiberado: f.money('Liberada', { doc: 'Na proporção do que foi recebido' }).default(0).computed(),
}

export const movimentoComissaoFields = {
  empresa_id: empresaId(),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que o fez' }).required(),
  comissao_id: f.ref('Comissão', 'comissao').required(),
  venda_mercadoria_id: f.ref('Item da venda', 'venda_mercadoria'),
  evento: f.choice('Evento', COMMISSION_EVENTS).required(),
  vBase: f.money('Base').default(0),
  percentual: f.percent('Percentual', 4, { min: 0, max: 100 }),
  valor: f.money('Comissão').default(0),
  vLiberado: f.money('Liberada').default(0),
  motivo: f.text('Por quê', { max: 160 }),
  user_id: f.ref('Usuário', 'user'),
}
