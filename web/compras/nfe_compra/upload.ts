import { ApiError } from '../../app/api'
import { announce } from '../../app/events'
import { numberOf, textOf, type Values } from '../../ui/row'
import { sendFiles } from '../../ui/send-files'

/** What became of one file: a received invoice, or why not. */
export interface UploadResult {
  /** Place in what was sent: two files may have one name. */
  readonly key: number
  readonly file: string
  readonly id: number | null
  readonly nNF: string
  readonly message: string
}

/** Files sent at once: one request a batch, so that hundreds of files show their results as they go. */
const BATCH = 10
const SERVER_ERROR = 500

function resultOf(value: Values): Omit<UploadResult, 'key'> {
  return { file: textOf(value.file), id: numberOf(value.id), nNF: textOf(value.nNF), message: textOf(value.message) }
}

function failed(files: readonly File[], error: unknown): readonly Omit<UploadResult, 'key'>[] {
  const text = error instanceof Error ? error.message : 'Não foi possível importar'
  const message = error instanceof ApiError && error.status === SERVER_ERROR ? 'Arquivo não suportado' : text
  return files.map((file) => ({ file: file.name, id: null, nNF: '', message }))
}

async function sendBatch(files: readonly File[]): Promise<readonly Omit<UploadResult, 'key'>[]> {
  try {
    return (await sendFiles('compras/nfe_compra/uploadXML', files)).map(resultOf)
  } catch (error) {
    return failed(files, error)
  }
}

/** Sends XML files and tells what became of each, as the batches are answered. */
export async function uploadXml(
  files: readonly File[],
  onResults: (results: readonly UploadResult[]) => void,
): Promise<readonly UploadResult[]> {
  const results: UploadResult[] = []
  for (let from = 0; from < files.length; from += BATCH) {
    const batch = await sendBatch(files.slice(from, from + BATCH))
    results.push(...batch.map((one, index) => ({ ...one, key: from + index })))
    onResults([...results])
  }
  announce('nfe_compra')
  return results
}
