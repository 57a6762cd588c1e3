import { createHash } from 'node:crypto'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { uploadForm } from '../../platform/body'
import { toApiError } from '../../platform/error-answer'
import { ApiError, badRequest } from '../../platform/errors'
import { assertMay } from '../../platform/rights'
import { conciliacao } from './conciliacao'
import { importCardFile } from './import'
import { readApart } from './read-apart'

/** A day of the largest shops stays far below this. */
const FILE_LIMIT = 5 * 1024 * 1024
const FILES_LIMIT = 31
const UPLOAD = { limit: 20 * 1024 * 1024, hint: 'Envie o arquivo como multipart/form-data, no campo file.' }

/** `POST /api/financeiro/conciliacao/upload` (multipart `file`, one or more): each file stands alone, in its own transaction (E3-044). */
export function mountCardUpload(app: App, services: Services): void {
  const answer = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, conciliacao, 'create')
    const form = await uploadForm(c, UPLOAD)
    const files = ['file', 'file[]', 'files'].flatMap((name) => form.getAll(name)).filter((one) => one instanceof File)
    if (files.length === 0) throw badRequest('Envie ao menos um arquivo da adquirente.')
    if (files.length > FILES_LIMIT) throw badRequest(`Envie no máximo ${FILES_LIMIT} arquivos por vez.`)
    const data: object[] = []
    for (const file of files) data.push(await take(services, c, file, files.length === 1))
    return c.json({ data, ...(data.length === 1 ? data[0] : {}) })
  }
  for (const path of conciliacao.paths) {
    app.post(`/api/${path}/upload`, answer)
    app.post(`/api/${path}/:id/upload`, answer)
  }
}

/** Takes one file in; alone, its refusal is the answer, among others it is told beside its name. */
async function take(services: Services, c: Context, file: File, alone: boolean): Promise<object> {
  try {
    if (file.size > FILE_LIMIT) throw new ApiError(413, 'too_large', 'O arquivo é maior que 5 MB.')
    const bytes = new Uint8Array(await file.arrayBuffer())
    // Read before there is a transaction: nothing of the database waits for it.
    const read = await readApart(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const taken = await withCtx(services, c, 'write', (ctx) =>
      importCardFile(ctx, ctx.actor.empresa_id, { file: read, arquivo: file.name, sha256 }),
    )
    return { file: file.name, ...taken }
  } catch (error) {
    const refusal = toApiError(error)
    if (alone || !refusal) throw error
    return { file: file.name, code: refusal.code, message: refusal.message }
  }
}
