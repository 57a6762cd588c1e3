import { importacaoFields } from '../../../core/fields/cadastros/importacao'
import { resource } from '../../platform/resource'

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
  fields: importacaoFields,
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
