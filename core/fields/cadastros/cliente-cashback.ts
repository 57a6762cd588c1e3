import { f } from '../field'
import { empresaId } from '../kit'

export const clienteCashbackFields = {
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  venda_id: f.ref('Venda de origem', 'venda'),
  vCashback: f.money('Valor', { min: 0.01 }).required(),
  dValidade: f.date('Válido até'),
  pCashback: f.percent('Percentual da regra', 2).computed(),
  credito_id: f.ref('Crédito', 'contas_receber').computed(),
  dhCredito: f.datetime('Virou crédito em').computed(),
  dhUso: f.datetime('Usado em'),
  dhCancelamento: f.datetime('Cancelado em').computed(),
  dhMensagem: f.datetime('Avisado em').computed(),
  obs: f.text('Observações', { max: 200 }),
}
