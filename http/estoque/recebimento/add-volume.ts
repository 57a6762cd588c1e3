import * as v from 'valibot'
import { lotNumber } from '../../../core/fields/estoque/lote'
import { decimal } from '../../../core/money/decimal'
import { lineFor } from '../../../core/receiving/differences'
import { quantityRead, type ReadGoods, readCode, volumeLabel } from '../../../core/receiving/reading'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, load, patchRows } from '../../platform/engine/write'
import { ApiError, badRequest, notFound } from '../../platform/errors'
import { decimalInput, flag, identifier, scannedCode, shortText } from '../../platform/inputs'
import { entrada, entradaMercadoria } from '../entrada/entrada'
import { unitizador } from '../unitizador/unitizador'
import { assertValid, entradaMercadoriaEtiqueta } from '../volumes/etiqueta'
import { asked, count, countedBefore, readingBy, type Reading, readingAnswer, readingInput, takeOff } from './count'
import { type Found, productsOf } from './find-code'
import { type Entry, readingInto, receivingLines, type ReceivingLine } from './lines'
import { remember } from './remember'
import { unitBefore, unitIn, unitOff } from './unit'

const scan = v.object({
  id: identifier,
  code: scannedCode,
  /** How many of our units it is, where somebody says so; what the code tells otherwise. */
  qTrib: v.optional(v.nullable(decimalInput)),
  /** How many times the code counts: `3*code`. */
  qVolumes: v.optional(v.nullable(decimalInput)),
  /** The supplier's code, where it was read apart from the code. */
  additionalId: v.optional(v.nullable(shortText(60))),
  /** Whose the code is, for one that nobody knows: it is remembered. */
  mercadoria_id: v.optional(v.nullable(identifier)),
  /** How many of our units the remembered code stands for, and whether a reading of it asks. */
  qCodigo: v.optional(v.nullable(decimalInput)),
  solicitaQuantidade: v.optional(v.nullable(flag)),
  ...readingInput,
})
type Scan = v.InferOutput<typeof scan>

/** A code is read for an entry (E2-092): what it is counts for the item, or what is still to be said is asked. Throws 400, 404 `unknown_code`, 409 `label_again`. */
export const addVolume = action(entrada, 'addVolume', {
  on: 'collection',
  right: 'edit',
  summary: 'Conta uma leitura do recebimento: EAN, GS1-128 ou código do fornecedor, uma vez por chave.',
  input: scan,
  answer: readingAnswer,
  run: async ({ ctx, input }) => {
    const entry = await readingInto(ctx, input.id)
    const chave = input.chave ?? crypto.randomUUID()
    const before = (await countedBefore(ctx, entry, chave)) ?? (await unitBefore(ctx, entry, chave))
    if (before) return before
    const volume = await volumeIn(ctx, entry, input)
    if (volume) return countVolume(ctx, entry, volume, chave)
    const { code, armazenamento_id = null, dispositivo = null } = input
    const unit = await unitIn(ctx, entry, { code, chave, armazenamento_id, dispositivo })
    if (unit) return unit
    const goods = goodsIn(ctx, input)
    const { line, found } = await lineOf(ctx, entry, goods, input)
    const reading = readingOf(input, goods, { chave, line, found })
    const asksQuantity = found.asks && goods.told === null && !input.qTrib
    return asksQuantity ? asked(ctx, line, reading, { solicitaQuantidade: true }) : count(ctx, entry, line, reading)
  },
})

