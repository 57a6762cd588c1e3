import * as v from 'valibot'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { cancelReason, reasonInput } from '../../comercial/shared-actions'
import { action } from '../../platform/action'
import { badRequest } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { nothing, shortText } from '../../platform/inputs'
import { importData, importInput, importInvoice } from './import'
import { nfeCompra } from './nfe-compra'

export const getImportacaoXmlData = action(nfeCompra, 'getImportacaoXmlData', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'A nota como a grade de importação a mostra, com o produto provável de cada item.',
  input: nothing,
  run: async ({ ctx, record }) => importData(ctx, record),
})

export const processarImportacao = action(nfeCompra, 'processarImportacao', {
  on: 'record',
  right: 'edit',
  summary: 'Gera a entrada da nota; o que não foi escolhido segue as sugestões, e produtos novos são criados.',
  input: importInput,
  run: async ({ ctx, record, input }) => importInvoice(ctx, record, input),
})

export const recusarDFe = action(nfeCompra, 'recusarDFe', {
  on: 'record',
  right: 'edit',
  summary: 'Recusa a nota, com justificativa de ao menos 15 caracteres.',
  input: v.object({ xJust: v.optional(shortText(500), '') }),
  run: async ({ ctx, record, input }) => {
    const xJust = checkedReason('recusa', input.xJust)
    if (record.entrada_id) throw badRequest(`Esta nota já gerou a entrada nº ${record.entrada_id}.`, 'imported')
    await update(ctx, nfeCompra, record, { dhRecusa: ctx.clock.now(), xJust }, 'recusarDFe')
  },
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Only within 24 hours of issue, with a reason of more than 15 characters (document 2, section 5). */
export const cancela = action(nfeCompra, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela a nota dentro de 24 horas da emissão.',
  input: reasonInput,
  run: async ({ ctx, record, input }) => {
    const xJust = cancelReason(input)
    if (record.dhCancelamento) throw badRequest('Esta nota está cancelada.', 'cancelled')
    if (record.entrada_id) throw badRequest(`Cancele antes a entrada nº ${record.entrada_id}.`, 'imported')
    const age = Date.parse(ctx.clock.now()) - Date.parse(String(record.dhEmi ?? record.criado_em).replace(' ', 'T'))
    if (age > DAY_MS) throw badRequest('A nota só pode ser cancelada até 24 horas após a emissão.', 'too_late')
    await update(ctx, nfeCompra, record, { dhCancelamento: ctx.clock.now(), xJust }, 'cancela')
    return { nNF: record.nNF }
  },
})
