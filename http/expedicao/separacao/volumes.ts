import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { weightFault, type Weighed } from '../../../core/picking/weight'
import { decimal, sum } from '../../../core/money/decimal'
import { weightTolerance } from '../../../core/settings/settings'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, deleteRows, find, insertRows, load, loadWhere, patchRows } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { countInput, decimalInput, identifier } from '../../platform/inputs'
import { unitizador } from '../../estoque/unitizador/unitizador'
import { MESSAGES } from '../../platform/parse'
import { settingsOf } from '../../sis/configuracao'
import { type Separacao, separacao, separacaoVenda, separacaoVolume } from './separacao'

/** The boxes that a document's goods leave in: how many, and what they weigh. */

const MOST_VOLUMES = 999

/** How many boxes a document leaves in; none told is one. Those that are weighed or printed stay. Throws 404, 400 `weighed`. */
export const volumes = action(separacao, 'volumes', {
  on: 'record',
  right: 'edit',
  writes: 'separacao_mercadoria',
  summary: 'Diz em quantos volumes sai um documento da separação.',
  input: v.object({
    separacao_venda_id: identifier,
    volumes: v.optional(v.nullable(v.union([countInput, v.literal(0), v.literal('')]))),
  }),
  answer: v.object({ volumes: v.number() }),
  run: async ({ ctx, record, input }) => {
    const many = Number(input.volumes || 1)
    if (many > MOST_VOLUMES) throw invalid({ volumes: [`No máximo ${MOST_VOLUMES} volumes.`] })
    const document = await documentOf(ctx, record, input.separacao_venda_id)
    const gone = (await boxesOf(ctx, [document.id])).filter(({ nVolume }) => nVolume > many)
    if (gone.some(({ peso }) => peso !== null))
      throw badRequest('Um dos volumes a mais já foi pesado: apague o peso dele antes.', 'weighed')
    await deleteRows(ctx, separacaoVolume, gone)
    await patchRows(ctx, separacaoVenda, [{ id: document.id, volumes: many }])
    await announce(ctx, separacao, record.id)
    return { volumes: many }
  },
})

/** A box is weighed; without a weight, it no longer is. Answers whether the goods weigh so much; null while not all boxes of the document are weighed, or of goods of no known weight. */
export const pesa = action(separacao, 'pesa', {
  on: 'record',
  right: 'edit',
  writes: 'separacao_mercadoria',
  summary: 'Guarda o peso de um volume e diz se o documento confere pelo peso.',
  input: v.object({
    separacao_venda_id: identifier,
    nVolume: v.optional(identifier, 1),
    peso: v.nullable(decimalInput),
    /** The pallet that it stands on from now on; null for none. */
    unitizador_id: v.optional(v.nullable(identifier)),
  }),
  answer: v.object({
    peso: v.nullable(v.number()),
    confere: v.nullable(v.boolean()),
    pesados: v.number(),
    volumes: v.number(),
  }),
  run: async ({ ctx, record, input }) => {
    const document = await documentOf(ctx, record, input.separacao_venda_id)
    if (input.nVolume > document.volumes) throw notFound()
    if (input.peso !== null && decimal(input.peso).sign() <= 0) throw invalid({ peso: ['Peso zerado'] })
    const box = await boxOf(ctx, record, { id: document.id, nVolume: input.nVolume })
    const peso = input.peso === null ? null : decimal(input.peso).toFixed(3)
    const unitizador_id = input.unitizador_id === undefined ? box.unitizador_id : input.unitizador_id
    await assertPallet(ctx, record, unitizador_id)
    await patchRows(ctx, separacaoVolume, [{ id: box.id, peso, unitizador_id }])
    await announce(ctx, separacao, record.id)
    const weighed = (await weighedOf(ctx, [document])).get(document.id)
    return {
      peso: peso === null ? null : Number(peso),
      confere: weighed?.complete ? weightFault(weighed) === null : null,
      pesados: weighed?.boxes ?? 0,
      volumes: document.volumes,
    }
  },
})

/** A pallet or a box of the order's company. Throws 422. */
async function assertPallet(ctx: Ctx, { empresa_id }: Separacao, id: number | null): Promise<void> {
  if (id !== null && (await find(ctx, unitizador, id))?.empresa_id !== empresa_id)
    throw invalid({ unitizador_id: [MESSAGES.ref] })
}

async function documentOf(ctx: Ctx, order: Separacao, id: number) {
  const document = await load(ctx, separacaoVenda, id)
  if (document.separacao_id !== order.id || document.dhCancelamento !== null) throw notFound()
  return document
}

/** Boxes of documents that somebody has spoken of. */
export const boxesOf = (ctx: Ctx, ids: readonly number[]) => loadWhere(ctx, separacaoVolume, 'separacao_venda_id', ids)

/** A box of a document, made where it is first spoken of. */
async function boxOf(
  ctx: Ctx,
  { id: separacao_id, empresa_id }: Pick<Separacao, 'id' | 'empresa_id'>,
  { id: separacao_venda_id, nVolume }: { readonly id: number; readonly nVolume: number },
) {
  const found = (await boxesOf(ctx, [separacao_venda_id])).find((one) => one.nVolume === nVolume)
  if (found) return found
  const [made] = await insertRows(ctx, separacaoVolume, [{ separacao_id, separacao_venda_id, empresa_id, nVolume }])
  if (!made) throw new Error('A box was not inserted.')
  return made
}

/** What a document weighs, and what its goods should. */
export interface WeighedDocument extends Weighed {
  /** All its boxes are weighed and all its goods have a weight. */
  readonly complete: boolean
  /** How many of its boxes are weighed. */
  readonly boxes: number
}

/** What documents weigh, by number. */
export async function weighedOf(
  ctx: Ctx,
  documents: readonly { readonly id: number; readonly volumes: number }[],
): Promise<ReadonlyMap<number, WeighedDocument>> {
  const ids = documents.map(({ id }) => id)
  const boxes = Map.groupBy(await boxesOf(ctx, ids), (one) => one.separacao_venda_id)
  const usual = weightTolerance(await settingsOf(ctx))
  const rows = await rowsOf(
    ctx,
    sql`select l.separacao_venda_id as id, l."qSeparada"::text as q, m."pesoB"::text as peso, m."pToleranciaPeso"::text as tolerancia
        from separacao_mercadoria l join mercadoria m on m.id = l.mercadoria_id where l.separacao_venda_id = any (${intArray(ids)}::int[]) and l."qSeparada" > 0`,
  )
  const fetched = Map.groupBy(rows, (row) => Number(row.id))
  return new Map(
    documents.map(({ id, volumes: many }): [number, WeighedDocument] => {
      const goods = (fetched.get(id) ?? []).map((row) => ({
        quantity: String(row.q),
        weight: row.peso === null || Number(row.peso) === 0 ? null : String(row.peso),
        tolerance: row.tolerancia === null ? usual : String(row.tolerancia),
      }))
      const weighed = (boxes.get(id) ?? []).filter((one) => one.nVolume <= many && one.peso !== null)
      const complete = weighed.length === many && goods.every((one) => one.weight !== null)
      const weight = sum(weighed.map((one) => one.peso ?? '0')).toFixed(3)
      return [id, { goods, weight, complete, boxes: weighed.length }]
    }),
  )
}
