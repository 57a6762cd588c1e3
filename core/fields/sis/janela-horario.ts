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

/** Registers whose records keep a week of their own. Hours of any other resource's records may be written too. */
export const WITH_WEEK = {
  cliente: 'Cliente',
  fornecedor: 'Fornecedor',
  transportadora: 'Transportadora',
  veiculo: 'Veículo',
  motorista: 'Motorista',
  vendedor: 'Vendedor',
  colaborador: 'Colaborador',
  empresa: 'Empresa',
  armazem: 'Armazém logístico',
  centro_trabalho: 'Centro de trabalho',
  recurso: 'Recurso',
} as const

export const janelaHorarioFields = {
  empresa_id: f.ref('Empresa', 'empresa').computed(),
  model_type: f
    .text('De', {
      max: 60,
      words: WITH_WEEK,
      doc: 'Nome do recurso',
    })
    .required(),
  model_id: f.integer('Registro', { min: 1 }).required(),
  dia_semana: f.option('Dia da semana', DAYS, { options: WEEK.map(({ day }) => day) }).required(),
  hora_inicio: hour('Das'),
  hora_fim: hour('Até as'),
}
