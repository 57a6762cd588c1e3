import { readHour } from '../../week/week'
import { f } from '../field'
import { uf } from '../kit'

export const MISSING = 'Informe este campo'

/** Kinds of vehicles and of bodies (MDF-e 3.00, tpRod and tpCar). */
const RODADOS = {
  '01': 'Truck',
  '02': 'Toco',
  '03': 'Cavalo mecânico',
  '04': 'Van',
  '05': 'Utilitário',
  '06': 'Outros',
} as const
const CARROCERIAS = {
  '00': 'Não aplicável',
  '01': 'Aberta',
  '02': 'Fechada ou baú',
  '03': 'Graneleira',
  '04': 'Porta-contêiner',
  '05': 'Sider',
} as const

export const veiculoFields = {
  transportadora_id: f.ref('Transportadora', 'transportadora').required(),
  placa: f.text('Placa', { format: 'plate', max: 8, normalize: plate }).required(MISSING),
  UF: uf().required(MISSING),
  RNTC: f.text('RNTC', { format: 'upper', max: 20, doc: 'Registro nacional de transportadores de cargas' }),
  RENAVAM: f.text('RENAVAM', { max: 11, normalize: renavam, doc: 'De 9 a 11 dígitos' }),
  tara: f.integer('Tara (kg)', { min: 1, max: 999_999, doc: 'Peso do veículo vazio: o MDF-e pede' }),
  tpRod: f.choice('Rodado', RODADOS, { doc: 'O MDF-e pede' }),
  tpCar: f.choice('Carroceria', CARROCERIAS, { doc: 'O MDF-e pede' }),
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

function renavam(text: string) {
  return /^\d{9,11}$/.test(text) ? { ok: text } : { error: 'RENAVAM inválido: informe de 9 a 11 dígitos.' }
}
