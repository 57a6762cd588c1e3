import { sql } from 'drizzle-orm'
import { MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import { decimal, sum } from '../../../core/money/decimal'
import { empresa } from '../../cadastros/empresa'
import type { Did } from '../../documents/effect'
import { stepsWhere } from '../../documents/undo'
import { type Ctx, rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { find, load, loadWhere, update, updateRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { inCompanies } from '../../platform/in-companies'
import type { RecordOf, Row } from '../../platform/resource'
import { entrada } from '../entrada/entrada'
import { issueGoods } from '../output'
import { transfArmaz, transfArmazMercadoria } from './transf-armaz'

/** Goods that go to another company: they leave this one at their average cost, and wait in an entry of the other, worth the same, until that receives them. */

type Transfer = RecordOf<typeof transfArmaz>
type Line = RecordOf<typeof transfArmazMercadoria>
type Entry = RecordOf<typeof entrada>

/** Takes the goods of a transfer out and makes the entry of the company that they go to. Throws `no_stock`, `no_operation`, 403 without the right to create entries. */
export async function send(ctx: Ctx, record: Transfer, lines: readonly Line[]): Promise<void> {
  const goods = lines.map((line) => ({
    mercadoria_id: line.mercadoria_id,
    armazenamento_id: line.armazenamento_orig_id,
    ...(line.lote_id === null ? {} : { lote_id: line.lote_id }),
    item_id: line.id,
    quantity: line.qTrib,
    label: line.xProd ?? `Item ${line.id}`,
    exact: true,
  }))
  const leaves = { resource: transfArmaz, record, passo: 'finalizarTransferencia', moves: true, reserved: false }
  const did = await issueGoods(ctx, { ...leaves, lines: transfArmazMercadoria }, goods)
  await inCompanies(ctx, [Number(record.empresa_destino_id)], (both) => makeEntry(both, record, lines, did))
}

async function makeEntry(ctx: Ctx, record: Transfer, lines: readonly Line[], did: Did): Promise<void> {
  const from = await load(ctx, empresa, record.empresa_id)
  const sent = await sentOf(ctx, did.entry.id)
  await createRecord(ctx, entrada, {
    values: {
      ...did.origin(entrada),
      empresa_id: record.empresa_destino_id,
      empresa_origem_id: record.empresa_id,
      xOrigem: from.xFant ?? from.xNome,
      tipo_entrada_saida_id: await entryOperation(ctx),
      obs: `Transferência nº ${record.id}.`,
    },
    lines: { entrada_mercadoria: lines.map((line) => itemOf(line, sent.get(line.id) ?? [])) },
  })
}

/** What left of a line, of a lot or of none. */
interface Sent {
  readonly quantity: string
  readonly cost: string
  readonly lot: Row | undefined
}

async function sentOf(ctx: Ctx, lancamento_id: number): Promise<ReadonlyMap<number, readonly Sent[]>> {
  const rows = await rowsOf(
    ctx,
    sql`select m.item_id, (-sum(m."qTrib"))::text as quantity, (-sum(m."vCusto"))::text as cost,
          case when l.id is not null then json_build_object('nLote', l."nLote", 'dVal', l."dVal", 'dFab', l."dFab") end as lot
        from movimento_estoque m left join mercadoria_lote l on l.id = m.lote_id
        where m.lancamento_id = ${lancamento_id} and m.tipo = ${MOVEMENT} group by m.item_id, l.id order by m.item_id, l.id`,
  )
  const sent = rows.map(({ item_id, quantity, cost, lot }) => ({
    item_id: Number(item_id),
    quantity: String(quantity),
    cost: String(cost),
    lot: typeof lot === 'object' && lot !== null ? { ...lot } : undefined,
  }))
  return Map.groupBy(sent, (one) => one.item_id)
}

/** A line at the other end: the same goods of the same lots, worth what left. */
function itemOf(line: Line, sent: readonly Sent[]): Row {
  const worth = sum(sent.map(({ cost }) => cost))
  const lots = sent.flatMap(({ lot, quantity }) => (lot ? [{ ...lot, qTrib: quantity }] : []))
  return {
    mercadoria_id: line.mercadoria_id,
    armazenamento_id: line.armazenamento_dest_id,
    xProd: line.xProd,
    uCom: line.un,
    qCom: line.qTrib,
    fatorConversao: '1',
    vUnCom: worth.div(decimal(line.qTrib)).round(10).toFixed(10),
    vProd: worth.toFixed(2),
    rastreio_list: lots,
  }
}

/** The operation by which goods come from another company: it moves stock and brings no payables. Throws 400 `no_operation`. */
async function entryOperation(ctx: Ctx): Promise<number> {
  const [found] = await rowsOf(
    ctx,
    sql`select id from tipo_entrada_saida where tipo = 0 and ativo and movimenta_estoque and gera_financeiro = 'NAO_GERA' and "finNFe" = 1
        order by descricao ilike '%transfer%' desc, padrao is null desc, id limit 1`,
  )
  if (!found)
    throw badRequest(
      'Cadastre um tipo de operação de entrada, que movimente estoque e não gere financeiro, para a transferência.',
      'no_operation',
    )
  return Number(found.id)
}

/** The entry that waits for the goods of a transfer bears the note that goes with them. */
export async function tellEntry(ctx: Ctx, record: Transfer, { nNF, serie, chNFe, dhEmi }: Row): Promise<void> {
  if (record.empresa_destino_id === null) return
  await inCompanies(ctx, [record.empresa_destino_id], async (both) => {
    const steps = await stepsWhere(
      both,
      sql`t.documento = 'transf_armaz' and t.documento_id = ${record.id} and t."dhDesfeito" is null`,
    )
    const entries = await loadWhere(
      both,
      entrada,
      'origem_id',
      steps.map(({ id }) => id),
      { lock: true },
    )
    const dEmissao = typeof dhEmi === 'string' ? dhEmi.slice(0, 10) : null
    await updateRows(
      both,
      entrada,
      entries.map(({ id }) => ({ id, nNF, serie, chNFe, dEmissao })),
    )
  })
}

/** A transfer knows when the other company received its goods. */
export async function tellReceived(ctx: Ctx, entry: Entry): Promise<void> {
  if (entry.empresa_origem_id === null || entry.origem_id === null) return
  await inCompanies(ctx, [entry.empresa_origem_id], async (both) => {
    const [step] = await stepsWhere(both, sql`t.id = ${entry.origem_id}`)
    const record = step && (await find(both, transfArmaz, step.documento_id, { lock: true }))
    if (record) await update(both, transfArmaz, record, { dhRecebimento: ctx.clock.now() }, 'foi recebida no destino')
  })
}
