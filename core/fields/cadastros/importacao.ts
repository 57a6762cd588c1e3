import { f } from '../field'

/** What a batch goes through: read and checked, written, and perhaps undone; or thrown away. */
const STATES = {
  conferida: 'A importar',
  importada: 'Importada',
  desfeita: 'Desfeita',
  desfeita_em_parte: 'Em parte',
  descartada: 'Descartada',
}

export const importacaoFields = {
  tipo: f.text('Cadastro', { max: 20 }).required(),
  arquivo: f.text('Arquivo', { max: 200 }).required(),
  formato: f.text('Formato', { max: 40 }),
  status: f.choice('Situação', STATES).default('conferida'),
  cabecalho: f
    .integer('Linha dos nomes', { min: 0, doc: 'Ordem da linha que nomeia as colunas; 0 sem nomes' })
    .default(0),
  colunas: f.json('Colunas', { doc: 'Por coluna do arquivo: titulo, campo (ou null), virgulas, pontos' }),
  avisos: f.json('Avisos', { doc: 'Lista de textos: o que convém saber do arquivo' }),
  existentes: f.choice('Já cadastrados', { atualiza: 'Atualizar', pula: 'Pular' }).default('atualiza'),
  cria_referencias: f.boolean('Cadastra o que falta').default(false),
  tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
  total: f.integer('Linhas').default(0),
  novos: f.integer('Novos').default(0),
  alterados: f.integer('Alterados').default(0),
  iguais: f.integer('Iguais').default(0),
  errados: f.integer('Com erro').default(0),
  repetidos: f.integer('Repetidos').default(0),
  avisados: f.integer('Com aviso', { doc: 'Linhas aceitas com algo que não se aceitaria digitado' }).default(0),
  pulados: f.integer('Pulados').default(0),
  mantidos: f
    .integer('Mantidos', { doc: 'Registros que não foram desfeitos, por estarem alterados ou em uso' })
    .default(0),
  user_id: f.ref('Usuário', 'user'),
  dhImportacao: f.datetime('Importada em'),
  dhDesfeita: f.datetime('Desfeita em'),
  tarefa_id: f.ref('Tarefa', 'tarefa', { trace: true }),
}
