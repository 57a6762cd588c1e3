import { f } from '../field'

/** A day on which the banks of the place do not work, beside the national holidays, which are computed. */
export const feriadoFields = {
  empresa_id: f.ref('Empresa', 'empresa', { doc: 'Vazia: vale para todas' }),
  dFeriado: f.date('Data').required(),
  descricao: f.text('Descrição', { max: 80 }).required(),
  anual: f.boolean('Todo ano', { doc: 'Vale no mesmo dia de cada ano a partir deste' }).default(true),
}
