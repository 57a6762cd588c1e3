import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../../core/br/number'
import { MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import { decimal, sum } from '../../../core/money/decimal'
import { shareOf } from '../../../core/returns/share'
import { mayKnowCosts } from '../../estoque/costs'
import { type LeftLot, lotsLeftWith } from '../../estoque/lots-left'
import { defaultLocation } from '../../estoque/shelves'
import { shortNumber } from '../../../core/fields/show'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf, Row } from '../../platform/resource'
import { trialOf } from '../../platform/trial'
import type { Settled } from './settle'
import { type vendaDevolucao, vendaDevolucaoMercadoria } from './venda-devolucao'

/** Goods that come back into stock: where to, and at what cost. */
export interface Back {
  readonly line: Settled['lines'][number]
  readonly armazenamento_id: number
  readonly vCusto: string
  /** The lots that they left of. */
  readonly lots: readonly Row[]
}

interface Left {
  readonly item_id: number
  readonly armazenamento_id: number
  readonly quantity: string
  readonly value: string
  /** The lots that it left of, in the order in which they left; none where none is known. */
  readonly lots: readonly LeftLot[]
}

/** What left stock with the sale, by its line: the location that most of it left, and what all of it was worth. */
async function leftWith(ctx: Ctx, venda_id: number): Promise<Map<number, Left>> {
  const rows = await rowsOf(
    ctx,
    sql`select m.item_id, (array_agg(m.armazenamento_id order by m."qTrib", m.id))[1] as armazenamento_id,
          -sum(m."qTrib") as quantity, -sum(m."vCusto") as value
        from movimento_estoque m join lancamento n on n.id = m.lancamento_id
        where n.documento = 'venda' and n.documento_id = ${venda_id} and n.passo = 'fecha' and m.tipo = ${MOVEMENT}
        group by 1 having sum(m."qTrib") < 0`,
  )
  const lots = await lotsLeftWith(ctx, { documento: 'venda', documento_id: venda_id, passo: 'fecha' })
  return new Map(
    rows.map((row) => [
      Number(row.item_id),
      {
        item_id: Number(row.item_id),
        armazenamento_id: Number(row.armazenamento_id),
        quantity: String(row.quantity),
        value: String(row.value),
        lots: lots.get(Number(row.item_id)) ?? [],
      },
    ]),
  )
}

/** The lots that come back with a quantity, once other returns have brought `before`: in the order in which they left. */
function lotsBack({ lots }: Left, before: string, quantity: string): Row[] {
  let [skip, open] = [decimal(before), decimal(quantity)]
  return lots.flatMap(({ quantity: left, ...lot }) => {
    const skipped = skip.cmp(left) < 0 ? skip : decimal(left)
    skip = skip.minus(skipped)
    const there = decimal(left).minus(skipped)
    const part = there.cmp(open) < 0 ? there : open
    open = open.minus(part)
    return part.sign() > 0 ? [{ ...lot, qTrib: part.toFixed(4) }] : []
  })
}

/** What of a return comes into stock: nothing of what never left it. Costs are written on its lines. */
export async function goodsBack(
  ctx: Ctx,
  record: RecordOf<typeof vendaDevolucao>,
  { lines }: Settled,
): Promise<Back[]> {
  const left = await leftWith(ctx, record.venda_id)
  const open = await openOf(ctx, record.empresa_id, [...left.values()])
  const usual = record.armazenamento_id ?? (left.size > 0 ? await defaultLocation(ctx, record.empresa_id) : 0)
  const back = lines.flatMap((line) => {
    const from = left.get(line.venda_mercadoria_id)
    if (!from) return []
    const { takenQuantity, takenCost: takenValue } = line.sold
    const vCusto = shareOf({ ...from, takenQuantity, takenValue }, line.devolver).toFixed(2)
    const came = open.has(from.armazenamento_id) ? from.armazenamento_id : usual
    const lots = lotsBack(from, takenQuantity, line.devolver)
    return [{ line, armazenamento_id: record.armazenamento_id ?? came, vCusto, lots }]
  })
  await patchRows(
    ctx,
    vendaDevolucaoMercadoria,
    back.map(({ line, vCusto }) => ({ id: line.id, vCusto })),
  )
  return back
}

/** Locations that goods may come into: not those that were blocked since. */
async function openOf(ctx: Ctx, empresa_id: number, left: readonly Left[]): Promise<Set<number>> {
  const ids = intArray([...new Set(left.map((one) => one.armazenamento_id))])
  const rows = await rowsOf(
    ctx,
    sql`select id from armazenamento where empresa_id = ${empresa_id} and not bloqueado and id = any (${ids}::int[])`,
  )
  return new Set(rows.map((row) => Number(row.id)))
}

/** The entry that brings goods back, as it is made: at the cost that they left with. */
export async function entryOf(ctx: Ctx, record: RecordOf<typeof vendaDevolucao>, back: readonly Back[]) {
  const values: Row = {
    empresa_id: record.empresa_id,
    cliente_id: record.cliente_id,
    tipo_entrada_saida_id: record.tipo_entrada_saida_id ?? (await operationOf(ctx)),
    armazenamento_id: back[0]?.armazenamento_id ?? null,
    obs: `Devolução nº ${record.id} da venda nº ${record.venda_id}.`,
  }
  const items = back.map(({ line, armazenamento_id, vCusto, lots }) => ({
    mercadoria_id: line.mercadoria_id,
    armazenamento_id,
    xProd: line.xProd,
    uCom: line.un,
    qCom: line.devolver,
    fatorConversao: '1',
    vUnCom: decimal(vCusto).div(line.devolver).round(10).toFixed(10),
    vProd: vCusto,
    rastreio_list: lots,
  }))
  return { values, lines: { entrada_mercadoria: items } }
}

/** The operation by which goods come back: that of returns, else the usual one of entries. */
async function operationOf(ctx: Ctx): Promise<number> {
  const [found] = await rowsOf(
    ctx,
    sql`select id from tipo_entrada_saida where tipo = 0 and ativo and movimenta_estoque
        order by "finNFe" = 4 desc, gera_financeiro = 'NAO_GERA' desc, padrao = 0 desc nulls last, id limit 1`,
  )
  if (!found)
    throw badRequest(
      'Cadastre um tipo de operação de entrada que movimente estoque antes de finalizar.',
      'no_operation',
    )
  return Number(found.id)
}

/** Says, where it is only tried, what comes back, by location, and which note goes with it. */
export async function tellGoods(ctx: Ctx, back: readonly Back[]): Promise<void> {
  const trial = trialOf(ctx)
  if (!trial) return
  const places = await rowsOf(
    ctx,
    sql`select id, codigo from armazenamento where id = any (${intArray(back.map((one) => one.armazenamento_id))}::int[]) order by codigo`,
  )
  for (const { id, codigo } of places) {
    const here = back.filter((one) => one.armazenamento_id === Number(id))
    const items = here.map(({ line }) =>
      `${shortNumber(line.devolver, 4)} ${line.un ?? ''} ${line.xProd ?? ''}`.replaceAll(/ +/g, ' ').trim(),
    )
    const cost = mayKnowCosts(ctx) ? `: ${formatCurrency(sum(here.map((one) => one.vCusto)).toFixed(2))}` : ''
    trial.notes.push({ frase: `Voltam a ${String(codigo)}, ao custo com que saíram${cost}: ${items.join(', ')}.` })
  }
  if (back.length === 0) trial.notes.push({ frase: 'Nada volta ao estoque.' })
}
