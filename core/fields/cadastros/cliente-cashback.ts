import { f } from '../field'
import { empresaId } from '../kit'

export const clienteCashbackFields = {
  empresa_id: empresaId(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  venda_id: f.ref('Venda de origem', 'venda'),
  vCashback: f.money('Valor', { min: 0.01 }).required(),
  dValidade: f.date('Válido até'),
  dhUso: f.datetime('Usado em'),
  dhMensagem: f.datetime('Avisado em').computed(),
  obs: f.text('Observações', { max: 200 }),
}
