import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { LOTS_NEEDED } from '../../../core/fields/estoque/lote'
import { PICKING } from '../../../core/fields/expedicao/separacao'
import { shortNumber } from '../../../core/fields/show'
import { type Decimal, sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest } from '../../platform/errors'
import { decimalInput, flag, identifier, scannedCode } from '../../platform/inputs'
import { assertLot, assertPlace, fetchPart } from './fetch'
import { openLines, restOf, settleOrder, type Task, tasksOf } from './order'
import { answeredBefore, keepReading, readingKey, type Taken, type TakenFor } from './readings'
import { quantityOf, type ScannedGoods, scanned } from './scanned'
import { type Separacao, separacao } from './separacao'

/** The scanner of whoever fetches: a place, then goods. Every reading counts once, whatever is sent again. */

export const part = v.object({
  linha: v.number(),
  documento: v.string(),
  documento_id: v.number(),
  xNome: v.nullable(v.string()),
  posicao: v.number(),
  qTrib: v.number(),
})

const scanAnswer = v.object({
  /** What a place is called that was read; null where goods were. */
  local: v.nullable(v.object({ id: v.number(), codigo: v.string() })),
  chave: v.nullable(v.string()),
  mercadoria_id: v.nullable(v.number()),
  xProd: v.nullable(v.string()),
  un: v.nullable(v.string()),
  qTrib: v.number(),
  /** Into which boxes of the trolley it goes. */
  partes: v.array(part),
  /** Something has to be read or said first: nothing was counted. */
  solicitaLocal: v.boolean(),
  solicitaLote: v.boolean(),
  lotes: v.array(v.object({ id: v.nullable(v.number()), nLote: v.nullable(v.string()), dVal: v.nullable(v.string()) })),
  /** Lines that are still to be fetched, of the whole walk. */
  restam: v.number(),
  avisos: v.array(v.string()),
})
type ScanAnswer = v.InferOutput<typeof scanAnswer>

const NOTHING: ScanAnswer = {
  local: null,
  chave: null,
  mercadoria_id: null,
  xProd: null,
  un: null,
  qTrib: 0,
  partes: [],
  solicitaLocal: false,
  solicitaLote: false,
  lotes: [],
  restam: 0,
  avisos: [],
}

const scan = v.object({
  code: scannedCode,
  chave: v.optional(readingKey),
  /** Where whoever fetches stands: the place that was read last. */
  armazenamento_id: v.optional(v.nullable(identifier)),
  lote_id: v.optional(v.nullable(identifier)),
  /** Goods without a lot are meant, where several lie there. */
  semLote: v.optional(flag),
  qTrib: v.optional(v.nullable(decimalInput)),
  qVolumes: v.optional(v.nullable(decimalInput)),
  /** Another place or another lot than planned is meant. */
  troca: v.optional(flag, false),
})
type Scan = v.InferOutput<typeof scan>

/**
 * A code is read on the walk: a place is where whoever fetches stands from now on; goods count for the lines that want them, box after box. Asks for the place
 * and for the lot where they are not known. Throws 404 `unknown_code`, 400 `not_in_order`, `too_much`, `lot_blocked`, 409 `other_place` and `other_lot`, which
 * `troca` answers.
 */
export const le = action(separacao, 'le', {
  on: 'record',
  right: 'edit',
  writes: 'separacao_mercadoria',
  summary: 'Conta uma leitura da separação: um local, uma mercadoria, um volume ou um palete.',
  input: scan,
  answer: scanAnswer,
  run: async ({ ctx, record, input }) => {
    const chave = input.chave ?? crypto.randomUUID()
    const before = await answeredBefore(ctx, record, chave)
    if (before) return before
    const read = await scanned(ctx, record, input.code)
    if (read.kind === 'place') {
      await assertPlace(ctx, record, read.id)
      return { ...NOTHING, local: { id: read.id, codigo: read.codigo }, restam: await openLines(ctx, record.id) }
    }
    return goodsRead(ctx, record, { input, chave, read })
  },
})

interface Reading {
  readonly input: Scan
  readonly chave: string
  readonly read: ScannedGoods
}

