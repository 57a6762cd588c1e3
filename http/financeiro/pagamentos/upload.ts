import { sha256Of } from '../../platform/digest'
import { fileRoute, type SentFile, type TakeIn } from '../../platform/file-route'
import { assertMay } from '../../platform/rights'
import { contasPagar } from '../registers'
import { importPayments, type TakenPayments } from './import'
import { readPaymentsApart } from './read-apart'
import { remessaPagamento } from './remessa-pagamento'

/** Reads a file of payments. It settles what was paid, so taking it in asks for the right to. */
export async function readPayments({ arquivo, bytes }: SentFile): Promise<TakeIn<TakenPayments>> {
  const file = await readPaymentsApart(bytes)
  return (ctx) => {
    assertMay(ctx, contasPagar, 'edit')
    return importPayments(ctx, ctx.actor.empresa_id, { file, arquivo, sha256: sha256Of(bytes), bytes })
  }
}

/** `POST /api/financeiro/remessa_pagamento`: what banks say of payments. */
export const mountPaymentUpload = fileRoute({
  of: remessaPagamento,
  paths: remessaPagamento.paths,
  uploads: {
    fileLimit: 20 * 1024 * 1024,
    filesLimit: 30,
    limit: 60 * 1024 * 1024,
    hint: 'Envie o arquivo como multipart/form-data, no campo file.',
    none: 'Envie ao menos um arquivo do banco.',
  },
  read: readPayments,
})
