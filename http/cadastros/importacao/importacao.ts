import { f } from '../../platform/fields'
import { resource } from '../../platform/resource'

/** What a batch goes through: read and checked, written, and perhaps undone; or thrown away. */
export const STATES = ['conferida', 'importada', 'desfeita', 'descartada'] as const

/**
 * A batch of records read from a file. Its rows lie apart, in `importacao_linha`, until it is written; what it wrote stays known in
 * `importacao_registro`, so that it can be undone.
 */
export const importacao = resource({
  name: 'importacao',
  paths: ['cadastros/importacao'],
  title: 'Importação',
  right: 'importacao',
  readOnly: true,
  company: 'none',
  fields: {
    tipo: f.text('Cadastro', { max: 20 }).required(),
    arquivo: f.text('Arquivo', { max: 200 }).required(),
    formato: f.text('Formato', { max: 40 }),
    status: f.choice('Situação', STATES).default('conferida'),
    cabecalho: f
      .integer('Linha dos nomes', { min: 0, doc: 'Ordem da linha que nomeia as colunas; 0 sem nomes' })
      .default(0),
    colunas: f.json('Colunas', { doc: 'Por coluna do arquivo: titulo, campo (ou null), virgulas, pontos' }),
    existentes: f.choice('Já cadastrados', ['atualiza', 'pula']).default('atualiza'),
    cria_referencias: f.boolean('Cadastra o que falta').default(false),
    tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
    total: f.integer('Linhas').default(0),
    novos: f.integer('Novos').default(0),
    alterados: f.integer('Alterados').default(0),
    iguais: f.integer('Iguais').default(0),
    errados: f.integer('Com erro').default(0),
    repetidos: f.integer('Repetidos').default(0),
    pulados: f.integer('Pulados').default(0),
    user_id: f.ref('Usuário', 'user'),
    dhImportacao: f.datetime('Importada em'),
    dhDesfeita: f.datetime('Desfeita em'),
    tarefa_id: f.ref('Tarefa', 'tarefa', { trace: true }),
  },
  search: ['arquivo', 'tipo'],
  display: ['arquivo', 'tipo'],
})

/** A column of the file and what became of it. */
export interface FileColumn {
  readonly titulo: string
  readonly campo: string | null
  /** How many of its numbers prove a decimal comma, and how many a point. */
  readonly virgulas: number
  readonly pontos: number
}

/** The columns of a stored batch. */
export function columnsOf(record: { readonly colunas: object | null }): FileColumn[] {
  const list: readonly unknown[] = Array.isArray(record.colunas) ? record.colunas : []
  return list.map((one) => {
    const known = new Map<string, unknown>(typeof one === 'object' && one !== null ? Object.entries(one) : [])
    const campo = known.get('campo')
    return {
      titulo: String(known.get('titulo') ?? ''),
      campo: typeof campo === 'string' ? campo : null,
      virgulas: Number(known.get('virgulas') ?? 0),
      pontos: Number(known.get('pontos') ?? 0),
    }
  })
}
