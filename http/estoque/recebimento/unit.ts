import { sql } from 'drizzle-orm'
import { can } from '../../../core/access'
import { LOTS_NEEDED, NO_LOTS } from '../../../core/fields/estoque/lote'
import { UNIT_KINDS } from '../../../core/fields/estoque/unitizador'
import { decimal } from '../../../core/money/decimal'
import { readCode, unitLabel } from '../../../core/receiving/reading'
import { isWhole } from '../../../core/stock/unit'
import { type Ctx, rowsOf } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { hold } from '../../platform/engine/hold'
import { announce, insertRows, load, loadWhere } from '../../platform/engine/write'
import { ApiError, badRequest, conflict, invalid } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { entrada } from '../entrada/entrada'
import { type Held, heldBy } from '../unitizador/held'
import { moveTo } from '../unitizador/put'
import { type Unit, unitizador } from '../unitizador/unitizador'
import { wholeMessage } from '../whole'
import { type Answer, assertShelf, type Reading } from './count'
import { entradaLeitura } from './leitura'
import type { Entry } from './lines'

/** A pallet or a box is read at the door: everything that it holds counts at once, each volume once, and is taken off again at once. */

type Leitura = RecordOf<typeof entradaLeitura>

interface Read extends Pick<Reading, 'chave' | 'armazenamento_id' | 'dispositivo'> {
  readonly code: string
}

const SSCC = /^\d{18}$/

/**
 * What the code of a unit-holder comes to; undefined for what is none. An SSCC that tells no goods and that nobody knew opens one. Throws 400 `not_in_entry` and `no_lot`, 404 for a label
 * of ours that is of none, 409 `unit_read`, 422.
 */
export async function unitIn(ctx: Ctx, entry: Entry, read: Read): Promise<Answer | undefined> {
  const told = readCode(read.code, ctx.clock.today())
  const alone = told.kind === 'unit'
  const codBar = told.kind === 'unit' ? told.codBar : told.kind === 'goods' ? told.label : null
  if (codBar === null || (!alone && !SSCC.test(codBar))) return undefined
  await hold(ctx, 'unitizador.codBar', [`${entry.empresa_id}:${codBar}`])
  const unit = await unitNamed(ctx, entry, codBar)
  const held = unit ? await heldBy(ctx, unit.id) : []
  if (unit && held.length > 0) return countHeld(ctx, entry, { unit, held, read })
  if (!alone) return undefined
  return answerOf(unit ?? (await opened(ctx, entry, codBar)), { chave: read.chave })
}

async function unitNamed(ctx: Ctx, { empresa_id }: Entry, codBar: string): Promise<Unit | undefined> {
  const [found] = await rowsOf(
    ctx,
    sql`select id from unitizador where empresa_id = ${empresa_id} and "codBar" = ${codBar}`,
  )
  return found && load(ctx, unitizador, Number(found.id), { lock: true })
}

function opened(ctx: Ctx, entry: Entry, codBar: string): Promise<Unit> {
  if (!SSCC.test(codBar)) throw new ApiError(404, 'unknown_label', `A etiqueta ${codBar} não é de nenhum unitizador.`)
  const { empresa_id, id: entrada_id } = entry
  return createRecord(ctx, unitizador, { values: { empresa_id, codBar, entrada_id } })
}

const nameOf = ({ id, tipo, codBar }: Unit): string => `${UNIT_KINDS[tipo]} ${codBar ?? unitLabel(id)}`

interface Standing {
  readonly chave: string
  readonly id?: number | undefined
  /** Volumes that count by it now, those of the entry that were read, and all that are on it of the entry. */
  readonly counted?: number
  readonly read?: number
  readonly all?: number
  readonly avisos?: readonly string[]
}

