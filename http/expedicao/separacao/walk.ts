import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { shortNumber } from '../../../core/fields/show'
import type { Decimal } from '../../../core/money/decimal'
import { inAuxiliary } from '../../../core/stock/convert'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { restOf, tasksOf } from './order'
import { DOCUMENT_ID, separacao } from './separacao'

const task = v.object({
  id: v.number(),
  separacao_venda_id: v.number(),
  documento: v.string(),
  documento_id: v.number(),
  xNome: v.nullable(v.string()),
  posicao: v.number(),
  armazenamento_id: v.number(),
  local: v.string(),
  mercadoria_id: v.number(),
  xProd: v.nullable(v.string()),
  un: v.nullable(v.string()),
  decimais: v.nullable(v.number()),
  codigo: v.nullable(v.string()),
  cEAN: v.nullable(v.string()),
  lote_id: v.nullable(v.number()),
  nLote: v.nullable(v.string()),
  dVal: v.nullable(v.string()),
  qTrib: v.number(),
  qSeparada: v.number(),
  resta: v.number(),
  /** In whole boxes, where the product has a box. */
  caixas: v.nullable(v.string()),
  motivo: v.nullable(v.string()),
  separado: v.boolean(),
  cancelado: v.boolean(),
  guardado: v.boolean(),
})

const document = v.object({
  id: v.number(),
  documento: v.string(),
  documento_id: v.number(),
  xNome: v.nullable(v.string()),
  posicao: v.number(),
  volumes: v.number(),
  /** What matters of the customer. */
  obs: v.nullable(v.string()),
  pesos: v.array(v.object({ nVolume: v.number(), peso: v.nullable(v.number()), unitizador: v.nullable(v.string()) })),
})

/**
 * All that is to be fetched of an order, in the order of the walk: places by their number on it, then by their code; of one place the products, of one product
 * what expires first; and the documents with the boxes that they leave in.
 */
export const caminho = action(separacao, 'caminho', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O que separar, na ordem em que se anda: local, mercadoria, lote, quantidade e para quem.',
  input: nothing,
  answer: v.object({ tarefas: v.array(task), documentos: v.array(document) }),
  run: async ({ ctx, record }) => {
    const tasks = await tasksOf(ctx, record.id, { cancelled: true })
    const products = await rowsOf(
      ctx,
      sql`select m.id, m.codigo, m."cEAN", a.fator_conversao::text as factor, u.un from mercadoria m
          left join lateral (select x.fator_conversao, x.unidade_id from unidade_auxiliar x where x.mercadoria_id = m.id and x.fator_conversao > 1 order by x.fator_conversao desc, x.id limit 1) a on true
          left join unidade u on u.id = a.unidade_id
          where m.id in (select l.mercadoria_id from separacao_mercadoria l where l.separacao_id = ${record.id})`,
    )
    const known = new Map(products.map((row) => [Number(row.id), row]))
    const documents = await rowsOf(
      ctx,
      sql`select d.id, d.documento, ${DOCUMENT_ID} as documento_id, d."xNome", d.posicao, d.volumes,
            nullif(concat_ws(' · ', nullif(v.obs, ''), nullif(c.obs, '')), '') as obs,
            coalesce((select jsonb_agg(jsonb_build_object('nVolume', x."nVolume", 'peso', x.peso, 'unitizador', (select z."codBar" from unitizador z where z.id = x.unitizador_id)) order by x."nVolume") from separacao_volume x where x.separacao_venda_id = d.id), '[]') as pesos
          from separacao_venda d left join venda v on v.id = d.venda_id left join cliente c on c.id = v.cliente_id
          where d.separacao_id = ${record.id} and d."dhCancelamento" is null order by d.posicao, d.id`,
    )
    return {
      tarefas: tasks.map((one) => {
        const product = known.get(one.mercadoria_id)
        const rest = restOf(one)
        return {
          id: one.id,
          separacao_venda_id: one.separacao_venda_id,
          documento: one.documento,
          documento_id: one.documento_id,
          xNome: one.xNome,
          posicao: one.posicao,
          armazenamento_id: one.armazenamento_id,
          local: one.codigo_local,
          mercadoria_id: one.mercadoria_id,
          xProd: one.xProd,
          un: one.un,
          decimais: one.decimals,
          codigo: product?.codigo === null ? null : String(product?.codigo),
          cEAN: product?.cEAN === null ? null : String(product?.cEAN),
          lote_id: one.lote_id,
          nLote: one.nLote,
          dVal: one.dVal,
          qTrib: Number(one.qTrib),
          qSeparada: Number(one.qSeparada),
          resta: Number(rest.toFixed(4)),
          caixas: inBoxes(product, rest),
          motivo: one.motivo,
          separado: one.dhConferencia !== null,
          cancelado: one.cancelled,
          guardado: one.dhGuardado !== null,
        }
      }),
      documentos: documents.map((row) => ({
        id: Number(row.id),
        documento: String(row.documento),
        documento_id: Number(row.documento_id),
        xNome: row.xNome === null ? null : String(row.xNome),
        posicao: Number(row.posicao),
        volumes: Number(row.volumes),
        obs: row.obs === null ? null : String(row.obs),
        pesos: v.parse(document.entries.pesos, row.pesos),
      })),
    }
  },
})

/** A quantity as whole boxes and the rest: `2 CX + 3`. Null where the product has no box, or it fills none. */
function inBoxes(product: Row | undefined, quantity: Decimal): string | null {
  if (!product || product.factor === null || quantity.sign() <= 0) return null
  const { whole, rest } = inAuxiliary(quantity, String(product.factor))
  if (whole.sign() <= 0) return null
  return `${shortNumber(whole, 0)} ${String(product.un)}${rest.isZero() ? '' : ` + ${shortNumber(rest, 4)}`}`
}
