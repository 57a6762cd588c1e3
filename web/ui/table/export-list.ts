import { address, init, listParams } from '../../app/api'
import { answeredFile } from '../open-file'
import type { Row } from '../row'
import type { Column } from './columns'
import type { ListModel } from './list-model'

interface ListExport {
  readonly resource: string
  readonly format: 'xlsx' | 'csv'
  readonly columns: readonly Column[]
  readonly model: ListModel
}

/** A column as the server is asked for it. */
const asked = ({ field, label, kind, decimals, options }: Column): object => ({
  field,
  label,
  ...(kind === undefined ? {} : { kind }),
  ...(decimals === undefined ? {} : { decimals }),
  ...(options === undefined ? {} : { options }),
})

/** Columns that the server answers; what a screen makes up by itself stays on the screen. */
export function exportable(columns: readonly Column[], sample: Row | undefined): readonly object[] {
  const known = columns.filter(({ field }) => sample === undefined || (field.split('.')[0] ?? '') in sample)
  return known.map(asked)
}

/** Saves the whole list as a file: the columns that are shown, by the filters and in the order that are set. Throws ApiError. */
export async function exportList({ resource, format, columns, model }: ListExport): Promise<void> {
  const shown = JSON.stringify(exportable(columns, model.rowAt(0)))
  const path = address(`${resource}/export`, { format, columns: shown, ...listParams(model.query) })
  await saveAnswer(`${resource.replaceAll('/', '_')}.${format}`, path, init('GET', {}))
}

/** Saves a list as a file that is asked for in a body, as `POST {resource}/export` takes it. Throws ApiError. */
export const exportAsked = (resource: string, name: string, body: object): Promise<void> =>
  saveAnswer(name, address(`${resource}/export`, {}), init('POST', { body }))

async function saveAnswer(name: string, path: string, request: RequestInit): Promise<void> {
  saveAs(name, await answeredFile(path, request))
}

function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 2000)
}
