import { type Context, type Services, withCtx } from '../../platform/app'
import { sha256Of } from '../../platform/digest'
import { load } from '../../platform/engine/write'
import { fileRoute } from '../../platform/file-route'
import { idOf } from '../../platform/routes'
import { conciliacao } from './conciliacao'
import { importCardFile } from './import'
import { readApart } from './read-apart'

/** `POST /api/financeiro/conciliacao/upload`: files of acquirers (E3-044). From a reconciliation that is there it is the same: a file is one of its own. */
export const mountCardUpload = fileRoute({
  of: conciliacao,
  paths: conciliacao.paths.flatMap((path) => [`${path}/upload`, `${path}/:id/upload`]),
  uploads: {
    // A day of the largest shops stays far below this.
    fileLimit: 5 * 1024 * 1024,
    filesLimit: 31,
    limit: 20 * 1024 * 1024,
    hint: 'Envie o arquivo como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo da adquirente.',
  },
  before: assertThere,
  read: async ({ arquivo, bytes }) => {
    const file = await readApart(bytes)
    return (ctx) => importCardFile(ctx, ctx.actor.empresa_id, { file, arquivo, sha256: sha256Of(bytes) })
  },
})

/** Throws 404 for a reconciliation that is not. */
async function assertThere(services: Services, c: Context): Promise<void> {
  if (c.req.param('id') !== undefined) await withCtx(services, c, 'read', (ctx) => load(ctx, conciliacao, idOf(c)))
}