const answerOf = (unit: Unit, { chave, id, counted = 0, read = 0, all = 0, avisos = [] }: Standing): Answer => ({
  id: id ?? null,
  chave,
  xProd: nameOf(unit),
  mercadoria_id: null,
  entrada_mercadoria_id: null,
  unitizador_id: unit.id,
  solicitaQuantidade: false,
  solicitaLote: false,
  rastreio_list: [],
  nLote: null,
  dVal: null,
  qTrib: counted,
  unidade: 'volumes',
  qAuxiliar: null,
  unAuxiliar: null,
  qRecebida: read,
  qNota: all,
  avisos: [...avisos],
})

interface Holding {
  readonly unit: Unit
  readonly held: readonly Held[]
  readonly read: Read
}

async function countHeld(ctx: Ctx, entry: Entry, { unit, held, read }: Holding): Promise<Answer> {
  const mine = held.filter(({ entrada_id }) => entrada_id === entry.id)
  if (mine.length === 0) throw badRequest(`Nada do que está em ${nameOf(unit)} é desta entrada.`, 'not_in_entry')
  const done = await readOf(ctx, entry, mine)
  const left = mine.filter(({ codigo }) => !done.has(codigo))
  if (left.length === 0) throw new ApiError(409, 'unit_read', `Tudo o que está em ${nameOf(unit)} já foi lido.`)
  for (const one of left) assertCounts(ctx, one)
  if (read.armazenamento_id !== null) await assertShelf(ctx, entry, read.armazenamento_id)
  const place = read.armazenamento_id ?? unit.armazenamento_id
  const rows = await insertRows(
    ctx,
    entradaLeitura,
    left.map((one) => ({ ...readingOf(one), ...madeBy(entry, unit, read), armazenamento_id: place })),
  )
  if (place !== null && place !== unit.armazenamento_id) await moveTo(ctx, unit, place)
  await announce(ctx, entrada, entry.id)
  const others = held.length - mine.length
  return answerOf(unit, {
    chave: read.chave,
    id: rows[0]?.id,
    counted: left.length,
    read: mine.length,
    all: mine.length,
    avisos: others === 0 ? [] : [`De outras entradas, não contados: ${others}.`],
  })
}

const madeBy = (entry: Entry, unit: Unit, { chave, dispositivo }: Pick<Read, 'chave' | 'dispositivo'>) => ({
  empresa_id: entry.empresa_id,
  unitizador_id: unit.id,
  chave: crypto.randomUUID(),
  grupo: chave,
  dispositivo,
})

const isTold = ({ controla_lote, label: { nLote, dVal } }: Held): boolean =>
  controla_lote !== NO_LOTS && nLote !== null && dVal !== null

function readingOf(one: Held) {
  const { entrada_mercadoria_id, qMultipla, nLote, dVal } = one.label
  const lot = isTold(one) ? { nLote, dVal } : { nLote: null, dVal: null }
  return { entrada_mercadoria_id, qTrib: qMultipla, codigo: one.codigo, etiqueta: one.codigo, ...lot }
}

/** What would be refused of one volume is refused of all. */
function assertCounts(ctx: Ctx, one: Held): void {
  const { label, codigo, xProd } = one
  if (one.controla_lote === LOTS_NEEDED && !isTold(one))
    throw badRequest(`Lote/Validade não informados: ${xProd} (${codigo}).`, 'no_lot')
  const late = one.controla_lote !== NO_LOTS && label.dVal !== null && label.dVal < ctx.clock.today()
  if (late && !can(ctx.actor, 'manage', 'entrada')) throw invalid({ dVal: ['A validade já passou.'] })
  if (one.decimals === 0 && !isWhole(label.qMultipla)) throw invalid({ qTrib: [wholeMessage(String(one.un))] })
}

