import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MANIFESTATIONS } from '../../../core/fields/compras/manifestacao'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { nothing, shortText } from '../../platform/inputs'
import { said, shapeOf } from '../../platform/answers'
import { REASON, reasonOf } from '../../platform/step'
import { importData, importInput, importInvoice } from './import'
import { manifest } from '../manifestacao/manifest'
import { nfeCompra } from './nfe-compra'
import { assertPending } from './state'

export const getImportacaoXmlData = action(nfeCompra, 'getImportacaoXmlData', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'A nota como a grade de importação a mostra, com o produto provável de cada item.',
  input: nothing,
  answer: v.looseObject({
    id: v.number(),
    chave: v.string(),
    mercadoria_importacao_list: v.array(shapeOf('mercadoria_importacao')),
  }),
  run: async ({ ctx, record }) => importData(ctx, record),
})

export const processarImportacao = action(nfeCompra, 'processarImportacao', {
  on: 'record',
  right: 'edit',
  summary: 'Gera a entrada da nota; o que não foi escolhido segue as sugestões, e produtos novos são criados.',
  input: importInput,
  answer: v.object({ id: v.number(), entrada_id: v.number(), avisos: v.array(v.string()) }),
  run: async ({ ctx, record, input }) => importInvoice(ctx, record, input),
})

export const recusarDFe = action(nfeCompra, 'recusarDFe', {
  on: 'record',
  right: 'edit',
  summary:
    'Recusa a nota, com justificativa de ao menos 15 caracteres. Com `tpEvento` (210220 ou 210240), manifesta a recusa à SEFAZ.',
  input: v.object({
    xJust: v.optional(shortText(500), ''),
    tpEvento: v.optional(v.nullable(v.picklist(['210220', '210240']))),
  }),
  run: async ({ ctx, record, input: { tpEvento, ...input } }) => {
    const xJust = checkedReason('recusa', input.xJust)
    assertPending(record, 'recusa')
    if (tpEvento) await manifest(ctx, record, { tpEvento, xJust })
    await update(ctx, nfeCompra, record, { dhRecusa: ctx.clock.now(), xJust }, 'recusarDFe')
  },
})

/** Tells the authority that the company knows of a note, or confirms it (events 210210 and 210200). Throws what `manifest` throws. */
export const manifesta = action(nfeCompra, 'manifesta', {
  on: 'record',
  right: 'edit',
  summary: 'Manifesta a nota à SEFAZ: ciência ou confirmação da operação.',
  input: v.object({ tpEvento: v.picklist(['210210', '210200']) }),
  answer: said,
  run: async ({ ctx, record, input: { tpEvento } }) => {
    await manifest(ctx, record, { tpEvento })
    await update(ctx, nfeCompra, record, {}, 'manifesta')
    return { message: `${MANIFESTATIONS[tpEvento]} enviada à SEFAZ.` }
  },
})

/** Only within 24 hours of issue, with a reason of more than 15 characters (document 2, section 5). */
export const cancela = action(nfeCompra, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela a nota dentro de 24 horas da emissão.',
  answer: v.object({ nNF: v.number() }),
  input: v.object(REASON),
  run: async ({ ctx, record, input }) => {
    const xJust = reasonOf(input, { kind: 'cancelamento' })
    assertPending(record, 'cancela')
    if (!(await isFresh(ctx, record.id)))
      throw badRequest('A nota só pode ser cancelada até 24 horas após a emissão.', 'too_late')
    await update(ctx, nfeCompra, record, { dhCancelamento: ctx.clock.now(), xJust }, 'cancela')
    return { nNF: record.nNF }
  },
})

/** Was the invoice issued (where it does not say, received) within the last 24 hours? */
async function isFresh(ctx: Ctx, id: number): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce("dhEmi", criado_em) >= ${ctx.clock.now()}::timestamptz - interval '24 hours' as fresh from nfe_compra where id = ${id}`,
  )
  return row?.fresh === true
}
