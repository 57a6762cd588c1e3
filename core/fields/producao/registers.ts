import { f } from '../field'

/** Where, with what and for what work is done (document 3, section 7: the fields are not shown). */

const described = { descricao: f.text('Descrição', { max: 80 }).required() }

/** What an hour of work there costs, as production orders will keep it. */
const hour = (doc: string) => f.decimal('Custo por hora', 4, { min: 0, max: 999_999, doc }).guarded('custo')

export const centroTrabalhoFields = {
  ...described,
  vHora: hour('Do centro; o de um recurso vale antes deste'),
  qSimultaneos: f
    .integer('Trabalhos ao mesmo tempo', { min: 1, max: 999, doc: 'Pessoas ou máquinas iguais que trabalham nele' })
    .default(1),
}

export const recursoFields = {
  ...described,
  centro_trabalho_id: f.ref('Centro de trabalho', 'centro_trabalho').required(),
  tipo: f.option('Tipo', { 0: 'Máquina', 1: 'Pessoa', 2: 'Ferramenta' }).default(0),
  vHora: hour('Vazio: o do centro de trabalho'),
}

export const atividadeFields = {
  ...described,
  produtiva: f.boolean('Produtiva', { doc: 'Não: é um motivo de parada' }).default(true),
}

/** One step of how a product is made (N2-045), as production orders copy it when they begin. */
export const mercadoriaEtapaProducaoFields = {
  mercadoria_id: f.ref('Mercadoria', 'mercadoria').required(),
  n_ordem: f.integer('Ordem', { min: 1, max: 9_999 }).required(),
  descricao: f.text('O que se faz', { max: 120 }),
  centro_trabalho_id: f.ref('Centro de trabalho', 'centro_trabalho').required(),
  recurso_id: f.ref('Recurso', 'recurso'),
  qMinutosPreparo: f.decimal('Preparo (min)', 2, { min: 0, max: 99_999, doc: 'Uma vez por ordem' }).default(0),
  qMinutos: f.decimal('Minutos por unidade', 4, { min: 0, max: 99_999 }).default(0),
}
