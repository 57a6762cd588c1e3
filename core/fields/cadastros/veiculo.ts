import { readHour } from '../../week/week'
import { f } from '../field'
import { uf } from '../kit'

export const MISSING = 'Informe este campo'

export const veiculoFields = {
  transportadora_id: f.ref('Transportadora', 'transportadora').required(),
  placa: f.text('Placa', { format: 'plate', max: 8, normalize: plate }).required(MISSING),
  UF: uf().required(MISSING),
  RNTC: f.text('RNTC', { format: 'upper', max: 20, doc: 'Registro nacional de transportadores de cargas' }),
  hora_inicial: f.text('Roda das', { max: 5, normalize: hour, doc: 'HH:MM' }),
  hora_final: f.text('até as', { max: 5, normalize: hour, doc: 'HH:MM' }),
  capacidade_kg: f.decimal('Capacidade (kg)', 3, { min: 0, max: 1_000_000 }),
  capacidade_volumes: f.integer('Capacidade (volumes)', { min: 0, max: 1_000_000 }),
  vCustoFixo: f.money('Custo por saída', { min: 0 }),
  vCustoHora: f.money('Custo por hora', { min: 0 }),
  vCustoKm: f.money('Custo por km', { min: 0 }),
  ativo: f.boolean('Ativo').default(true),
}

/** Brazilian plates of either shape (ABC1234, ABC1D23), in capitals and without the dash. */
function plate(text: string) {
  const bare = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(bare) ? { ok: bare } : { error: 'Placa inválida: use ABC1234 ou ABC1D23.' }
}

function hour(text: string) {
  const ok = readHour(text)
  return ok === undefined ? { error: 'Hora inválida: use HH:MM.' } : { ok }
}
