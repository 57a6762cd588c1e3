import { condition } from '../cadastros/pessoas'
import { f } from '../field'
import { empresaId } from '../kit'

/** Months between two orders of a contract. */
export const PERIODS = { 1: 'Mensal', 2: 'Bimestral', 3: 'Trimestral', 6: 'Semestral', 12: 'Anual' } as const

/** A contract that makes service orders by itself, again and again. */
export const contratoServicoFields = {
  empresa_id: empresaId(),
  descricao: f.text('Descrição', { max: 120 }).required(),
  cliente_id: f.ref('Cliente', 'cliente').required(),
  equipamento_id: f.ref('Equipamento', 'equipamento'),
  colaborador_id: f.ref('Técnico', 'colaborador'),
  periodo: f.option('Período', PERIODS).default(1),
  dProxima: f.date('Próxima ordem').required(),
  dFim: f.date('Último dia', { doc: 'Depois dele não gera mais' }),
  qDiasAntes: f
    .integer('Antecedência (dias)', { min: 0, max: 90, doc: 'Quantos dias antes a ordem é gerada' })
    .default(0),
  defeito: f.notes('O que fazer', { max: 2000, doc: 'Vai para cada ordem' }),
  condicao: f.text('Condição de pagamento', { max: 60, normalize: condition, doc: 'Por exemplo 30/60' }),
  pagamento_id: f.ref('Forma de pagamento', 'pagamento'),
  ativo: f.boolean('Ativo').default(true),
  nDia: f.integer('Dia do mês', { min: 1, max: 31, doc: 'Em que as ordens caem' }).default(1).computed(),
  xProblema: f.text('Por que não gerou', { max: 300 }).computed(),
}

/** A service of a contract, which each of its orders has. */
export const contratoServicoServicoFields = {
  contrato_servico_id: f.ref('Contrato', 'contrato_servico').required(),
  empresa_id: empresaId(),
  servico_id: f.ref('Serviço', 'servico').required(),
  qTrib: f.decimal('Quantidade', 4, { min: 0.0001 }).default(1),
  vUnTrib: f.decimal('Preço unitário', 4, { min: 0, doc: 'O do cadastro quando a ordem é gerada, se vazio' }),
}
