import { type Api, answerOf } from '../api'
import { formOf } from '../commands/call'
import { companyHeader, importEach, type ImportOptions } from '../import-files'
import { say } from '../output'

export interface InvoiceOptions extends ImportOptions {
  readonly onlyReceive: boolean
}

const BASE = '/api/compras/nfe_compra'

/** Receives suppliers' invoices and makes their goods entries. */
export const importInvoices = (files: readonly string[], options: InvoiceOptions): Promise<void> =>
  importEach(files, options, ['nota', 'notas'], async (api, file) => say(`${file}: ${await take(api, file, options)}`))

/** Receives one invoice and makes its goods entry. */
async function take(api: Api, file: string, options: InvoiceOptions): Promise<string> {
  const call = async (path: string, init: RequestInit) =>
    fields(await answerOf(await api.request(`${BASE}/${path}`, { method: 'POST', ...init })))
  const headers = companyHeader(options)
  const received = await call('uploadXML', { headers, body: formOf([file]) })
  const id = String(received.get('id'))
  const note = `nota ${String(received.get('nNF') ?? '')} recebida (${id})`
  if (options.onlyReceive) return note
  const json = { ...headers, 'Content-Type': 'application/json' }
  const made = await call(`${id}/processarImportacao`, { headers: json, body: '{}' })
  return `${note}, entrada ${String(made.get('entrada_id'))}`
}

const fields = (answer: unknown) =>
  new Map<string, unknown>(typeof answer === 'object' && answer !== null ? Object.entries(answer) : [])
