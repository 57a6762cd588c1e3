import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { openSheet } from '../../http/cadastros/importacao/sheet/source'
import type { Cell } from '../../core/tabular/cell'

/** The text that `readCodes` takes, of an official file: JSON as it is, a workbook or CSV by its first row of names; `tell` is told of sheets that are not
 * read. Throws 400 `invalid_file`. */
export async function codeFileText(path: string, tell: (notice: string) => void): Promise<string> {
  if (/\.json$/i.test(path)) return readFileSync(path, 'utf8')
  const file = Bun.file(path)
  const { pieces } = await openSheet({
    name: basename(path),
    size: statSync(path).size,
    bytes: () => file.bytes(),
    stream: () => file.stream(),
  })
  const all: (readonly Cell[])[] = []
  for await (const { rows, notices = [] } of pieces) {
    all.push(...rows.map((row) => row.celulas))
    for (const notice of notices) tell(notice)
  }
  const filled = all.filter((row) => row.some((one) => one !== null && one !== ''))
  const [head = [], ...rows] = filled.map((row) => row.map((one) => (one === null ? null : String(one))))
  return JSON.stringify({ columns: head.map((one) => one ?? ''), rows })
}
