import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { cliente } from '../../cadastros/pessoas'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { insert, load, update } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import { issueNote } from './issue'
import { nfe } from './nfe'
import { advance } from '../../platform/step'

/**
 * Converts an NFC-e that was authorised into an NF-e to a customer: goods with CFOP 5929, a reference to the NFC-e, no payment, no stock and no receivables of its own
 * (E3-125, T3-050). Once. Throws 422 for a customer without a tax id, and what issuing throws.
 */
export const converterNFCe = action(nfe, 'converterNFCe', {
  on: 'record',
  right: 'edit',
  verb: 'converterNFCe',
  summary:
    'Converte uma NFC-e autorizada em NF-e para um cliente identificado: CFOP 5929, sem pagamento, estoque nem contas a receber.',
  input: v.object({ cliente_id: identifier }),
  answer: v.object({ nfe: v.object({ id: v.number() }) }),
  run: async ({ ctx, record, input: { cliente_id } }) => {
    if (record.mod !== 65) throw badRequest('Só NFC-e se converte em NF-e.', 'not_nfce')
    const customer = await load(ctx, cliente, cliente_id)
    if (!customer.CNPJ_CPF) throw invalid({ cliente_id: ['O cliente precisa de CNPJ ou CPF.'] })
    const [before] = await rowsOf(
      ctx,
      sql`select 1 from nfe where nfce_id = ${record.id} and "dhCancelamento" is null and "dhAbandono" is null and "dhDenegacao" is null limit 1`,
    )
    if (before) throw badRequest('Esta NFC-e já foi convertida em NF-e.', 'converted')
    const note = await insert(ctx, nfe, {
      empresa_id: record.empresa_id,
      venda_id: record.venda_id,
      nfce_id: record.id,
      mod: 55,
      cliente_id,
      xDest: customer.xNome,
      vNF: record.vNF,
      referencias: [record.chNFe],
    })
    await advance(ctx, nfe, note, 'emite', await issueNote(ctx, note))
    await update(ctx, nfe, record, {}, 'converterNFCe')
    return { nfe: { id: note.id } }
  },
})
