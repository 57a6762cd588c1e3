import { itemCosts } from '../../../core/fiscal/item-cost'
import { noticesOf } from '../../../core/fiscal/nfe-notices'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { assertMay } from '../../platform/rights'
import { filesSent, takeEach, type Uploads } from '../../platform/uploads'
import { itemCodeNotices } from './codes'
import { nfeCompra } from './nfe-compra'
import { readInvoice } from './read-apart'
import { receiveXml } from './receive'

/** The authorising service takes half a megabyte; the largest of other layouts stay below this. */
const FILE_LIMIT = 2 * 1024 * 1024
const UPLOADS: Uploads = {
  fileLimit: FILE_LIMIT,
  filesLimit: 200,
  // As many notes of the usual size as come at a time.
  limit: 31 * 1024 * 1024,
  hint: 'Envie o XML como multipart/form-data, no campo file.',
  none: 'Envie ao menos um arquivo XML.',
}

/** `POST /api/compras/nfe_compra/uploadXML` (multipart `file`, one or more): each file stands alone, in its own transaction. */
export function mountUploadXml(app: App, services: Services): void {
  const answer = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, nfeCompra, 'edit')
    const { files } = await filesSent(c, UPLOADS)
    return c.json(await takeEach(files, UPLOADS, (file) => take(services, c, file)))
  }
  for (const path of nfeCompra.paths) {
    app.post(`/api/${path}/uploadXML`, answer)
    app.post(`/api/${path}/:id/uploadXML`, answer)
  }
}

async function take(services: Services, c: Context, file: File): Promise<object> {
  // Read before there is a transaction: nothing of the database waits for it.
  const received = await readInvoice(new Uint8Array(await file.arrayBuffer()))
  const { invoice, codes } = await withCtx(services, c, 'write', async (ctx) => ({
    invoice: await receiveXml(ctx, received),
    codes: await itemCodeNotices(ctx, received.nfe),
  }))
  return {
    id: invoice.id,
    chave: invoice.chave,
    nNF: invoice.nNF,
    fornecedor_id: invoice.fornecedor_id,
    avisos: [...noticesOf(received.nfe, itemCosts(received.nfe)), ...codes],
  }
}
