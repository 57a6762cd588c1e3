import { f } from '../field'
import { empresaId } from '../kit'

const TASK_STATES = {
  na_fila: 'Na fila',
  em_andamento: 'Em andamento',
  concluida: 'Concluída',
  falhou: 'Falhou',
  cancelada: 'Cancelada',
} as const

export const tarefaFields = {
  empresa_id: empresaId(),
  user_id: f.ref('Pedida por', 'user').required(),
  nome: f.text('Nome', { max: 80 }).required(),
  titulo: f.text('Título', { max: 200 }).required(),
  status: f.choice('Situação', TASK_STATES).default('na_fila'),
  feito: f.integer('Feito', { min: 0 }).default(0),
  total: f.integer('De', { min: 0, doc: 'Zero enquanto não se sabe' }).default(0),
  nota: f.text('Andamento', { max: 500 }),
  erro: f.text('Erro', { max: 2000 }),
  model_type: f.text('Recurso', { max: 60, format: 'recurso', doc: 'Recurso a que a tarefa se refere' }),
  model_id: f.integer('Registro', { min: 1 }),
  dhInicio: f.datetime('Início'),
  dhFim: f.datetime('Fim'),
}

const RECORD_STATES = { pendente: 'Pendente', feito: 'Feito', falhou: 'Falhou' } as const

/** One record of a task that does the same to many. */
export const tarefaRegistroFields = {
  empresa_id: empresaId(),
  tarefa_id: f.ref('Tarefa', 'tarefa').required(),
  registro_id: f.integer('Registro', { min: 1 }).required(),
  situacao: f.choice('Situação', RECORD_STATES).default('pendente'),
  codigo: f.text('Código do erro', { max: 60 }),
  motivo: f.text('Por que não', { max: 2000 }),
  versao_antes: f.integer('Versão que foi vista'),
  versao_depois: f.integer('Versão que ficou'),
  antes: f.json('Valores de antes', { doc: 'Do que foi alterado, para desfazer' }).computed().secret(),
}
