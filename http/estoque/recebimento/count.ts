import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { can } from '../../../core/access'
import { LOTS_NEEDED, NO_LOTS } from '../../../core/fields/estoque/lote'
import { type Amount, decimal, type Decimal } from '../../../core/money/decimal'
import { inAuxiliary } from '../../../core/stock/convert'
import { isWhole } from '../../../core/stock/unit'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, find, insertRows } from '../../platform/engine/write'
import { hold } from '../../platform/engine/hold'
import { ApiError, badRequest, conflict, invalid } from '../../platform/errors'
import { dateInput, flag, identifier, shortText } from '../../platform/inputs'
import { MESSAGES } from '../../platform/parse'
import type { RecordOf } from '../../platform/resource'
import { armazenamento } from '../registers'
import { wholeMessage } from '../whole'
import { entrada } from '../entrada/entrada'
import { entradaLeitura } from './leitura'
import { type Entry, receivingLines, type ReceivingLine } from './lines'

type Leitura = RecordOf<typeof entradaLeitura>

/** What every reading may come with. */
export const readingInput = {
  chave: v.optional(v.pipe(shortText(60), v.minLength(1, MESSAGES.required))),
  dispositivo: v.optional(v.nullable(shortText(60))),
  armazenamento_id: v.optional(v.nullable(identifier)),
  nLote: v.optional(v.nullable(shortText(40))),
  dVal: v.optional(v.nullable(dateInput)),
  /** The lot is not known: goods that only ask for it come in without. */
  semLote: v.optional(flag),
  /** The label was read before, and it is wanted again. */
  repete: v.optional(flag),
}

/** What a reading is answered with (E2-092), and how its item stands. `id` is null where something is asked first: then nothing was counted. */
export const readingAnswer = v.object({
  id: v.nullable(v.number()),
  chave: v.nullable(v.string()),
  xProd: v.string(),
  /** None where a unit-holder was read: then quantities are of volumes. */
  mercadoria_id: v.nullable(v.number()),
  entrada_mercadoria_id: v.nullable(v.number()),
  unitizador_id: v.nullable(v.number()),
  solicitaQuantidade: v.boolean(),
  solicitaLote: v.boolean(),
  rastreio_list: v.array(v.object({ nLote: v.string(), dVal: v.nullable(v.string()) })),
  nLote: v.nullable(v.string()),
  dVal: v.nullable(v.string()),
  qTrib: v.number(),
  unidade: v.nullable(v.string()),
  /** The same in the unit that the item is counted in too; null where there is none. */
  qAuxiliar: v.nullable(v.number()),
  unAuxiliar: v.nullable(v.string()),
  qRecebida: v.number(),
  qNota: v.number(),
  avisos: v.array(v.string()),
})
export type Answer = v.InferOutput<typeof readingAnswer>

/** A reading that is about to be counted. */
export interface Reading {
  readonly chave: string
  readonly codigo: string | null
  readonly quantity: Decimal
  readonly nLote: string | null
  readonly dVal: string | null
  readonly armazenamento_id: number | null
  readonly etiqueta: string | null
  readonly dispositivo: string | null
  readonly semLote: boolean
  readonly repete: boolean
  readonly avisos: readonly string[]
}

const MOST = decimal('999999999')

/** Appends a reading to an item. Asks for the lot first where the product does. Throws 400 `no_lot`, 409 `label_again`, 422. */
export async function count(ctx: Ctx, entry: Entry, line: ReceivingLine, reading: Reading): Promise<Answer> {
  const { quantity, dVal } = reading
  if (line.decimals === 0 && !isWhole(quantity)) throw invalid({ qTrib: [wholeMessage(String(line.un))] })
  if (quantity.sign() <= 0 || quantity.gt(MOST)) throw invalid({ qTrib: ['Quantidade inválida.'] })
  const asksLot = line.controla_lote !== NO_LOTS
  if (asksLot && (reading.nLote === null || dVal === null)) {
    if (!reading.semLote) return asked(ctx, line, reading, { solicitaLote: true })
    if (line.controla_lote === LOTS_NEEDED) throw badRequest('Lote/Validade não informados', 'no_lot')
  }
  if (asksLot && dVal !== null && dVal < ctx.clock.today() && !can(ctx.actor, 'manage', 'entrada'))
    throw invalid({ dVal: ['A validade já passou.'] })
  if (reading.armazenamento_id !== null) await assertShelf(ctx, entry, reading.armazenamento_id)
  if (reading.etiqueta !== null && !reading.repete) await assertNotRead(ctx, entry, reading.etiqueta)
  const told = asksLot && !reading.semLote
  const row = await append(ctx, entry, {
    entrada_mercadoria_id: line.id,
    chave: reading.chave,
    codigo: reading.codigo,
    qTrib: quantity.toFixed(4),
    nLote: told ? reading.nLote : null,
    dVal: told ? dVal : null,
    armazenamento_id: reading.armazenamento_id,
    etiqueta: reading.etiqueta,
    dispositivo: reading.dispositivo,
  })
  return counted(line, row, { avisos: reading.avisos })
}

/** Takes a reading off again, by a row of its own: once. Throws 400 where it is one that took another off. */
export async function takeOff(
  ctx: Ctx,
  entry: Entry,
  line: ReceivingLine,
  off: Pick<Reading, 'chave' | 'dispositivo'> & { readonly of: Leitura },
): Promise<Answer> {
  const { of } = off
  if (of.desfaz_id !== null) throw badRequest('Esta leitura já desfaz outra.', 'undoes')
  await hold(ctx, 'entrada_leitura.desfaz', [String(of.id)])
  const [done] = await rowsOf(ctx, sql`select id from entrada_leitura where desfaz_id = ${of.id}`)
  if (done) throw conflict('Esta leitura já foi desfeita.')
  const { entrada_mercadoria_id, codigo, nLote, dVal, armazenamento_id } = of
  const row = await append(ctx, entry, {
    entrada_mercadoria_id,
    chave: off.chave,
    codigo,
    qTrib: decimal(of.qTrib).neg().toFixed(4),
    nLote,
    dVal,
    armazenamento_id,
    desfaz_id: of.id,
    dispositivo: off.dispositivo,
  })
  return counted(line, row, {})
}

