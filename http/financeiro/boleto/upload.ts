import { isRetornoPagamento } from '../../../core/banking/pagamento/read-retorno-pagamento'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { badRequest } from '../../platform/errors'
import type { TakenPayments } from '../pagamentos/import'
import { readPaymentsApart } from '../pagamentos/read-apart'
import { takePayments } from '../pagamentos/upload'
import { sha256Of } from '../../platform/digest'
import { assertMay } from '../../platform/rights'
import { rehearse } from '../../platform/savepoint'
import { filesSent, takeEach, type Uploads } from '../../platform/uploads'
import { importRetorno, type Taken } from './import-retorno'
import { readApart } from './read-apart'
import { retorno } from './retorno'

const UPLOADS: Uploads = {
  fileLimit: 40 * 1024 * 1024,
  filesLimit: 30,
  limit: 60 * 1024 * 1024,
  hint: 'Envie o arquivo como multipart/form-data, no campo file.',
  none: 'Envie ao menos um arquivo do banco.',
}

/**
 * `POST /api/financeiro/retorno`, and `…/{id}/uploadRetorno` as the specification has it, where the number says nothing (E3-091; multipart `file`, one or more, with the header against
 * forged requests): each file stands alone, in its own transaction. `simula` only tells what would come of it.
 */
export function mountRetornoUpload(app: App, services: Services): void {
  const upload = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, retorno, 'create')
    const { files, form } = await filesSent(c, UPLOADS)
    const isTrial = ['1', 'true'].includes(String(form.get('simula') ?? ''))
    return c.json(await takeEach(files, UPLOADS, (file) => take(services, c, file, isTrial)))
  }
  for (const path of retorno.paths) {
    app.post(`/api/${path}`, (c, next) => (isForm(c) ? upload(c) : next()))
    app.post(`/api/${path}/:id/uploadRetorno`, (c) => {
      if (!isForm(c)) throw badRequest(UPLOADS.hint)
      return upload(c)
    })
  }
}

const isForm = (c: Context): boolean => c.req.header('Content-Type')?.startsWith('multipart/') ?? false

async function take(services: Services, c: Context, file: File, isTrial: boolean): Promise<Taken> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Read before there is a transaction: nothing of the database waits for it.
  if (isRetornoPagamento(bytes)) {
    const payments = await readPaymentsApart(bytes)
    return takeAsCollection(await takePayments(services, c, file, { bytes, read: payments }, isTrial))
  }
  const read = await readApart(bytes)
  const incoming = { file: read, arquivo: file.name, sha256: sha256Of(bytes), bytes }
  return withCtx(services, c, 'write', (ctx) => {
    const work = () => importRetorno(ctx, ctx.actor.empresa_id, incoming)
    return isTrial ? rehearse(ctx, work) : work()
  })
}

/** What a file of payments came to, in the words of collection: nothing of it waits for boletos. */
const takeAsCollection = ({ id, conhecido, banco, ocorrencias, repetidas, ...told }: TakenPayments): Taken => ({
  id,
  conhecido,
  banco,
  ocorrencias,
  aBaixar: told.aBaixar,
  semBoleto: told.semPagamento,
  repetidas,
  avisos: [...told.avisos, 'O arquivo é de pagamentos: veja-o nas remessas de pagamentos.'],
})