/** A label of one of the entry's own volumes: what it holds, of which lot, and where it goes. Throws 404, 400 `not_in_entry`, 409 where it was voided. */
async function volumeIn(ctx: Ctx, entry: Entry, input: Scan) {
  const read = readCode(input.code, ctx.clock.today())
  if (read.kind !== 'label' || read.volume === null) return undefined
  const label = await find(ctx, entradaMercadoriaEtiqueta, read.volume)
  if (!label) throw unknownLabel(read.id)
  assertValid(label)
  const line = (await receivingLines(ctx, entry.id)).find((one) => one.id === label.entrada_mercadoria_id)
  if (!line) throw badRequest(`A etiqueta ${volumeLabel(label.id)} é de outra entrada.`, 'not_in_entry')
  const unit = label.unitizador_id === null ? undefined : await find(ctx, unitizador, label.unitizador_id)
  const shelf = input.armazenamento_id ?? label.armazenamento_id
  const apart = unit !== undefined && shelf !== unit.armazenamento_id
  const reading: Omit<Reading, 'chave'> = {
    codigo: volumeLabel(label.id),
    quantity: decimal(label.qMultipla),
    nLote: input.nLote ? lotNumber(input.nLote) : label.nLote,
    dVal: input.dVal ?? label.dVal,
    armazenamento_id: unit ? unit.armazenamento_id : shelf,
    etiqueta: volumeLabel(label.id),
    dispositivo: input.dispositivo ?? null,
    semLote: input.semLote ?? false,
    repete: input.repete ?? false,
    avisos: apart ? [`Está no unitizador ${unit.codBar}: fica no local dele.`] : [],
  }
  return { line, label, reading }
}

type Volume = NonNullable<Awaited<ReturnType<typeof volumeIn>>>

/** Counts a volume; where it is put, its label lies from now on. */
async function countVolume(ctx: Ctx, entry: Entry, { line, label, reading }: Volume, chave: string) {
  const answer = await count(ctx, entry, line, { ...reading, chave })
  const { armazenamento_id } = reading
  if (answer.id !== null && armazenamento_id !== label.armazenamento_id)
    await patchRows(ctx, entradaMercadoriaEtiqueta, [{ id: label.id, armazenamento_id }])
  return answer
}

const unknownLabel = (id: string): ApiError =>
  new ApiError(404, 'unknown_label', `A etiqueta ${id} não é de nenhuma mercadoria.`)

/** What was read. Throws 400 in the words of the specification. */
function goodsIn(ctx: Ctx, { code, additionalId }: Scan): ReadGoods {
  const read = readCode(code, ctx.clock.today())
  if (read.kind === 'error') throw badRequest(read.message, 'invalid_code')
  if (read.kind === 'shelf') throw badRequest('Esta etiqueta é de um local, não de uma mercadoria.', 'shelf_label')
  if (read.kind === 'label') throw unknownLabel(read.id)
  // Whoever reads asks for those first.
  if (read.kind === 'unit') throw unknownLabel(read.codBar)
  return additionalId ? { ...read, codes: [{ by: 'supplier', code: additionalId }, ...read.codes] } : read
}

/** The item that a reading is of. A code that nobody knows is of the product that comes with it. */
async function lineOf(
  ctx: Ctx,
  entry: Entry,
  goods: ReadGoods,
  input: Scan,
): Promise<{ readonly line: ReceivingLine; readonly found: Found }> {
  const candidates = await productsOf(ctx, goods.codes, entry.fornecedor_id)
  const known = candidates.length > 0 ? candidates : await taught(ctx, entry, goods, input)
  const lines = await receivingLines(ctx, entry.id)
  for (const found of known) {
    const mine = lines.filter(({ mercadoria_id }) => mercadoria_id === found.mercadoria_id)
    const [only] = mine
    if (mine.length === 1 && only) return { line: only, found }
    if (mine.length === 0) continue
    // Lines of one product are filled one after the other: who reads it waits for who reads it too.
    await hold(ctx, 'entrada_leitura.item', [`${entry.id}:${found.mercadoria_id}`])
    const now = (await receivingLines(ctx, entry.id)).filter((one) => one.mercadoria_id === found.mercadoria_id)
    const line = lineFor(now)
    if (line) return { line, found }
  }
  throw badRequest(`${known[0]?.xProd ?? 'A mercadoria'} não está nesta entrada.`, 'not_in_entry')
}

async function taught(ctx: Ctx, entry: Entry, goods: ReadGoods, input: Scan): Promise<Found[]> {
  const [first] = goods.codes
  if (!input.mercadoria_id || !first) {
    if (goods.fault !== null) throw badRequest(goods.fault, 'invalid_code')
    throw new ApiError(404, 'unknown_code', `Nenhuma mercadoria tem o código ${first?.code ?? ''}.`)
  }
  await remember(ctx, entry, first, {
    mercadoria_id: input.mercadoria_id,
    qTrib: input.qCodigo ?? '1',
    asks: input.solicitaQuantidade ?? false,
  })
  return productsOf(ctx, goods.codes, entry.fornecedor_id)
}

