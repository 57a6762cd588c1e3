import { PAPER_BASE64_LIMIT } from '../../agent/paper'
import { f } from '../field'
import { empresaId } from '../kit'

/** A PC beside scales and printers, from the day it was paired. What it says of itself, it says anew at each connection. */
export const agenteFields = {
  empresa_id: empresaId(),
  nome: f.text('Nome', { max: 60, doc: 'Como as pessoas o chamam: Balcão, Expedição' }).required(),
  user_id: f.author('Pareado por'),
  maquina: f.text('Computador', { max: 100 }).computed(),
  sistema: f.text('Sistema', { max: 100 }).computed(),
  programa: f.text('Versão do programa', { max: 40 }).computed(),
  balancas: f.json('Balanças', { doc: 'Lista de nome, estado (pronta, ausente) e motivo' }).computed(),
  impressoras: f.json('Impressoras', { doc: 'Lista de nome, tipo, estado (pronta, parada) e motivo' }).computed(),
  chave_hash: f.text('Chave', { max: 64 }).secret(),
  conexao: f.text('Conexão', { max: 40 }).secret(),
  dhVisto: f.datetime('Visto em').computed(),
  dhRevogacao: f.datetime('Revogado em').computed(),
}

/**
 * aguarda: on the server, not taken yet. enviada: on the agent's disk, on its way to the printer. duvida: it was being sent when something broke off, and nobody
 * knows whether it came out. falhou: certainly not printed.
 */
export const PRINT_STATES = {
  aguarda: 'Aguarda o agente',
  enviada: 'Na impressora',
  impressa: 'Impressa',
  duvida: 'Em dúvida',
  falhou: 'Falhou',
  cancelada: 'Cancelada',
} as const

export type PrintState = keyof typeof PRINT_STATES

export const agenteImpressaoFields = {
  empresa_id: empresaId(),
  agente_id: f.ref('Agente', 'agente').required(),
  chave: f.text('Número', { max: 80, doc: 'Quem pede o dá: dito de novo, é o mesmo papel' }).required(),
  user_id: f.author('Pedida por'),
  impressora: f.text('Impressora', { max: 60 }).required(),
  arquivo: f.text('Arquivo', { max: 200 }),
  bartender: f.text('Modelo do BarTender', { max: 500 }),
  conteudo: f.text('Conteúdo', { max: PAPER_BASE64_LIMIT, doc: 'Em base64' }).required().secret(),
  bytes: f.integer('Bytes').required(),
  vez: f.integer('Vez', { doc: 'Cada reimpressão é um papel novo' }).default(1),
  situacao: f.choice('Situação', PRINT_STATES).default('aguarda'),
  motivo: f.text('Motivo', { max: 300 }),
  dhFim: f.datetime('Terminada em'),
}

/** What is asked of who pairs a computer. */
export const pareamentoFields = {
  codigo: f.text('Código', { max: 12, format: 'upper' }).required('Digite as seis letras que o agente mostra.'),
  nome: f.text('Nome', { max: 60 }).required(),
  empresa_id: f.ref('Empresa', 'empresa'),
}
