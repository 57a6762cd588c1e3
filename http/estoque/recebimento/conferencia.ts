import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { differenceOf, isTolerated } from '../../../core/receiving/differences'
import { NO_LOTS } from '../../../core/fields/estoque/lote'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { nothing } from '../../platform/inputs'
import { entrada } from '../entrada/entrada'
import { receivingLines } from './lines'

const LAST = 20

const reading = v.object({
  id: v.number(),
  chave: v.string(),
  entrada_mercadoria_id: v.number(),
  xProd: v.string(),
  codigo: v.nullable(v.string()),
  qTrib: v.number(),
  nLote: v.nullable(v.string()),
  user: v.nullable(v.string()),
})

/** What was read of an entry and what its invoice says, item by item, with the codes of the goods, and the last readings that count: of all, and of the caller. */
export const conferencia = action(entrada, 'conferencia', {
  on: 'record',
  right: 'read',
  reads: true,
  summary:
    'Itens da entrada com o que a nota diz, o que foi lido e a diferença; e as últimas leituras que contam, de todos e de quem pergunta.',
  input: nothing,
  answer: v.object({
    itens: v.array(
      v.object({
        id: v.number(),
        mercadoria_id: v.number(),
        xProd: v.string(),
        codigo: v.nullable(v.string()),
        un: v.nullable(v.string()),
        pede_lote: v.boolean(),
        qNota: v.number(),
        qTrib: v.number(),
        qRecebida: v.number(),
        qDiferenca: v.number(),
        falta: v.number(),
        unAuxiliar: v.nullable(v.string()),
        fatorAuxiliar: v.nullable(v.string()),
        tolerada: v.boolean(),
        codigos: v.array(v.string()),
      }),
    ),
    leituras: v.array(reading),
    minhas: v.array(reading),
  }),
  run: async ({ ctx, record }) => {
    const lines = await receivingLines(ctx, record.id)
    const codes = await codesOf(
      ctx,
      lines.map(({ mercadoria_id }) => mercadoria_id),
    )
    const itens = lines.map((line) => ({
      id: line.id,
      mercadoria_id: line.mercadoria_id,
      xProd: line.xProd,
      codigo: line.codigo,
      un: line.un,
      pede_lote: line.controla_lote !== NO_LOTS,
      qNota: Number(line.qNota),
      qTrib: Number(line.qTrib),
      qRecebida: Number(line.qRecebida),
      qDiferenca: Number(differenceOf(line)),
      falta: line.falta,
      unAuxiliar: line.auxiliary?.un ?? null,
      fatorAuxiliar: line.auxiliary?.factor ?? null,
      tolerada: isTolerated(line),
      codigos: codes.get(line.mercadoria_id) ?? [],
    }))
    return {
      itens,
      leituras: await lastReadings(ctx, record.id, sql`true`),
      minhas: await lastReadings(ctx, record.id, sql`l.user_id = ${ctx.actor.id}`),
    }
  },
})

/** What may be read of products: a device that is cut off tells by them whose a code is. */
async function codesOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string[]>> {
  const wanted = sql`${intArray([...new Set(ids)])}::int[]`
  const rows = await rowsOf(
    ctx,
    sql`select id, "cEAN" as code from mercadoria where id = any (${wanted}) and "cEAN" is not null
        union select id, codigo from mercadoria where id = any (${wanted}) and codigo is not null
        union select mercadoria_id, "cEAN" from mercadoria_ean_auxiliar where mercadoria_id = any (${wanted})
        union select mercadoria_id, codigo from mercadoria_codigo where mercadoria_id = any (${wanted}) limit 20000`,
  )
  const codes = new Map<number, string[]>()
  for (const { id, code } of rows) codes.set(Number(id), [...(codes.get(Number(id)) ?? []), String(code)])
  return codes
}

/** The last readings that nobody took off again, the newest first. */
async function lastReadings(ctx: Ctx, entrada_id: number, whose: SQL): Promise<v.InferOutput<typeof reading>[]> {
  const rows = await rowsOf(
    ctx,
    sql`select l.id, l.chave, l.entrada_mercadoria_id, m."xProd", l.codigo, l."qTrib"::float as q, l."nLote", u.name
        from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id join mercadoria m on m.id = i.mercadoria_id
        left join "user" u on u.id = l.user_id where i.entrada_id = ${entrada_id} and ${whose} and l.desfaz_id is null
          and not exists (select 1 from entrada_leitura d where d.desfaz_id = l.id) order by l.id desc limit ${LAST}`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    chave: String(row.chave),
    entrada_mercadoria_id: Number(row.entrada_mercadoria_id),
    xProd: String(row.xProd),
    codigo: row.codigo === null ? null : String(row.codigo),
    qTrib: Number(row.q),
    nLote: row.nLote === null ? null : String(row.nLote),
    user: row.name === null ? null : String(row.name),
  }))
}
