import { f } from '../field'
import { empresaId } from '../kit'

/** A step of goods of an order, as its product's steps were when the order began (N3-042). */
export const ordemProducaoMercadoriaEtapaFields = {
  ordem_producao_mercadoria_id: f.ref('Mercadoria da ordem', 'ordem_producao_mercadoria').required(),
  empresa_id: empresaId(),
  nOrdemProducao: f.integer('Ordem de produção').computed(),
  xProd: f.text('Mercadoria', { max: 120 }).computed(),
  n_ordem: f.integer('Ordem', { min: 1, max: 9_999 }).required(),
  descricao: f.text('O que se faz', { max: 120 }),
  centro_trabalho_id: f.ref('Centro de trabalho', 'centro_trabalho').required(),
  recurso_id: f.ref('Recurso', 'recurso'),
  qMinutosPlanejados: f.decimal('Minutos planejados', 2, { min: 0, max: 99_999_999 }).default(0),
  dhConclusao: f.datetime('Concluída em').computed(),
}

/** Where a step stands, by what was done of it. */
export const STEP_STATES = {
  fazer: 'A fazer',
  andamento: 'Em andamento',
  pausada: 'Pausada',
  concluida: 'Concluída',
} as const

export const ordemProducaoMercadoriaEtapaComputed = {
  situacao: f.choice('Situação', STEP_STATES).computed(),
  qBoa: f.decimal('Boa', 4).computed(),
  qRefugo: f.decimal('Refugo', 4).computed(),
  qMinutos: f.decimal('Minutos', 2).computed(),
}

/** Work on a step, from a start to a pause or the end (N3-043). The hour costs what it cost then. */
export const opMercadoriaAtividadeFields = {
  ordem_producao_mercadoria_etapa_id: f.ref('Etapa', 'ordem_producao_mercadoria_etapa').required(),
  empresa_id: empresaId(),
  user_id: f.ref('Pessoa', 'user', { doc: 'Vazio: quem informa' }),
  colaborador_id: f.ref('Crachá de', 'colaborador').computed(),
  recurso_id: f.ref('Recurso', 'recurso', { doc: 'Vazio: o da etapa' }),
  atividade_id: f.ref('Motivo da parada', 'atividade').computed(),
  dhIni: f.datetime('Início').required(),
  dhFim: f.datetime('Fim'),
  qBoa: f.decimal('Boa', 4, { min: 0 }).default(0),
  qRefugo: f.decimal('Refugo', 4, { min: 0 }).default(0),
  vHora: f.decimal('Custo da hora', 4, { min: 0, max: 999_999 }).default(0).computed().guarded('custo'),
  qMinutos: f.decimal('Minutos que contam', 4, { min: 0, doc: 'Preenchido quando uma parte os leva' }).computed(),
  vCusto: f.money('Custo', { min: 0 }).computed().guarded('custo'),
  op_parte_id: f.ref('Parte que o levou', 'op_parte').computed(),
}
