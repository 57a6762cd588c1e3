import * as v from 'valibot'
import { byHandFields } from '../../../core/fields/nfse/municipal'
import { action } from '../../platform/action'
import { invalid } from '../../platform/errors'
import { nothing, shortText } from '../../platform/inputs'
import { parseField } from '../../platform/parse'
import { advance, step } from '../../platform/step'
import { cancelled } from './effects'
import { nfse } from './nfse'
import { followTaxes } from './taxes'

/** Notes of cities that nothing is sent to: what was made, or ended, there is told here. */

/** Tells the number that a note got at its city: it is in force. Throws 422 for what is no number. */
export const informaNumero = action(nfse, 'informaNumero', {
  on: 'record',
  right: 'edit',
  verb: 'informaNumero',
  summary: 'Informa o número que a NFS-e recebeu no sistema do município: ela fica autorizada.',
  input: v.object({ nNFSe: shortText(15), cVerif: v.optional(v.nullable(shortText(20))) }),
  run: async ({ ctx, record, input: { nNFSe, cVerif } }) => {
    const read = parseField(byHandFields.nNFSe.meta, nNFSe.trim())
    if ('error' in read) throw invalid({ nNFSe: [read.error] })
    if (!read.ok) throw invalid({ nNFSe: ['Informe o número da NFS-e.'] })
    await advance(ctx, nfse, record, 'autoriza', { nNFSe: read.ok, cVerif: cVerif?.trim() || null, problemas: null })
    await followTaxes(ctx, record.ordem_servico_id)
  },
})

/** Tells that a note was refused at its city: it is corrected, or given up. */
export const informaRecusa = action(nfse, 'informaRecusa', {
  on: 'record',
  right: 'edit',
  verb: 'informaRecusa',
  summary: 'Informa que o sistema do município recusou a NFS-e: ela fica rejeitada.',
  input: nothing,
  run: async ({ ctx, record }) => {
    await advance(ctx, nfse, record, 'rejeita', { xMotivo: 'Recusada no sistema do município.' })
  },
})

/** Tells that a note was cancelled at its city: the invoicing of its order is taken back. */
export const informaCancelamento = action(nfse, 'informaCancelamento', {
  on: 'record',
  right: 'edit',
  verb: 'informaCancelamento',
  summary: 'Informa que a NFS-e foi cancelada no sistema do município; desfaz o faturamento da ordem.',
  input: nothing,
  run: async ({ ctx, record }) => cancelled(ctx, record),
})

/** A note that was not cancelled at its city after all stays in force. */
export const mantem = step(nfse, 'mantem', {
  summary: 'Mantém uma NFS-e cujo cancelamento foi pedido, e que continua em vigor no município.',
  run: async () => ({ set: { xMotivoCancelamento: null } }),
})
