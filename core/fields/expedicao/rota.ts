import { origin } from '../documents'
import { f } from '../field'
import { loadFields } from './load'
import { empresaId } from '../kit'
import { degrees, hour } from './roteirizacao'

export const rotaFields = {
  empresa_id: empresaId(),
  roteirizacao_id: f.ref('Roteirização de origem', 'roteirizacao', { trace: true }).computed(),
  origem_id: origin(),
  veiculo_id: f.ref('Veículo', 'veiculo').required(),
  motorista_id: f.ref('Motorista', 'motorista'),
  dRota: f.date('Dia').required(),
  inicio: hour('Sai às'),
  obs: f.text('Observações', { max: 2000 }),
  distancia: f.integer('Distância prevista (m)', { min: 0 }).computed(),
  distancia_reta: f.integer('Em linha reta (m)', { min: 0 }).computed(),
  duracao: f.integer('Viagem prevista (s)', { min: 0 }).computed(),
  segundos_parado: f.integer('Paradas previstas (s)', { min: 0 }).default(0).computed(),
  km_inicial: f.decimal('Km na saída', 1, { min: 0, max: 9_999_999 }),
  km_final: f.decimal('Km na volta', 1, { min: 0, max: 9_999_999 }),
}

/** What its sales and its vehicle make of a route. */
export const rotaComputed = {
  entregas: f.integer('Vendas').computed(),
  entregues: f.integer('Entregues').computed(),
  km: f.decimal('Distância (km)', 1).computed(),
  volumes: f.integer('Volumes').computed(),
  peso: f.decimal('Peso (kg)', 3).computed(),
  capacidade_kg: f.decimal('Capacidade (kg)', 3).computed(),
  capacidade_volumes: f.integer('Capacidade (volumes)').computed(),
}

export const rotaVendaFields = {
  empresa_id: empresaId(),
  rota_id: f.ref('Rota', 'rota').required(),
  venda_id: f.ref('Venda', 'venda').required(),
  ordem: f.integer('Ordem', { min: 1, max: 10_000 }).default(1),
  ...loadFields,
  xNome: f.text('Cliente', { max: 120 }).computed(),
  xEnder: f.text('Endereço', { max: 300 }).computed(),
  lon: degrees('Longitude').computed(),
  lat: degrees('Latitude').computed(),
  hora_prevista: f.text('Chega às', { max: 5, doc: 'HH:MM' }).computed(),
  dhEntrega: f.datetime('Entregue em'),
  xOcorrencia: f.text('Ocorrência', { max: 300, doc: 'Por que não foi entregue' }),
}