/** The answer to a key that was counted before; undefined where it was not. Throws 409 where it was for another entry. */
export async function countedBefore(ctx: Ctx, entry: Entry, chave: string): Promise<Answer | undefined> {
  await hold(ctx, 'entrada_leitura.chave', [chave])
  const row = await readingBy(ctx, entry, chave)
  if (!row) return undefined
  const line = (await receivingLines(ctx, entry.id)).find(({ id }) => id === row.entrada_mercadoria_id)
  if (!line) throw conflict('Esta chave já é de uma leitura de outra entrada.')
  return { ...counted(line, row, {}), qRecebida: Number(line.qRecebida) }
}

/** A reading of the entry's company by its key. */
export async function readingBy(ctx: Ctx, entry: Entry, chave: string): Promise<Leitura | undefined> {
  const [found] = await rowsOf(
    ctx,
    sql`select id from entrada_leitura where empresa_id = ${entry.empresa_id} and chave = ${chave}`,
  )
  return found && find(ctx, entradaLeitura, Number(found.id))
}

async function append(
  ctx: Ctx,
  entry: Entry,
  values: Partial<Record<keyof typeof entradaLeitura.fields, unknown>>,
): Promise<Leitura> {
  const [row] = await insertRows(ctx, entradaLeitura, [{ ...values, empresa_id: entry.empresa_id }])
  if (!row) throw new Error('A reading was not inserted.')
  await announce(ctx, entrada, entry.id)
  return row
}

function counted(line: ReceivingLine, row: Leitura, { avisos = [] }: Partial<Pick<Reading, 'avisos'>>): Answer {
  return {
    ...standing(line),
    id: row.id,
    chave: row.chave,
    nLote: row.nLote,
    dVal: row.dVal,
    qTrib: Number(row.qTrib),
    qAuxiliar: inBoxes(line, row.qTrib),
    qRecebida: Number(decimal(line.qRecebida).plus(row.qTrib)),
    avisos: [...avisos],
  }
}

/** What is answered where something has to be said before a reading counts. */
export async function asked(
  ctx: Ctx,
  line: ReceivingLine,
  { nLote, dVal, quantity, avisos }: Pick<Reading, 'nLote' | 'dVal' | 'quantity' | 'avisos'>,
  what: { readonly solicitaQuantidade?: true; readonly solicitaLote?: true },
): Promise<Answer> {
  const lots = await rowsOf(
    ctx,
    sql`select "nLote", "dVal"::text as "dVal" from (
          select distinct on (l."nLote", l."dVal") l."nLote", l."dVal", l.id from entrada_leitura l
          where l.entrada_mercadoria_id = ${line.id} and l."nLote" is not null order by l."nLote", l."dVal", l.id desc) l order by id desc limit 10`,
  )
  return {
    ...standing(line),
    ...what,
    rastreio_list: lots.map((row) => ({ nLote: String(row.nLote), dVal: row.dVal === null ? null : String(row.dVal) })),
    nLote,
    dVal,
    qTrib: Number(quantity),
    qAuxiliar: inBoxes(line, quantity),
    avisos: [...avisos],
  }
}

const inBoxes = ({ auxiliary }: ReceivingLine, quantity: Amount): number | null =>
  auxiliary === null ? null : Number(inAuxiliary(quantity, auxiliary.factor).quantity)

const standing = (line: ReceivingLine): Answer => ({
  id: null,
  chave: null,
  xProd: line.xProd,
  mercadoria_id: line.mercadoria_id,
  entrada_mercadoria_id: line.id,
  unitizador_id: null,
  solicitaQuantidade: false,
  solicitaLote: false,
  rastreio_list: [],
  nLote: null,
  dVal: null,
  qTrib: 0,
  unidade: line.un,
  qAuxiliar: null,
  unAuxiliar: line.auxiliary?.un ?? null,
  qRecebida: Number(line.qRecebida),
  qNota: Number(line.qNota),
  avisos: [],
})

/** A place that takes goods, of the entry's company. Throws 422. */
export async function assertShelf(ctx: Ctx, entry: Entry, id: number): Promise<void> {
  const shelf = await find(ctx, armazenamento, id)
  if (shelf?.empresa_id !== entry.empresa_id) throw invalid({ armazenamento_id: [MESSAGES.ref] })
  if (shelf.bloqueado) throw invalid({ armazenamento_id: ['O local de estoque está bloqueado.'] })
}

/** One label is one volume: read again, somebody says that it is meant. Throws 409 `label_again`. */
async function assertNotRead(ctx: Ctx, entry: Entry, etiqueta: string): Promise<void> {
  await hold(ctx, 'entrada_leitura.etiqueta', [`${entry.id}:${etiqueta}`])
  const [again] = await rowsOf(
    ctx,
    sql`select 1 from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id and i.entrada_id = ${entry.id}
        where l.etiqueta = ${etiqueta} and not exists (select 1 from entrada_leitura u where u.desfaz_id = l.id) limit 1`,
  )
  if (again) throw new ApiError(409, 'label_again', 'Etiqueta já foi escaneada. Deseja adicionar novamente?')
}
