import type { DdaTaken } from '../../../core/banking/dda-taken'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { assertMay } from '../../platform/rights'
import { rehearse } from '../../platform/savepoint'
import { filesSent, takeEach, type Uploads } from '../../platform/uploads'
import { boletoDda } from './boleto-dda'
import { importDda } from './import-dda'
import { readApart } from './read-apart'

const UPLOADS: Uploads = {
  fileLimit: 20 * 1024 * 1024,
  filesLimit: 30,
  limit: 40 * 1024 * 1024,
  hint: 'Envie o arquivo como multipart/form-data, no campo file.',
  none: 'Envie ao menos um arquivo do banco.',
}

/** `POST /api/financeiro/boletos_dda` (multipart `file`, one or more, with the header against forged requests): each file stands alone, in its own transaction. `simula` only tells what would come of it. */
export function mountDdaUpload(app: App, services: Services): void {
  for (const path of boletoDda.paths)
    app.post(`/api/${path}`, async (c, next) => {
      if (!c.req.header('Content-Type')?.startsWith('multipart/')) return next()
      assertXhr(c)
      assertNoTrial(c)
      assertMay({ actor: c.get('actor') }, boletoDda, 'create')
      const { files, form } = await filesSent(c, UPLOADS)
      const isTrial = ['1', 'true'].includes(String(form.get('simula') ?? ''))
      return c.json(await takeEach(files, UPLOADS, (file) => take(services, c, file, isTrial)))
    })
}

async function take(services: Services, c: Context, file: File, isTrial: boolean): Promise<DdaTaken> {
  // Read before there is a transaction: nothing of the database waits for it.
  const read = await readApart(new Uint8Array(await file.arrayBuffer()))
  return withCtx(services, c, 'write', (ctx) => {
    const work = () => importDda(ctx, ctx.actor.empresa_id, { file: read, arquivo: file.name })
    return isTrial ? rehearse(ctx, work) : work()
  })
}
