import { f } from '../platform/fields'
import { resource } from '../platform/resource'
import { person } from './pessoas'

/** Drivers, of a carrier or our own. */
export const motorista = resource({
  name: 'motorista',
  paths: ['cadastro/motorista', 'cadastros/motorista'],
  title: 'Motorista',
  right: 'motorista',
  company: 'none',
  fields: {
    ...person(),
    CNH: f.text('CNH', { max: 11, normalize: cnh, doc: 'Número de registro da habilitação, 11 dígitos' }),
    dValidadeCNH: f.date('Validade da CNH'),
    transportadora_id: f.ref('Transportadora', 'transportadora'),
  },
  search: ['xNome', 'CNPJ_CPF'],
  display: ['xNome', 'CNPJ_CPF'],
})

function cnh(text: string) {
  return /^\d{11}$/.test(text) ? { ok: text } : { error: 'CNH inválida: informe os 11 dígitos do registro.' }
}
