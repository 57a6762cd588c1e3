import { yesNo } from '../../../core/fields/field'
import { get, post } from '../../app/api'
import { isRecord, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'

/** A batch of rows read from a file, as the wizard works with it. */
export interface Batch {
  readonly id: number
  readonly tipo: string
  readonly arquivo: string
  readonly formato: string
  /** What is worth knowing of the file. */
  readonly avisos: readonly string[]
  readonly status: string
  readonly cabecalho: number
  readonly colunas: readonly FileColumn[]
  readonly existentes: 'atualiza' | 'pula'
  readonly cria: boolean
  readonly tabela: number | null
  readonly total: number
  readonly counts: Readonly<Record<Situation, number>>
  readonly pulados: number
  /** Rows that are taken with a notice. */
  readonly avisados: number
  /** Records that were not undone with the others. */
  readonly mantidos: number
  readonly tarefa: number | null
  readonly row: Row
}

export type Situation = 'novo' | 'alterado' | 'igual' | 'erro' | 'repetido'

export interface FileColumn {
  readonly titulo: string
  readonly campo: string | null
}

/** What can be imported, and the fields that each kind knows. */
export interface Kind {
  readonly tipo: string
  readonly titulo: string
  readonly direito: string
  readonly cria: boolean
  readonly fields: readonly { readonly campo: string; readonly rotulo: string; readonly obrigatorio: boolean }[]
}

export interface Fault {
  readonly coluna: number | null
  readonly mensagem: string
}

/** A row of the file as the grid shows it. */
export interface SheetRow {
  readonly ordem: number
  readonly linha: number
  readonly situacao: string
  readonly celulas: readonly unknown[]
  readonly erros: readonly Fault[]
  /** By column: what is stored of the record that the row changes. */
  readonly antes: Values
}

export const PATH = '/ui/cadastros/importacao'
export const RESOURCE = 'cadastros/importacao'

const list = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter((one) => isRecord(one)) : [])
const count = (row: Values, name: string): number => numberOf(row[name]) ?? 0

export function batchOf(answer: unknown): Batch {
  const row = rowsOf([answer])[0] ?? { id: 0 }
  return {
    id: Number(row.id),
    tipo: textOf(row.tipo),
    arquivo: textOf(row.arquivo),
    formato: textOf(row.formato),
    avisos: Array.isArray(row.avisos) ? row.avisos.map(textOf) : [],
    status: textOf(row.status),
    cabecalho: count(row, 'cabecalho'),
    colunas: list(row.colunas).map((one) => ({
      titulo: textOf(one.titulo),
      campo: typeof one.campo === 'string' ? one.campo : null,
    })),
    existentes: row.existentes === 'pula' ? 'pula' : 'atualiza',
    cria: row.cria_referencias === true,
    tabela: numberOf(row.tabela_preco_id),
    total: count(row, 'total'),
    counts: {
      novo: count(row, 'novos'),
      alterado: count(row, 'alterados'),
      igual: count(row, 'iguais'),
      erro: count(row, 'errados'),
      repetido: count(row, 'repetidos'),
    },
    pulados: count(row, 'pulados'),
    mantidos: count(row, 'mantidos'),
    avisados: count(row, 'avisados'),
    tarefa: numberOf(row.tarefa_id),
    row,
  }
}

export async function loadBatch(id: string, signal: AbortSignal): Promise<Batch> {
  return batchOf(await get(`${RESOURCE}/${id}`, { signal }))
}

export async function loadKinds(): Promise<readonly Kind[]> {
  const answer = await get(`${RESOURCE}/tipos`)
  return list(isRecord(answer) ? answer.data : null).map((one) => ({
    tipo: textOf(one.tipo),
    titulo: textOf(one.titulo),
    direito: textOf(one.direito),
    cria: list(one.colunas).some(({ cria }) => cria === true),
    fields: list(one.colunas).map(({ campo, rotulo, obrigatorio }) => ({
      campo: textOf(campo),
      rotulo: textOf(rotulo),
      obrigatorio: obrigatorio === true,
    })),
  }))
}

/** Sends a file, and answers with the batch that was made of it. */
export async function uploadTable(tipo: string, file: File): Promise<Batch> {
  const form = new FormData()
  form.append('tipo', tipo)
  form.append('file', file)
  return batchOf(await post(`${RESOURCE}/upload`, form))
}

/** Runs a verb of a batch. */
export const run = (id: number, verb: string, body: Values = {}): Promise<unknown> =>
  post(`${RESOURCE}/${id}/${verb}`, body)

export async function loadRows(
  id: number,
  query: { readonly situacoes: string; readonly inicio: number; readonly quantas: number },
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly rows: readonly SheetRow[] }> {
  const answer = await get(`${RESOURCE}/${id}/linhas`, { query, signal })
  const body: Values = isRecord(answer) ? answer : {}
  return { total: numberOf(body.total) ?? 0, rows: list(body.data).map(sheetRow) }
}

function sheetRow(one: Values): SheetRow {
  return {
    ordem: numberOf(one.ordem) ?? 0,
    linha: numberOf(one.linha) ?? 0,
    situacao: textOf(one.situacao),
    celulas: Array.isArray(one.celulas) ? one.celulas : [],
    erros: list(one.erros).map(({ coluna, mensagem }) => ({ coluna: numberOf(coluna), mensagem: textOf(mensagem) })),
    antes: isRecord(one.antes) ? one.antes : {},
  }
}

/** A cell as text; numbers of a spreadsheet with a decimal comma, as they will be read. */
export function cellText(value: unknown): string {
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'boolean') return yesNo(value)
  return textOf(value)
}

export const kindTitle = (tipo: unknown): string =>
  ({ clientes: 'Clientes', fornecedores: 'Fornecedores', produtos: 'Produtos', precos: 'Preços' })[textOf(tipo)] ??
  textOf(tipo)
