import { f } from '../platform/fields'
import { empresaId } from '../platform/kit'
import { resource } from '../platform/resource'

/** Credit that a company gives a customer, to be spent until a day. */
export const clienteCashback = resource({
  name: 'cliente_cashback',
  paths: ['cliente_cashback', 'cadastros/cliente_cashback'],
  title: 'Cashback',
  right: 'cliente',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    cliente_id: f.ref('Cliente', 'cliente').required(),
    venda_id: f.ref('Venda de origem', 'venda'),
    vCashback: f.money('Valor', { min: 0.01 }).required(),
    dValidade: f.date('Válido até'),
    dhUso: f.datetime('Usado em'),
    dhMensagem: f.datetime('Avisado em').computed(),
    obs: f.text('Observações', { max: 200 }),
  },
  search: ['cliente_id.xNome', 'obs'],
  display: ['vCashback', 'dValidade'],
})
