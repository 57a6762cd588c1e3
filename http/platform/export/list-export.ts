import * as v from 'valibot'
import { guarded } from '../../../core/tabular/guard'
import { type App, type Context, type Services, withCtx } from '../app'
import { extended } from '../custom/definitions'
import { parseInput } from '../action'
import { jsonBody } from '../body'
import { Download, fileResponse } from '../download'
import { answerRow, selectionOf } from '../engine/columns'
import { wholeList } from '../engine/list'
import type { QueryParams } from '../engine/query'
import { objectOf } from '../engine/save'
import { othersTurn } from '../others-turn'
import type { Resource } from '../resource'
import { assertMay } from '../rights'
import { type Batch, bodyOf, rowBatches } from '../stream'
import { type ExportColumn, readColumns } from './columns'
import { CSV_START, csvCell, csvLine } from './csv'
import { type Cell, sheetStream } from './sheet'

/** Rows of one export; a last line says when there were more. */
export const EXPORT_LIMIT = 100_000
const CUT = `Só as primeiras ${EXPORT_LIMIT.toLocaleString('pt-BR')} linhas: use um filtro mais preciso.`

const formatInput = v.object({ format: v.optional(v.picklist(['xlsx', 'csv'], 'Use xlsx ou csv.'), 'xlsx') })

/**
 * `GET /api/{resource}/export?format=xlsx|csv&columns=[{field, label, …}]` with a list's own filters and order, or POST with the same as JSON: the whole
 * list as a file, streamed, at most 100,000 rows. Numbers are numbers and dates dates; no text runs as a formula.
 */
export function mountExport(app: App, services: Services, declared: Resource, base: string): void {
  app.on(['GET', 'POST'], `${base}/export`, async (c) => {
    assertMay({ actor: c.get('actor') }, declared, 'read')
    const resource = await withCtx(services, c, 'read', (ctx) => extended(ctx, declared))
    const { format, columns: given, ...filters } = c.req.method === 'GET' ? c.req.query() : textsOf(await jsonBody(c))
    const as = parseInput(formatInput, format === undefined ? {} : { format }).format
    const columns = readColumns({ actor: c.get('actor') }, resource, given)
    const batches = await readBatches(services, c, resource, filters)
    const cells = cellsOf(batches, resource, columns)
    const body =
      as === 'csv'
        ? bodyOf(csvPieces(columns, cells))
        : await sheetStream(resource.title, columns.map(sheetColumn), cells)
    return fileResponse(new Download(resource.name, as, body))
  })
}

/** What a body asks, as an address would: its texts as they are, all else as JSON. Throws 422 for what is no object. */
const textsOf = (body: unknown): QueryParams =>
  Object.fromEntries(
    Object.entries(objectOf(body)).flatMap(([name, one]) =>
      one === null || one === undefined ? [] : [[name, typeof one === 'string' ? one : JSON.stringify(one)]],
    ),
  )

const readBatches = (services: Services, c: Context, resource: Resource, filters: QueryParams) =>
  rowBatches(services, c, { query: (ctx) => wholeList(ctx, resource, filters, EXPORT_LIMIT + 1), limit: EXPORT_LIMIT })

const sheetColumn = ({ label, format, width }: ExportColumn) => ({
  label,
  width,
  ...(format === undefined ? {} : { format }),
})

/** After so many rows other calls have their turn. */
const ROWS_AT_ONCE = 50

async function* cellsOf(
  batches: AsyncGenerator<Batch, void>,
  resource: Resource,
  columns: readonly ExportColumn[],
): AsyncGenerator<readonly Cell[]> {
  const { shown } = selectionOf(resource, 'row')
  for await (const { rows, more } of batches) {
    for (const [at, row] of rows.entries()) {
      if (at % ROWS_AT_ONCE === 0) await othersTurn()
      const record = answerRow(shown, row)
      yield columns.map(({ cell }) => cell(record))
    }
    if (more) yield [CUT]
  }
}

const LINES_A_PIECE = 200

async function* csvPieces(
  columns: readonly ExportColumn[],
  lines: AsyncGenerator<readonly Cell[]>,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  let text = CSV_START + csvLine(columns.map(({ label }) => guarded(label)))
  let count = 0
  for await (const cells of lines) {
    text += csvLine(cells.map((cell, at) => csvCell(cell, columns[at]?.format)))
    if (++count % LINES_A_PIECE !== 0) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text)
}
