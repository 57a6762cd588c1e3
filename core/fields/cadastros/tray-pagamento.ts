import { f } from '../field'

export const empresaTrayPagamentoFields = {
  empresa_id: f.ref('Empresa', 'empresa').required(),
  external_payment_id: f.text('Código na Tray', { max: 60 }).required(),
  external_payment: f.text('Pagamento na Tray', { max: 120 }),
  internal_payment_id: f.ref('Forma de pagamento', 'pagamento').required(),
}
