import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { counted } from '../../../core/br/number'
import { decimal } from '../../../core/money/decimal'
import { costIn } from '../../estoque/costs'
import { mercadoriaPreco } from '../../estoque/mercadoria'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { identifier } from '../../platform/inputs'
import { parseField } from '../../platform/parse'
import { lockPrices, type NewPrice, pricedRow, type StoredPrice, storePrices } from './store'
import { tabelaPreco } from './tabela-preco'

/** Prices of one call. */
const MOST = 5_000

const asked = v.object({
  mercadoria_id: identifier,
  /** The version that was seen; null where there was no price. */
  versao: v.optional(v.nullable(identifier), null),
  /** Null takes the goods out of the table. */
  vUnTrib: v.nullable(v.union([v.number(), v.pipe(v.string(), v.maxLength(30))])),
})
type Asked = v.InferOutput<typeof asked>

const CHANGED = 'Este preço foi alterado por outro usuário.'
const GONE = 'Este preço foi tirado da tabela por outro usuário.'
const UNKNOWN = 'Esta mercadoria não existe mais.'

interface Refused {
  readonly mercadoria_id: number
  readonly codigo: 'conflict' | 'validation' | 'not_found'
  readonly motivo: string
  /** The price as it is now, and its version. */
  readonly vUnTrib: number | null
  readonly versao: number | null
}

const written = v.object({ mercadoria_id: v.number(), preco_id: v.number(), versao: v.number(), vUnTrib: v.number() })

/**
 * Writes what was changed in a grid of prices: each where it is still as it was seen (`versao`). What somebody else changed meanwhile, or what is no
 * price, is left as it is and told with its reason and the price of now; the others are written. All of it is undone by `desfazPrecos`.
 */
export const salvaPrecos = action(tabelaPreco, 'salvaPrecos', {
  on: 'record',
  right: 'edit',
  summary: 'Grava os preços que mudaram na tabela, cada um na versão que foi vista',
  input: v.object({
    precos: v.pipe(
      v.array(asked),
      v.minLength(1, 'Informe ao menos um preço.'),
      v.maxLength(MOST, `No máximo ${MOST.toLocaleString('pt-BR')} preços por vez.`),
    ),
  }),
  answer: v.object({
    gravados: v.array(written),
    tirados: v.array(v.number()),
    falhas: v.array(
      v.object({
        mercadoria_id: v.number(),
        codigo: v.string(),
        motivo: v.string(),
        vUnTrib: v.nullable(v.number()),
        versao: v.nullable(v.number()),
      }),
    ),
    alteracao_id: v.nullable(v.number()),
  }),
  run: async ({ ctx, record, input }) => {
    const wanted = [...new Map(input.precos.map((one) => [one.mercadoria_id, one])).values()]
    const ids = wanted.map(({ mercadoria_id }) => mercadoria_id)
    const costs = await costsOf(ctx, ids)
    const known = await lockPrices(ctx, record.id, ids)
    const rows: NewPrice[] = []
    const gone: StoredPrice[] = []
    const falhas: Refused[] = []
    for (const one of wanted) {
      const before = known.get(one.mercadoria_id)
      const fault = faultOf(one, before, costs.has(one.mercadoria_id))
      if (fault) falhas.push({ ...told(one, before), ...fault })
      else if (one.vUnTrib === null) gone.push(...(before ? [before] : []))
      else rows.push(pricedRow(one.mercadoria_id, decimal(one.vUnTrib), costs.get(one.mercadoria_id) ?? '0'))
    }
    const count = counted(rows.length + gone.length, 'preço', 'preços')
    const done = await storePrices(ctx, record.id, rows, { told: `Edição de ${count}`, gone, known })
    return {
      gravados: done.written.map(({ id, versao, mercadoria_id, vUnTrib }) => ({
        mercadoria_id,
        preco_id: id,
        versao,
        vUnTrib: Number(vUnTrib),
      })),
      tirados: gone.map(({ mercadoria_id }) => mercadoria_id),
      falhas,
      alteracao_id: done.alteracao_id,
    }
  },
})

const told = ({ mercadoria_id }: Asked, before: StoredPrice | undefined) => ({
  mercadoria_id,
  vUnTrib: before ? Number(before.vUnTrib) : null,
  versao: before?.versao ?? null,
})

/** Why a price cannot be written; undefined when it can. */
function faultOf(
  { versao, vUnTrib }: Asked,
  before: StoredPrice | undefined,
  exists: boolean,
): Pick<Refused, 'codigo' | 'motivo'> | undefined {
  if (!exists) return { codigo: 'not_found', motivo: UNKNOWN }
  if ((before?.versao ?? null) !== versao) return { codigo: 'conflict', motivo: before ? CHANGED : GONE }
  const parsed = vUnTrib === null ? { ok: null } : parseField(mercadoriaPreco.fields.vUnTrib.meta, vUnTrib)
  return 'error' in parsed ? { codigo: 'validation', motivo: parsed.error } : undefined
}

/** What each of these goods costs to price by, zero where nobody knows; only those that there are. */
export async function costsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf(
    ctx,
    sql`select m.id, ${costIn(ctx.actor.empresa_id)}::text as cost from mercadoria m
        where m.id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map(({ id, cost }) => [Number(id), String(cost)]))
}
