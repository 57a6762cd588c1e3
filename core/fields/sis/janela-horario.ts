import { readHour, WEEK } from '../../week/week'
import { f } from '../field'

export const hour = (label: string) =>
  f
    .text(label, {
      max: 5,
      doc: 'HH:MM',
      normalize: (text) => {
        const ok = readHour(text)
        return ok === undefined ? { error: 'Hora inválida: use HH:MM.' } : { ok }
      },
    })
    .required()

export const DAYS = Object.fromEntries(WEEK.map(({ day, name }) => [day, name]))

export const janelaHorarioFields = {
  empresa_id: f.ref('Empresa', 'empresa').computed(),
  model_type: f
    .text('De', {
      max: 60,
      words: { cliente: 'Cliente', veiculo: 'Veículo', centro_trabalho: 'Centro de trabalho' },
      doc: 'Nome do recurso',
    })
    .required(),
  model_id: f.integer('Registro', { min: 1 }).required(),
  dia_semana: f.option('Dia da semana', DAYS, { options: WEEK.map(({ day }) => day) }).required(),
  hora_inicio: hour('Das'),
  hora_fim: hour('Até as'),
}
