import { itemCosts } from '../../../core/fiscal/item-cost'
import { noticesOf } from '../../../core/fiscal/nfe-notices'
import { fileRoute } from '../../platform/file-route'
import { itemCodeNotices } from './codes'
import { nfeCompra } from './nfe-compra'
import { readInvoice } from './read-apart'
import { receiveXml } from './receive'

/** `POST /api/compras/nfe_compra/uploadXML`: invoices of suppliers. */
export const mountUploadXml = fileRoute({
  of: nfeCompra,
  right: 'edit',
  paths: nfeCompra.paths.flatMap((path) => [`${path}/uploadXML`, `${path}/:id/uploadXML`]),
  uploads: {
    // The authorising service takes half a megabyte; the largest of other layouts stay below this.
    fileLimit: 2 * 1024 * 1024,
    filesLimit: 200,
    // As many notes of the usual size as come at a time.
    limit: 31 * 1024 * 1024,
    hint: 'Envie o XML como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo XML.',
  },
  read: async ({ bytes }) => {
    const received = await readInvoice(bytes)
    return async (ctx) => {
      const invoice = await receiveXml(ctx, received)
      const codes = await itemCodeNotices(ctx, received.nfe)
      return {
        id: invoice.id,
        chave: invoice.chave,
        nNF: invoice.nNF,
        fornecedor_id: invoice.fornecedor_id,
        avisos: [...noticesOf(received.nfe, itemCosts(received.nfe)), ...codes],
      }
    }
  },
})