async function goodsRead(ctx: Ctx, order: Separacao, reading: Reading): Promise<ScanAnswer> {
  const { input, chave, read } = reading
  const products = read.products.map((one) => one.mercadoria_id)
  const tasks = await tasksOf(ctx, order.id, { products })
  const mine = tasks.filter((one) => one.dhConferencia === null)
  const [first] = mine
  if (!first) throw refusal(read, tasks)
  const product = read.products.find((one) => one.mercadoria_id === first.mercadoria_id)
  const own = mine.filter(({ mercadoria_id }) => mercadoria_id === first.mercadoria_id)
  const told = {
    ...NOTHING,
    mercadoria_id: first.mercadoria_id,
    xProd: first.xProd,
    un: first.un,
    avisos: [...read.warnings],
  }
  const place = input.armazenamento_id ?? read.armazenamento_id
  if (place === null || place === undefined)
    return { ...told, solicitaLocal: true, restam: await openLines(ctx, order.id) }
  await assertPlace(ctx, order, place)
  const there = own.filter(({ armazenamento_id }) => armazenamento_id === place)
  if (there.length === 0 && !input.troca) throw otherPlace(own)
  const candidates = there.length > 0 ? there : own
  const lot = await lotRead(ctx, { place, candidates, input, read })
  if (lot === 'asks')
    return {
      ...told,
      solicitaLote: true,
      lotes: await lotsAt(ctx, first.mercadoria_id, place),
      restam: await openLines(ctx, order.id),
    }
  const ofLot = candidates.filter(({ lote_id }) => lote_id === lot)
  if (ofLot.length === 0 && !input.troca) throw await otherLot(ctx, candidates, lot)
  const lines = [...ofLot, ...candidates.filter((one) => !ofLot.includes(one))]
  const asked = quantityOf(read, product, { qTrib: input.qTrib, times: input.qVolumes ?? '1', unit: first })
  const from = input.troca ? lines : ofLot
  const taken = takenOf(read, input, asked, sum(from.map(restOf)))
  const quantity = taken.length === 0 ? asked : sum(taken.map((one) => one.quantity))
  const fetched: Fetched[] = []
  for (const one of shareOut(from, quantity, first)) {
    await assertLot(ctx, one.line, lot)
    const linha = await fetchPart(ctx, order, one.line, { quantity: one.part, armazenamento_id: place, lote_id: lot })
    fetched.push({ ...one, linha })
  }
  return count(ctx, order, { reading: { chave, code: input.code, taken }, told, fetched, quantity })
}

/** What is taken of volumes that were read: no more than is wanted, unless somebody says how much. */
function takenOf({ volumes }: ScannedGoods, { qTrib }: Scan, asked: Decimal, wanted: Decimal): Taken[] {
  let left = qTrib || asked.lt(wanted) ? asked : wanted
  const taken: Taken[] = []
  for (const { etiqueta, quantity } of volumes) {
    const part = quantity.lt(left) ? quantity : left
    if (part.sign() > 0) taken.push({ etiqueta, quantity: part })
    left = left.minus(part)
  }
  return taken
}

interface Counted {
  readonly reading: { readonly chave: string; readonly code: string; readonly taken: readonly Taken[] }
  readonly told: ScanAnswer
  readonly fetched: readonly Fetched[]
  readonly quantity: Decimal
}

async function count(ctx: Ctx, order: Separacao, { reading, told, fetched, quantity }: Counted): Promise<ScanAnswer> {
  const { chave, code: codigo } = reading
  const answer = {
    ...told,
    chave,
    qTrib: Number(quantity.toFixed(4)),
    partes: fetched.map(({ line, part: some, linha }) => ({
      linha,
      documento: line.documento,
      documento_id: line.documento_id,
      xNome: line.xNome,
      posicao: line.posicao,
      qTrib: Number(some.toFixed(4)),
    })),
    restam: await settleOrder(ctx, order),
  }
  const line = fetched[0]?.linha ?? null
  const taken = takenFor(reading.taken, fetched)
  await keepReading(ctx, order, { chave, fase: PICKING, codigo, quantity, line, taken }, answer)
  return answer
}

/** Which line has what of which volume: one volume after the other, for one line after the other. */
function takenFor(taken: readonly Taken[], fetched: readonly Fetched[]): TakenFor[] {
  const wants = fetched.map(({ linha, part: some }) => ({ linha, left: some }))
  return taken.flatMap(({ etiqueta, quantity }) => {
    let left = quantity
    return wants.flatMap((want) => {
      const some = want.left.lt(left) ? want.left : left
      if (some.sign() <= 0) return []
      want.left = want.left.minus(some)
      left = left.minus(some)
      return [{ etiqueta, quantity: some, line: want.linha }]
    })
  })
}

interface Part {
  readonly line: Task
  readonly part: Decimal
}

interface Fetched extends Part {
  /** The line that holds it: the line itself, or one that was split off it. */
  readonly linha: number
}

