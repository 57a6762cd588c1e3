import type { RetornoPagamento } from '../../../core/banking/pagamento/pagamento'
import { type App, assertNoTrial, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { sha256Of } from '../../platform/digest'
import { assertMay } from '../../platform/rights'
import { rehearse } from '../../platform/savepoint'
import { filesSent, takeEach, type Uploads } from '../../platform/uploads'
import { contasPagar } from '../registers'
import { importPayments, type TakenPayments } from './import'
import { readPaymentsApart } from './read-apart'
import { remessaPagamento } from './remessa-pagamento'

const UPLOADS: Uploads = {
  fileLimit: 20 * 1024 * 1024,
  filesLimit: 30,
  limit: 60 * 1024 * 1024,
  hint: 'Envie o arquivo como multipart/form-data, no campo file.',
  none: 'Envie ao menos um arquivo do banco.',
}

const isForm = (c: Context): boolean => c.req.header('Content-Type')?.startsWith('multipart/') ?? false

interface ReadPayments {
  readonly bytes: Uint8Array
  readonly read: RetornoPagamento
}

/** Takes in a file of payments that was read: it settles what was paid, so it asks for the right to. */
export function takePayments(
  services: Services,
  c: Context,
  file: File,
  { bytes, read }: ReadPayments,
  isTrial: boolean,
): Promise<TakenPayments> {
  assertMay({ actor: c.get('actor') }, contasPagar, 'edit')
  const incoming = { file: read, arquivo: file.name, sha256: sha256Of(bytes), bytes }
  return withCtx(services, c, 'write', (ctx) => {
    const work = () => importPayments(ctx, ctx.actor.empresa_id, incoming)
    return isTrial ? rehearse(ctx, work) : work()
  })
}

/**
 * `POST /api/financeiro/remessa_pagamento` (multipart `file`, one or more, with the header against forged requests): what banks say of payments, each file in its own transaction. `simula`
 * only tells what would come of it.
 */
export function mountPaymentUpload(app: App, services: Services): void {
  for (const path of remessaPagamento.paths)
    app.post(`/api/${path}`, async (c, next) => {
      if (!isForm(c)) return next()
      assertXhr(c)
      assertNoTrial(c)
      assertMay({ actor: c.get('actor') }, remessaPagamento, 'create')
      const { files, form } = await filesSent(c, UPLOADS)
      const isTrial = ['1', 'true'].includes(String(form.get('simula') ?? ''))
      const take = async (file: File): Promise<TakenPayments> => {
        const bytes = new Uint8Array(await file.arrayBuffer())
        // Read before there is a transaction: nothing of the database waits for it.
        const read = await readPaymentsApart(bytes)
        return takePayments(services, c, file, { bytes, read }, isTrial)
      }
      return c.json(await takeEach(files, UPLOADS, take))
    })
}
