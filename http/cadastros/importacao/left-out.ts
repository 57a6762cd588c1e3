import { sql } from 'drizzle-orm'
import type { Cell } from '../../../core/tabular/cell'
import { guarded } from '../../../core/tabular/guard'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { badRequest } from '../../platform/errors'
import { CSV_START, csvCell, csvLine } from '../../platform/export/csv'
import { nothing } from '../../platform/inputs'
import { columnsOf, importacao } from './importacao'
import { kindOf, planOf, sheetRow } from './pass'
import { faultsOf } from './rows'
import { assertMayImport } from './verbs'

/** The column that says why a row was left out: no field of any register is called so, and it is ignored when the file comes in again. */
export const WHY = 'Por que ficou de fora'

const cellText = (cell: Cell): string => (typeof cell === 'boolean' ? (cell ? 'Sim' : 'Não') : csvCell(cell, undefined))

/**
 * The rows of a batch that were left out, as a file with the columns of the one they came in, and why: mended, it comes in again. Throws 400 `nothing_left`
 * where there is none.
 */
export const sobras = action(importacao, 'sobras', {
  on: 'record',
  right: 'own',
  reads: true,
  summary: 'Arquivo com as linhas que ficaram de fora e o motivo de cada uma, para corrigir e importar de novo.',
  input: nothing,
  answer: 'Arquivo CSV',
  run: async ({ ctx, record }) => {
    assertMayImport(ctx, kindOf(record))
    const rows = await rowsOf(
      ctx,
      sql`select ordem, linha, celulas, erros, situacao from importacao_linha
          where importacao_id = ${record.id} and ordem > ${record.cabecalho} and situacao in ('erro', 'repetido') order by ordem`,
    )
    if (rows.length === 0) throw badRequest('Nenhuma linha ficou de fora.', 'nothing_left')
    const { columns } = await planOf(ctx, record)
    const titles = columnsOf(record).map(({ titulo }, at) => titulo || (columns[at]?.label ?? `Coluna ${at + 1}`))
    const lines = rows.map((row) => {
      const { celulas } = sheetRow(row)
      const why = faultsOf(row.erros).map(({ coluna, mensagem }) =>
        coluna === null ? mensagem : `${titles[coluna] ?? ''}: ${mensagem}`,
      )
      const said = why.length === 0 && row.situacao === 'repetido' ? ['Repetida no arquivo.'] : why
      return csvLine([...titles.map((_, at) => cellText(celulas[at] ?? null)), guarded(said.join(' '))])
    })
    const head = csvLine([...titles.map(guarded), WHY])
    return new Download(`sobras-${record.id}`, 'csv', new TextEncoder().encode(CSV_START + head + lines.join('')))
  },
})