interface Where {
  readonly chave: string
  readonly line: ReceivingLine
  readonly found: Found
}

function readingOf(input: Scan, goods: ReadGoods, { chave, line, found }: Where): Reading {
  const unit = { un: line.un, decimals: line.decimals }
  const told = input.qTrib ? ({ in: 'units', quantity: input.qTrib } as const) : goods.told
  const nLote = input.nLote ? lotNumber(input.nLote) : goods.nLote
  return {
    chave,
    // A separator within it has no sign of its own.
    codigo: input.code.replaceAll(/\p{Cc}/gu, ' ').trim(),
    quantity: quantityRead(told, { holds: found.holds, times: input.qVolumes ?? 1, unit }),
    nLote,
    dVal: input.dVal ?? goods.dVal,
    armazenamento_id: input.armazenamento_id ?? null,
    etiqueta: goods.label,
    dispositivo: input.dispositivo ?? null,
    semLote: input.semLote ?? false,
    repete: input.repete ?? false,
    avisos: goods.warnings,
  }
}

/** Volumes of an item are counted by hand (E2-096): so many, of so many units each. */
export const addQtdeVolume = action(entradaMercadoria, 'addQtdeVolume', {
  on: 'collection',
  right: 'edit',
  summary: 'Conta volumes de um item do recebimento, sem ler código: quantos, e quantas unidades em cada um.',
  input: v.object({ id: identifier, qVolumes: v.optional(decimalInput), qTrib: decimalInput, ...readingInput }),
  answer: readingAnswer,
  run: async ({ ctx, input }) => {
    const item = await load(ctx, entradaMercadoria, input.id)
    const entry = await readingInto(ctx, item.entrada_id)
    const chave = input.chave ?? crypto.randomUUID()
    const before = await countedBefore(ctx, entry, chave)
    if (before) return before
    const line = await lineNamed(ctx, entry, item.id)
    return count(ctx, entry, line, {
      chave,
      codigo: null,
      quantity: decimal(
        decimal(input.qTrib)
          .times(input.qVolumes ?? 1)
          .toFixed(4),
      ),
      nLote: input.nLote ? lotNumber(input.nLote) : null,
      dVal: input.dVal ?? null,
      armazenamento_id: input.armazenamento_id ?? null,
      etiqueta: null,
      dispositivo: input.dispositivo ?? null,
      semLote: input.semLote ?? false,
      repete: false,
      avisos: [],
    })
  },
})

async function lineNamed(ctx: Ctx, entry: Entry, id: number): Promise<ReceivingLine> {
  const line = (await receivingLines(ctx, entry.id)).find((one) => one.id === id)
  if (!line) throw notFound()
  return line
}

/** A reading is taken off again, by its own key or number. Throws 404, 409 where it was taken off before. */
export const desfazLeitura = action(entrada, 'desfazLeitura', {
  on: 'collection',
  right: 'edit',
  summary: 'Desfaz uma leitura do recebimento, por outra que a tira da conta.',
  input: v.object({
    id: identifier,
    leitura: v.pipe(shortText(60), v.minLength(1)),
    chave: readingInput.chave,
    dispositivo: readingInput.dispositivo,
  }),
  answer: readingAnswer,
  run: async ({ ctx, input }) => {
    const entry = await readingInto(ctx, input.id)
    const chave = input.chave ?? crypto.randomUUID()
    const dispositivo = input.dispositivo ?? null
    const before = (await countedBefore(ctx, entry, chave)) ?? (await unitBefore(ctx, entry, chave))
    if (before) return before
    const unit = await unitOff(ctx, entry, { chave, dispositivo, of: input.leitura })
    if (unit) return unit
    const of = await readingBy(ctx, entry, input.leitura)
    if (!of) throw notFound()
    const line = await lineNamed(ctx, entry, of.entrada_mercadoria_id)
    return takeOff(ctx, entry, line, { chave, dispositivo, of })
  },
})
