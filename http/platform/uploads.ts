import type { Context } from './app'
import { uploadForm } from './body'
import { toApiError } from './error-answer'
import { ApiError, badRequest } from './errors'

/** Files that are sent one or many at a time, and each of which stands alone. */
export interface Uploads {
  /** The largest file, in bytes, whole megabytes. */
  readonly fileLimit: number
  readonly filesLimit: number
  /** All files of a call together, in bytes. */
  readonly limit: number
  /** How files are sent, for who sends otherwise. */
  readonly hint: string
  /** What is said where no file comes. */
  readonly none: string
}

/** The form of an upload with its files. Throws 400 without files or with too many, 413. */
export async function filesSent(
  c: Context,
  uploads: Uploads,
): Promise<{ readonly form: FormData; readonly files: readonly File[] }> {
  const form = await uploadForm(c, uploads)
  const files = ['file', 'file[]', 'files'].flatMap((name) => form.getAll(name)).filter((one) => one instanceof File)
  if (files.length === 0) throw badRequest(uploads.none)
  if (files.length > uploads.filesLimit) throw badRequest(`Envie no máximo ${uploads.filesLimit} arquivos por vez.`)
  return { form, files }
}

/** Takes files in, one after the other: what a lone one is refused for is the answer, among others it is told beside its name. */
export async function takeEach(
  files: readonly File[],
  { fileLimit }: Uploads,
  take: (file: File) => Promise<object>,
): Promise<object> {
  const data: object[] = []
  for (const file of files) {
    try {
      if (file.size > fileLimit)
        throw new ApiError(413, 'too_large', `O arquivo é maior que ${fileLimit / 1024 / 1024} MB.`)
      data.push({ file: file.name, ...(await take(file)) })
    } catch (error) {
      const refusal = toApiError(error)
      if (files.length === 1 || !refusal) throw error
      data.push({ file: file.name, code: refusal.code, message: refusal.message })
    }
  }
  return { data, ...(data.length === 1 ? data[0] : {}) }
}
