import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { load } from '../../platform/engine/write'
import { assertMay } from '../../platform/rights'
import { idOf } from '../../platform/routes'
import { filesSent, takeEach, type Uploads } from '../../platform/uploads'
import { sha256Of } from '../../platform/digest'
import { conciliacao } from './conciliacao'
import { importCardFile } from './import'
import { readApart } from './read-apart'

const UPLOADS: Uploads = {
  // A day of the largest shops stays far below this.
  fileLimit: 5 * 1024 * 1024,
  filesLimit: 31,
  limit: 20 * 1024 * 1024,
  hint: 'Envie o arquivo como multipart/form-data, no campo file.',
  none: 'Envie ao menos um arquivo da adquirente.',
}

/**
 * `POST /api/financeiro/conciliacao/upload` (multipart `file`, one or more): each file stands alone, in its own transaction (E3-044). From a reconciliation that
 * is there it is the same: a file is a reconciliation of its own. Throws 404 for one that is not.
 */
export function mountCardUpload(app: App, services: Services): void {
  const answer = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, conciliacao, 'create')
    if (c.req.param('id') !== undefined) await withCtx(services, c, 'read', (ctx) => load(ctx, conciliacao, idOf(c)))
    const { files } = await filesSent(c, UPLOADS)
    return c.json(await takeEach(files, UPLOADS, (file) => take(services, c, file)))
  }
  for (const path of conciliacao.paths) {
    app.post(`/api/${path}/upload`, answer)
    app.post(`/api/${path}/:id/upload`, answer)
  }
}

async function take(services: Services, c: Context, file: File): Promise<object> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Read before there is a transaction: nothing of the database waits for it.
  const read = await readApart(bytes)
  const sha256 = sha256Of(bytes)
  return withCtx(services, c, 'write', (ctx) =>
    importCardFile(ctx, ctx.actor.empresa_id, { file: read, arquivo: file.name, sha256 }),
  )
}
