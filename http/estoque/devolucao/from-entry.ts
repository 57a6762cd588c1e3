import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { returnable } from '../../../core/returns/share'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { load } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { identifier, nothing } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { entrada, entradaMercadoria } from '../entrada/entrada'
import { entradaMercadoriaRastreio } from '../entrada/rastreio'
import { devolucao } from './devolucao'
import { notReceived } from './hooks'
import { priceOf, receivedLines } from './received'

/** Returns that begin from the entry that brought the goods. */

const made = v.object({ devolucao_id: v.number() })

/** Makes a return of all that may still go back of an entry (T2-041). Throws 400 `not_received`, `nothing_left`. */
export const geraDevolucao = action(entrada, 'geraDevolucao', {
  on: 'record',
  right: 'read',
  verb: 'geraDevolucao',
  summary: 'Gera uma devolução ao fornecedor, aberta, com o que ainda pode voltar da entrada.',
  input: nothing,
  answer: made,
  run: async ({ ctx, record }) => begin(ctx, record, await leftOf(ctx, record)),
})

/** The same of one lot of an item (E2-107): as much of it as may still go back. */
export const geraDevolucaoDoLote = action(entradaMercadoriaRastreio, 'geraDevolucao', {
  on: 'record',
  right: 'read',
  summary: 'Gera uma devolução ao fornecedor, aberta, deste lote.',
  input: nothing,
  answer: made,
  run: async ({ ctx, record }) => {
    const item = await load(ctx, entradaMercadoria, record.entrada_mercadoria_id)
    const entry = await load(ctx, entrada, item.entrada_id)
    const all = await leftOf(ctx, entry)
    const ofLot = await leftOfLot(ctx, record)
    const lines = all
      .filter((one) => one.entrada_mercadoria_id === item.id && ofLot.sign() > 0)
      .map((one) => ({
        ...one,
        qTrib: ofLot.lt(one.qTrib) ? ofLot.toFixed(4) : one.qTrib,
        lote_id: record.lote_id,
      }))
    return begin(ctx, entry, lines)
  },
})

/** What of a lot's part of an item may still go back: as much as came in it, less what returns hold or took of all that the item brought of the lot. */
async function leftOfLot(ctx: Ctx, record: RecordOf<typeof entradaMercadoriaRastreio>): Promise<Decimal> {
  const { entrada_mercadoria_id, lote_id, qTrib } = record
  const [row] = await rowsOf(
    ctx,
    sql`select (select sum("qTrib") from entrada_mercadoria_rastreio where entrada_mercadoria_id = ${entrada_mercadoria_id} and lote_id = ${lote_id})
          - coalesce((select sum(r.q) from estoque_reserva r join devolucao_mercadoria i on i.id = r.item_id
              where r.documento = ${devolucao.name} and i.entrada_mercadoria_id = ${entrada_mercadoria_id} and r.lote_id = ${lote_id}), 0)
          + coalesce((select sum(m."qTrib") from movimento_estoque m join devolucao_mercadoria i on i.id = m.item_id
              where m.documento = ${devolucao.name} and i.entrada_mercadoria_id = ${entrada_mercadoria_id} and m.lote_id = ${lote_id}), 0) as q`,
  )
  const left = row?.q === null ? decimal(qTrib) : decimal(String(row?.q))
  return left.lt(qTrib) ? left : decimal(qTrib)
}

interface Left extends Row {
  readonly entrada_mercadoria_id: number
  readonly qTrib: string
}

async function leftOf(ctx: Ctx, entry: RecordOf<typeof entrada>): Promise<Left[]> {
  if (entry.status !== 4) throw badRequest(notReceived(entry.id), 'not_received')
  const received = await receivedLines(ctx, entry.id)
  return [...received.values()]
    .map((one) => ({ entrada_mercadoria_id: one.entrada_mercadoria_id, qTrib: returnable(one).toFixed(4) }))
    .filter((one) => decimal(one.qTrib).sign() > 0)
}

async function begin(
  ctx: Ctx,
  entry: RecordOf<typeof entrada>,
  lines: readonly Left[],
): Promise<v.InferOutput<typeof made>> {
  assertMay(ctx, devolucao, 'create')
  if (lines.length === 0) throw badRequest('Tudo o que entrou já foi devolvido.', 'nothing_left')
  const { id } = await createRecord(ctx, devolucao, {
    values: { empresa_id: entry.empresa_id, entrada_id: entry.id },
    lines: { devolucao_mercadoria: lines },
  })
  return { devolucao_id: id }
}

/** What may still go back of an entry, item by item: what a new return begins with. */
export const itens = action(devolucao, 'itens', {
  on: 'collection',
  right: 'create',
  reads: true,
  summary: 'Itens de uma entrada, com o que ainda pode voltar de cada um.',
  input: v.object({ entrada_id: identifier }),
  answer: v.object({
    data: v.array(
      v.object({
        entrada_mercadoria_id: v.number(),
        mercadoria_id: v.number(),
        xProd: v.string(),
        un: v.nullable(v.string()),
        qItem: v.number(),
        qSaldo: v.number(),
        vUnTrib: v.number(),
        vItem: v.number(),
        vVolta: v.number(),
      }),
    ),
  }),
  run: async ({ ctx, input }) => {
    const entry = await load(ctx, entrada, input.entrada_id)
    const received = await receivedLines(ctx, entry.id)
    return {
      data: [...received.values()].map((one) => {
        const { entrada_mercadoria_id, mercadoria_id, xProd, un, quantity, value, takenValue } = one
        return {
          entrada_mercadoria_id,
          mercadoria_id,
          xProd,
          un,
          qItem: Number(quantity),
          qSaldo: Number(returnable(one).toFixed(4)),
          vUnTrib: Number(priceOf(one)),
          vItem: Number(value),
          vVolta: Number(takenValue),
        }
      }),
    }
  },
})