/** Lines in the order of the boxes, each with as much of a quantity as it still wants. Throws 400 `too_much`. */
function shareOut(lines: readonly Task[], quantity: Decimal, { xProd }: Task): Part[] {
  if (quantity.sign() <= 0) throw badRequest('Quantidade inválida.', 'invalid_quantity')
  let left = quantity
  const parts: Part[] = []
  for (const line of lines) {
    if (left.sign() <= 0) break
    const rest = restOf(line)
    const part = rest.lt(left) ? rest : left
    if (part.sign() <= 0) continue
    parts.push({ line, part })
    left = left.minus(part)
  }
  if (left.sign() > 0) {
    const wanted = sum(lines.map(restOf))
    throw badRequest(`Separe no máximo ${shortNumber(wanted, 4)} de ${xProd}.`, 'too_much')
  }
  return parts
}

/** The lot that was read or told; `asks` where several lie in the place and none was named. */
async function lotRead(
  ctx: Ctx,
  { place, candidates, input, read }: { place: number; candidates: readonly Task[]; input: Scan; read: ScannedGoods },
): Promise<number | null | 'asks'> {
  if (input.lote_id) return input.lote_id
  if (input.semLote) return null
  if (read.lote_id !== null) return read.lote_id
  const [first] = candidates
  const lots = await lotsAt(ctx, first?.mercadoria_id ?? 0, place)
  if (read.nLote !== null) {
    const named = lots.find((one) => one.nLote === read.nLote && (read.dVal === null || one.dVal === read.dVal))
    if (named) return named.id
    throw badRequest(`O lote ${read.nLote} de ${first?.xProd ?? 'uma mercadoria'} não está neste local.`, 'not_there')
  }
  const planned = [...new Set(candidates.map(({ lote_id }) => lote_id))]
  if (planned.length === 1 && lots.every(({ id }) => id === planned[0])) return planned[0] ?? null
  return 'asks'
}

/** The lots of a product that lie in a place, those that expire first before others; of none where the product does not leave without. */
async function lotsAt(ctx: Ctx, mercadoria_id: number, place: number) {
  const rows = await rowsOf(
    ctx,
    sql`select l.lote_id, o."nLote", o."dVal"::text as "dVal" from mercadoria_armazenamento_lote l join mercadoria_lote o on o.id = l.lote_id
        where l.mercadoria_id = ${mercadoria_id} and l.armazenamento_id = ${place} and (l."qDisp" > 0
          or exists (select 1 from separacao_mercadoria s where s.lote_id = l.lote_id and s.armazenamento_id = l.armazenamento_id and s."dhConferencia" is null))
        union all
        select null, null, null from mercadoria_armazenamento a join mercadoria m on m.id = a.mercadoria_id and m.controla_lote <> ${LOTS_NEEDED}
        where a.mercadoria_id = ${mercadoria_id} and a.armazenamento_id = ${place} and (a."qDisp" > (select coalesce(sum(x."qDisp"), 0) from mercadoria_armazenamento_lote x
            where x.mercadoria_id = a.mercadoria_id and x.armazenamento_id = a.armazenamento_id)
          or exists (select 1 from separacao_mercadoria s where s.lote_id is null and s.mercadoria_id = a.mercadoria_id and s.armazenamento_id = a.armazenamento_id and s."dhConferencia" is null))
        order by 3 nulls last, 2 limit 50`,
  )
  return rows.map((row) => ({
    id: row.lote_id === null ? null : Number(row.lote_id),
    nLote: row.nLote === null ? null : String(row.nLote),
    dVal: row.dVal === null ? null : String(row.dVal),
  }))
}

/** Why goods count for no line: nobody wants them, or no more of them. */
function refusal({ products }: ScannedGoods, tasks: readonly Task[]): ApiError {
  const name = products[0]?.xProd ?? 'A mercadoria'
  const isDone = tasks.some(({ mercadoria_id }) => products.some((one) => one.mercadoria_id === mercadoria_id))
  return isDone
    ? badRequest(`${name} já foi separada por inteiro.`, 'picked')
    : badRequest(`${name} não está nesta separação.`, 'not_in_order')
}

function otherPlace(lines: readonly Task[]): ApiError {
  const [first] = lines
  return new ApiError(
    409,
    'other_place',
    `${first?.xProd ?? ''} está prevista em ${first?.codigo_local ?? ''}. Separar daqui?`,
  )
}

async function otherLot(ctx: Ctx, lines: readonly Task[], lot: number | null): Promise<ApiError> {
  const [first] = lines
  const [row] =
    lot === null
      ? []
      : await rowsOf(
          ctx,
          sql`select "nLote", to_char("dVal", 'DD/MM/YYYY') as "dVal" from mercadoria_lote where id = ${lot}`,
        )
  const name = row
    ? `o lote ${String(row.nLote)}${row.dVal === null ? '' : ` (vence em ${String(row.dVal)})`}`
    : 'mercadoria sem lote'
  const planned = first?.nLote ? `o lote ${first.nLote}` : 'sem lote'
  return new ApiError(409, 'other_lot', `Está previsto ${planned}, que vence antes. Usar ${name}?`)
}
