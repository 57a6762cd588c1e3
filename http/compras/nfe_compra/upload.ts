import { itemCosts } from '../../../core/fiscal/item-cost'
import { noticesOf } from '../../../core/fiscal/nfe-notices'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { toApiError } from '../../platform/error-answer'
import { ApiError, badRequest } from '../../platform/errors'
import { assertMay } from '../../platform/rights'
import { itemCodeNotices } from './codes'
import { nfeCompra } from './nfe-compra'
import { readInvoice } from './read-apart'
import { receiveXml } from './receive'
import { uploadForm } from '../../platform/body'

/** The authorising service takes half a megabyte; the largest of other layouts stay below this. */
const FILE_LIMIT = 2 * 1024 * 1024
const FILES_LIMIT = 200
/** As many notes of the usual size as come at a time. */
const BODY_LIMIT = 31 * 1024 * 1024
const UPLOAD = { limit: BODY_LIMIT, hint: 'Envie o XML como multipart/form-data, no campo file.' }

/** `POST /api/compras/nfe_compra/uploadXML` (multipart `file`, one or more): each file stands alone, in its own transaction. */
export function mountUploadXml(app: App, services: Services): void {
  const answer = async (c: Context) => {
    assertXhr(c)
    assertNoTrial(c)
    assertMay({ actor: c.get('actor') }, nfeCompra, 'edit')
    const files = await filesOf(c)
    const data = []
    for (const file of files) data.push(await take(services, c, file, files.length === 1))
    return c.json({ data, ...(data.length === 1 ? data[0] : {}) })
  }
  for (const path of nfeCompra.paths) {
    app.post(`/api/${path}/uploadXML`, answer)
    app.post(`/api/${path}/:id/uploadXML`, answer)
  }
}

async function filesOf(c: Context): Promise<File[]> {
  const form = await uploadForm(c, UPLOAD)
  const sent = ['file', 'file[]', 'files'].flatMap((name) => form.getAll(name))
  const files = sent.filter((one) => one instanceof File)
  if (files.length === 0) throw badRequest('Envie ao menos um arquivo XML.')
  if (files.length > FILES_LIMIT) throw badRequest(`Envie no máximo ${FILES_LIMIT} arquivos por vez.`)
  return files
}

/** Takes one file in; alone, its refusal is the answer, among others it is told beside its name. */
async function take(services: Services, c: Context, file: File, alone: boolean): Promise<object> {
  try {
    if (file.size > FILE_LIMIT) throw new ApiError(413, 'too_large', 'O arquivo é maior que 2 MB.')
    // Read before there is a transaction: nothing of the database waits for it.
    const received = await readInvoice(new Uint8Array(await file.arrayBuffer()))
    const { invoice, codes } = await withCtx(services, c, 'write', async (ctx) => ({
      invoice: await receiveXml(ctx, received),
      codes: await itemCodeNotices(ctx, received.nfe),
    }))
    return {
      file: file.name,
      id: invoice.id,
      chave: invoice.chave,
      nNF: invoice.nNF,
      fornecedor_id: invoice.fornecedor_id,
      avisos: [...noticesOf(received.nfe, itemCosts(received.nfe)), ...codes],
    }
  } catch (error) {
    const refusal = toApiError(error)
    if (alone || !refusal) throw error
    return { file: file.name, code: refusal.code, message: refusal.message }
  }
}
