import { readHour } from '../../week/week'
import { f } from '../field'
import { loadFields } from './load'
import { empresaId } from '../kit'

/** How well a place is known, best first: a pin that somebody set, a geocoder's answer, the middle of its postcode, of its town, of its state. */
export const PLACE_SOURCES = ['manual', 'geocoder', 'cep', 'municipio', 'estado'] as const

export const hour = (label: string) =>
  f.text(label, {
    max: 5,
    doc: 'HH:MM',
    normalize: (typed) => {
      const ok = readHour(typed)
      return ok === undefined ? { error: 'Hora inválida: use HH:MM.' } : { ok }
    },
  })

export const degrees = (label: string) => f.decimal(label, 6, { min: -180, max: 180, digits: 9, doc: 'Graus' })

export const roteirizacaoFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 80 }),
  dRota: f.date('Dia das entregas').required(),
  inicio_jornada: hour('Início da jornada').default('08:00'),
  fim_jornada: hour('Fim da jornada').default('18:00'),
  serviceTime: f.integer('Minutos por parada', { min: 0, max: 480 }).default(15),
  menor_km: f.boolean('Menor distância').default(false),
  menor_tempo: f.boolean('Menor tempo').default(true),
  menor_custo: f.boolean('Menor custo', { doc: 'Decide sozinho, pelos custos dos veículos' }).default(false),
  reset_solution: f.boolean('Recomeçar do zero', { doc: 'O que está travado fica' }).default(false),
  segundos: f.integer('Segundos de cálculo', { min: 1, max: 300 }).default(10),
  lon: degrees('Longitude da saída'),
  lat: degrees('Latitude da saída'),
  motor: f.text('Calculada por', { max: 20, words: { prumo: 'Prumo', vroom: 'VROOM' } }).computed(),
  avisos: f.json('Avisos', { doc: 'Lista de textos' }).computed(),
  distancia: f.integer('Distância (m)', { min: 0 }).computed(),
  duracao: f.integer('Tempo de viagem (s)', { min: 0 }).computed(),
  custo: f.integer('Custo', { min: 0, doc: 'Centavos com menor_custo; senão segundos' }).computed(),
}

/** How many deliveries and vehicles a scenario has. */
export const roteirizacaoComputed = {
  entregas_total: f.integer('Entregas').computed(),
  veiculos_total: f.integer('Veículos').computed(),
  fora_total: f.integer('Fora das rotas').computed(),
}

export const roteirizacaoVeiculoFields = {
  empresa_id: empresaId(),
  roteirizacao_id: f.ref('Roteirização', 'roteirizacao').required(),
  veiculo_id: f.ref('Veículo', 'veiculo').required(),
  inicio: hour('Sai a partir das'),
  fim: hour('Volta até as'),
  capacidade_kg: f.decimal('Capacidade (kg)', 3, { min: 0, max: 1_000_000 }),
  capacidade_volumes: f.integer('Capacidade (volumes)', { min: 0, max: 1_000_000 }),
  max_paradas: f.integer('Máximo de paradas', { min: 1, max: 1000 }),
  max_km: f.decimal('Máximo de km', 1, { min: 0.1, max: 5000 }),
  vCustoFixo: f.money('Custo por saída', { min: 0 }),
  vCustoHora: f.money('Custo por hora', { min: 0 }),
  vCustoKm: f.money('Custo por km', { min: 0 }),
}

export const roteirizacaoEntregaFields = {
  empresa_id: empresaId(),
  roteirizacao_id: f.ref('Roteirização', 'roteirizacao').required(),
  venda_id: f.ref('Venda', 'venda').required(),
  xNome: f.text('Cliente', { max: 120 }).computed(),
  xEnder: f.text('Endereço', { max: 300 }).computed(),
  xBairro: f.text('Bairro', { max: 80 }).computed(),
  xMun: f.text('Município', { max: 80 }).computed(),
  lon: degrees('Longitude').computed(),
  lat: degrees('Latitude').computed(),
  fonte: f.choice('Posição', PLACE_SOURCES, { doc: 'De onde se sabe o lugar' }).computed(),
  ...loadFields,
  minutos: f.integer('Minutos na parada', { min: 0, max: 480, doc: 'Vazio: os da roteirização' }),
  prioridade: f.integer('Prioridade', { min: 0, max: 100, doc: 'A maior fica de fora por último' }).default(0),
  janelas: f.json('Recebe', { doc: '[["08:00", "12:00"], …]; vazio é o dia todo' }),
  particularidades: f.json('Pede do veículo', {
    listOf: 'veiculo_particularidade',
    doc: '[id, …] de particularidades de veículo; vazio é nenhuma',
  }),
  veiculo_id: f.ref('Veículo', 'veiculo').computed(),
  ordem: f.integer('Ordem', { min: 1 }).computed(),
  fixada: f.boolean('Travada').default(false).computed(),
  motivo: f.text('Fora das rotas', { max: 20, doc: 'capacity, window, skill, distance, max_tasks' }).computed(),
}
