import { f } from '../field'
import { person } from './pessoas'

export const motoristaFields = {
  ...person(),
  CNH: f.text('CNH', { max: 11, normalize: cnh, doc: 'Número de registro da habilitação, 11 dígitos' }),
  dValidadeCNH: f.date('Validade da CNH'),
  transportadora_id: f.ref('Transportadora', 'transportadora'),
}

function cnh(text: string) {
  return /^\d{11}$/.test(text) ? { ok: text } : { error: 'CNH inválida: informe os 11 dígitos do registro.' }
}
