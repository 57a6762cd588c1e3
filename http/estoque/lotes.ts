import { sql } from 'drizzle-orm'
import {
  mercadoriaArmazenamentoLoteFields,
  mercadoriaLoteComputed,
  mercadoriaLoteFields,
} from '../../core/fields/estoque/lote'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { insertRows } from '../platform/engine/write'
import { type Draft, refuseRows, resource, type Row } from '../platform/resource'

/** Lots of products. Documents make them as goods come in; people correct their dates, and block them. */
export const mercadoriaLote = resource({
  name: 'mercadoria_lote',
  paths: ['estoque/mercadoria_lote'],
  title: 'Lote',
  right: 'mercadoria',
  company: 'none',
  fields: mercadoriaLoteFields,
  search: ['nLote', 'mercadoria_id.xProd', 'mercadoria_id.codigo'],
  display: ['nLote', 'dVal'],
  unique: [['mercadoria_id', 'nLote', 'dVal']],
  indexes: [['nLote'], ['dVal']],
  computed: {
    q_total: {
      meta: mercadoriaLoteComputed.q_total.meta,
      sql: (ctx) =>
        sql`coalesce((select sum(l."qDisp") from mercadoria_armazenamento_lote l where l.lote_id = t.id and l.empresa_id = ${ctx.actor.empresa_id}), 0)`,
    },
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      await assertOnlyOne(ctx, drafts)
      refuseRows(drafts, ({ before, values }) => {
        const { dFab, dVal, bloqueado, xMotivoBloqueio } = { ...before, ...values }
        const moved =
          before !== undefined && values.mercadoria_id !== undefined && values.mercadoria_id !== before.mercadoria_id
        return {
          ...(moved ? { mercadoria_id: 'Um lote não passa a outra mercadoria.' } : {}),
          ...(dFab && dVal && String(dFab) > String(dVal) ? { dVal: 'A validade é anterior à fabricação.' } : {}),
          ...(bloqueado === true && !xMotivoBloqueio ? { xMotivoBloqueio: 'Informe o motivo do bloqueio.' } : {}),
        }
      })
    },
  },
  custom: {
    /** Past their last day. */
    vencidos: (_, ctx) => sql`t."dVal" < ${ctx.clock.today()}::date`,
    /** Of which something lies in the chosen company. */
    com_saldo: (_, ctx) =>
      sql`exists (select 1 from mercadoria_armazenamento_lote l where l.lote_id = t.id and l.empresa_id = ${ctx.actor.empresa_id} and l."qDisp" > 0)`,
  },
})

/** A product has one lot of a number that does not expire; of those that do, the database sees to it. Throws 422. */
async function assertOnlyOne(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const lots = drafts.map((draft) => ({ draft, lot: { ...draft.before, ...draft.values } }))
  const lasting = lots.filter(({ lot }) => (lot.dVal ?? null) === null)
  if (lasting.length === 0) return
  await holdProducts(
    ctx,
    lasting.map(({ lot }) => Number(lot.mercadoria_id)),
  )
  const known = await knownLots(
    ctx,
    lasting.map(({ lot }) => lotIn(lot)),
  )
  const taken = new Set(
    lasting.flatMap(({ draft, lot }) => {
      const id = known.get(keyOf(lotIn(lot)))
      return id === undefined || id === draft.before?.id ? [] : [draft]
    }),
  )
  refuseRows(drafts, (draft) => (taken.has(draft) ? { nLote: 'Este lote já existe, também sem validade.' } : undefined))
}

/** Lots of a product are made by one at a time. */
async function holdProducts(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const products = intArray([...new Set(ids)].sort((a, b) => a - b))
  await ctx.db.execute(sql`select 1 from mercadoria where id = any (${products}::int[]) order by id for no key update`)
}

/** What of a lot lies in a location: kept by the ledger, never written from outside. It is the `lote_list` of a location. */
export const mercadoriaArmazenamentoLote = resource({
  name: 'mercadoria_armazenamento_lote',
  paths: ['estoque/mercadoria_armazenamento_lote'],
  title: 'Lote no local',
  right: 'mercadoria',
  readOnly: true,
  company: 'own',
  fields: mercadoriaArmazenamentoLoteFields,
  search: ['mercadoria_id.xProd', 'lote_id.nLote'],
  display: ['qDisp'],
  unique: [['mercadoria_id', 'armazenamento_id', 'lote_id']],
})

/** A lot as goods bring it. */
export interface LotBrought {
  readonly mercadoria_id: number
  readonly nLote: string
  readonly dVal: string | null
  readonly dFab: string | null
}

/** What names a lot. */
type Named = Pick<LotBrought, 'mercadoria_id' | 'nLote' | 'dVal'>

const keyOf = (lot: Named): string => JSON.stringify([lot.mercadoria_id, lot.nLote, lot.dVal])

/** The numbers of lots, in the order given; those that are not known yet are made, once, whoever else brings them in this moment. */
export async function lotsOf(ctx: Ctx, brought: readonly LotBrought[]): Promise<number[]> {
  if (brought.length === 0) return []
  let known = await knownLots(ctx, brought)
  const unknown = () => brought.filter((one) => !known.has(keyOf(one)))
  if (unknown().length > 0) {
    await holdProducts(
      ctx,
      unknown().map((one) => one.mercadoria_id),
    )
    known = await knownLots(ctx, brought)
    const made = new Map(unknown().map((one) => [keyOf(one), one]))
    const rows = await insertRows(
      ctx,
      mercadoriaLote,
      [...made.values()].map(({ mercadoria_id, nLote, dVal, dFab }) => ({ mercadoria_id, nLote, dVal, dFab })),
    )
    for (const row of rows) known.set(keyOf(lotIn(row)), row.id)
  }
  return brought.map((one) => known.get(keyOf(one)) ?? 0)
}

const lotIn = (row: Row): Named => ({
  mercadoria_id: Number(row.mercadoria_id),
  nLote: String(row.nLote),
  dVal: row.dVal === null || row.dVal === undefined ? null : String(row.dVal),
})

async function knownLots(ctx: Ctx, brought: readonly Named[]): Promise<Map<string, number>> {
  const rows = await rowsOf(
    ctx,
    sql`select l.id, l.mercadoria_id, l."nLote", l."dVal"::text as "dVal" from mercadoria_lote l
        join jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as b (mercadoria_id int, "nLote" text) on b.mercadoria_id = l.mercadoria_id and b."nLote" = l."nLote"`,
  )
  return new Map(rows.map((row) => [keyOf(lotIn(row)), Number(row.id)]))
}
