import { sql } from 'drizzle-orm'
import { assertVerb } from '../../../core/lifecycle/standing'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { opParteFields } from '../../../core/fields/producao/ordem-producao'
import { assertReservedLies } from '../../estoque/balances'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { resource, type RecordOf, resourceNamed, type Row } from '../../platform/resource'
import { costOfStep } from './sums'

/** Parts of goods of orders as they were finished, with what they cost. Added by `finaliza`, dated when they are undone. */
export const opParte = resource({
  name: 'op_parte',
  paths: ['producao/op_parte'],
  title: 'Parte finalizada',
  right: 'ordem_producao',
  readOnly: true,
  company: 'own',
  fields: opParteFields,
  search: [],
  display: ['qBoa'],
})

export type Part = RecordOf<typeof opParte>

/** What an order did is dated as undone: its parts of one step, or of all; hours that they booked are free again, and accounts are as the parts before left them. */
export async function undoParts(ctx: Ctx, ordem_producao_id: number, lancamento_id?: number): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select p.id from op_parte p join ordem_producao_mercadoria g on g.id = p.ordem_producao_mercadoria_id
        where g.ordem_producao_id = ${ordem_producao_id} and p."dhCancelamento" is null
          ${lancamento_id === undefined ? sql`` : sql`and p.lancamento_id = ${lancamento_id}`} order by p.id`,
  )
  const ids = rows.map((row) => Number(row.id))
  const dhCancelamento = ctx.clock.now()
  await patchRows(
    ctx,
    opParte,
    ids.map((id) => ({ id, dhCancelamento })),
  )
  await ctx.db.execute(
    sql`update op_mercadoria_atividade set op_parte_id = null, "qMinutos" = null, "vCusto" = null where op_parte_id = any (${intArray(ids)}::int[])`,
  )
  await settleAccounts(ctx, ordem_producao_id)
  if (lancamento_id !== undefined) await assertHeldAgain(ctx, lancamento_id)
}

/** What a step let go is held again, and has to lie there: others may hold it meanwhile. Throws 400 `reserved`. */
async function assertHeldAgain(ctx: Ctx, lancamento_id: number): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select distinct empresa_id, mercadoria_id from estoque_reserva where lancamento_id = ${lancamento_id} order by mercadoria_id`,
  )
  await assertReservedLies(
    ctx,
    Number(rows[0]?.empresa_id),
    rows.map((row) => Number(row.mercadoria_id)),
  )
}

/** What is in process of an order's goods: as their last part left it, else what left as the order began. */
export async function settleAccounts(ctx: Ctx, ordem_producao_id: number): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select g.id, coalesce(p."vEmProcesso", ${sql.raw(costOfStep('inicia'))})::text as v, coalesce(p."vMaoObraEmProcesso", 0)::text as labour
        from ordem_producao_mercadoria g left join lateral (select * from op_parte p where p.ordem_producao_mercadoria_id = g.id and p."dhCancelamento" is null
          order by p.id desc limit 1) p on true where g.ordem_producao_id = ${ordem_producao_id} order by g.id`,
  )
  await patchRows(
    ctx,
    resourceNamed('ordem_producao_mercadoria'),
    rows.map((row) => ({ id: Number(row.id), vEmProcesso: row.v, vMaoObraEmProcesso: row.labour })),
  )
}

/** The entry of a part was cancelled: the part is undone with it, where it is the last of an order that is not closed. Throws 400 `closed`, `not_last`. */
export async function partGone(ctx: Ctx, order: Row, entry: Row): Promise<Row> {
  assertVerb(ordemProducaoLife, order, 'desfazParte')
  const [later] = await rowsOf(
    ctx,
    sql`select 1 from lancamento n where n.documento = 'ordem_producao' and n.documento_id = ${Number(order.id)} and n.passo = 'finaliza'
          and n."dhDesfeito" is null and n.id > ${Number(entry.origem_id)} limit 1`,
  )
  if (later)
    throw badRequest(`Desfaça antes as partes seguintes da ordem de produção nº ${Number(order.id)}.`, 'not_last')
  await undoParts(ctx, Number(order.id), Number(entry.origem_id))
  return { dhFinalizacao: null }
}