/** Which of these volumes were read for the entry and count. They are held: nobody reads one of them meanwhile. */
async function readOf(ctx: Ctx, entry: Entry, held: readonly Held[]): Promise<ReadonlySet<string>> {
  const codes = held.map(({ codigo }) => codigo)
  await hold(
    ctx,
    'entrada_leitura.etiqueta',
    codes.map((codigo) => `${entry.id}:${codigo}`),
  )
  const rows = await rowsOf(
    ctx,
    sql`select l.etiqueta from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id and i.entrada_id = ${entry.id}
        where l.etiqueta in (select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb)) and not exists (select 1 from entrada_leitura u where u.desfaz_id = l.id)`,
  )
  return new Set(rows.map(({ etiqueta }) => String(etiqueta)))
}

/** What was counted together under a key, of the entry; undefined where nothing was. Throws 409 where it was for another entry. */
async function groupOf(ctx: Ctx, entry: Entry, grupo: string): Promise<{ unit: Unit; rows: Leitura[] } | undefined> {
  const found = await rowsOf(
    ctx,
    sql`select l.id, l.unitizador_id, i.entrada_id from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id
        where l.empresa_id = ${entry.empresa_id} and l.grupo = ${grupo} order by l.id`,
  )
  const [first] = found
  if (first === undefined || first.unitizador_id === null) return undefined
  if (Number(first.entrada_id) !== entry.id) throw conflict('Esta chave já é de uma leitura de outra entrada.')
  const ids = found.map(({ id }) => Number(id))
  const rows = await loadWhere(ctx, entradaLeitura, 'id', ids)
  return { unit: await load(ctx, unitizador, Number(first.unitizador_id)), rows }
}

async function stands(ctx: Ctx, entry: Entry, unit: Unit): Promise<Pick<Standing, 'read' | 'all'>> {
  const mine = (await heldBy(ctx, unit.id)).filter(({ entrada_id }) => entrada_id === entry.id)
  return { read: (await readOf(ctx, entry, mine)).size, all: mine.length }
}

/** The answer to a key under which a unit-holder was read, or taken off, before; undefined where none was. */
export async function unitBefore(ctx: Ctx, entry: Entry, chave: string): Promise<Answer | undefined> {
  const group = await groupOf(ctx, entry, chave)
  if (!group) return undefined
  const { unit, rows } = group
  const counted = rows[0]?.desfaz_id === null ? rows.length : -rows.length
  return answerOf(unit, { chave, id: rows[0]?.id, counted, ...(await stands(ctx, entry, unit)) })
}

/** Takes off again what was counted together, as far as it stands; undefined where nothing was. Throws 409 where nothing of it does. */
export async function unitOff(
  ctx: Ctx,
  entry: Entry,
  off: Pick<Read, 'chave' | 'dispositivo'> & { readonly of: string },
): Promise<Answer | undefined> {
  const group = await groupOf(ctx, entry, off.of)
  if (!group) return undefined
  const { unit, rows } = group
  if (rows[0]?.desfaz_id !== null) throw badRequest('Esta leitura já desfaz outra.', 'undoes')
  await hold(
    ctx,
    'entrada_leitura.desfaz',
    rows.map(({ id }) => String(id)),
  )
  const undone = new Set(
    (
      await loadWhere(
        ctx,
        entradaLeitura,
        'desfaz_id',
        rows.map(({ id }) => id),
      )
    ).map((one) => one.desfaz_id),
  )
  const left = rows.filter(({ id }) => !undone.has(id))
  if (left.length === 0) throw conflict('Esta leitura já foi desfeita.')
  const [first] = await insertRows(
    ctx,
    entradaLeitura,
    left.map(({ id, entrada_mercadoria_id, codigo, qTrib, nLote, dVal, armazenamento_id }) => ({
      entrada_mercadoria_id,
      codigo,
      nLote,
      dVal,
      armazenamento_id,
      ...madeBy(entry, unit, off),
      qTrib: decimal(qTrib).neg().toFixed(4),
      desfaz_id: id,
    })),
  )
  await announce(ctx, entrada, entry.id)
  return answerOf(unit, { chave: off.chave, id: first?.id, counted: -left.length, ...(await stands(ctx, entry, unit)) })
}
