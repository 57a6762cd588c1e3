import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { addDays, addMonths, firstDayOfMonth } from '../../../core/br/civil-date'
import { RETAINED } from '../../../core/fields/financeiro/retencao'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal } from '../../../core/money/decimal'
import { fornecedor } from '../../cadastros/pessoas'
import { effect } from '../../documents/effect'
import { liveSteps, undoPostings } from '../../documents/undo'
import { keepBack, letGoRetained, receivablesOf, type Retained } from '../../financeiro/retencao/keep-back'
import { titles } from '../../financeiro/titles'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { insert, load, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { attempt } from '../../platform/savepoint'
import { step } from '../../platform/step'
import { ordemServico } from '../../servico/ordem_servico/ordem-servico'
import { type Nfse, nfse } from './nfse'

/** What notes in force make of money: what their taker keeps back is taken off the receivables of their order, and the ISS that is ours to pay is a payable. */

const isInForce = ({ dhAutorizacao, dhCancelamento, dhSubstituicao }: Nfse): boolean =>
  dhAutorizacao !== null && dhCancelamento === null && dhSubstituicao === null

/** The note that stands for its services: in force, and no other took its place that is. */
const counts = (note: Nfse, all: readonly Nfse[]): boolean =>
  isInForce(note) && !all.some((other) => other.id === note.substituta_id && isInForce(other))

/**
 * Makes of an order's money what its notes in force say, after any of them moved: what another took the place of, or what was cancelled, is undone first. What keeps a part
 * from being done does not keep the note from what it became: it is told in the note.
 */
export async function followTaxes(ctx: Ctx, order: number): Promise<void> {
  const all = await loadWhere(ctx, nfse, 'ordem_servico_id', [order], { lock: true })
  for (const note of all) if (!counts(note, all)) await letGo(ctx, note)
  const { dhFaturamento, dhCancelamento } = await load(ctx, ordemServico, order)
  if (dhFaturamento === null || dhCancelamento !== null) return
  const now = await loadWhere(ctx, nfse, 'ordem_servico_id', [order])
  for (const note of now) if (counts(note, now)) await post(ctx, note, keptOf(note, now))
}

/** What notes of the same place still hold of money that they do not count for any more, because it could not be undone: another of that place does not do it again. */
function keptOf(note: Nfse, all: readonly Nfse[]): Kept {
  const rootOf = ({ id, substitui_id }: Nfse): number => {
    const before = all.find((one) => one.id === substitui_id)
    return before ? rootOf(before) : id
  }
  const others = all.filter((one) => one.id !== note.id && rootOf(one) === rootOf(note))
  return {
    retention: others.find(({ dhRetencao }) => dhRetencao !== null),
    payable: others.find(({ dhConta }) => dhConta !== null),
  }
}

interface Kept {
  readonly retention: Nfse | undefined
  readonly payable: Nfse | undefined
}

const retained = v.array(v.object({ tributo: v.picklist(tributos()), valor: v.string() }))

function tributos(): readonly (keyof typeof RETAINED)[] {
  const isTax = (name: string): name is keyof typeof RETAINED => Object.hasOwn(RETAINED, name)
  return Object.keys(RETAINED).filter(isTax)
}

const retainedBy = ({ retencoes }: Nfse): readonly Retained[] => v.parse(retained, retencoes ?? [])

async function post(ctx: Ctx, note: Nfse, { retention, payable }: Kept): Promise<void> {
  const told: string[] = []
  if (retainedBy(note).length > 0 && note.dhRetencao === null) {
    const refused = retention
      ? { message: `as da NFS-e nº ${retention.nNFSe}, do mesmo serviço, não foram desfeitas.` }
      : await attempt(ctx, async () => takeOff(ctx, note))
    if (refused) told.push(`As retenções não foram abatidas das contas a receber: ${refused.message}`)
  }
  const refused =
    payable && note.dhConta === null
      ? { message: `a da NFS-e nº ${payable.nNFSe}, do mesmo serviço, já está paga. Confira se há diferença.` }
      : await attempt(ctx, async () => owe(ctx, note))
  if (refused) told.push(`A conta a pagar do ISS não foi gerada: ${refused.message}`)
  if (told.length > 0) await tell(ctx, note.id, told)
}

async function tell(ctx: Ctx, id: number, messages: readonly string[]): Promise<void> {
  const note = await load(ctx, nfse, id)
  await update(
    ctx,
    nfse,
    note,
    { problemas: messages.map((message) => ({ message })) },
    'tem o que conferir no financeiro',
  )
}

/** Takes what the taker keeps back off the receivables of the order. Throws 400 `over_balance`, `period_closed`. */
async function takeOff(ctx: Ctx, note: Nfse): Promise<void> {
  const did = await effect(ctx, nfse, note, { passo: 'abateRetencoes' })
  await keepBack(ctx, did, await receivablesOf(ctx, ordemServico.name, note.ordem_servico_id), retainedBy(note))
  await update(ctx, nfse, note, { dhRetencao: ctx.clock.now() }, 'teve as retenções abatidas')
}

/** ISS that is ours to pay becomes a payable to its city, where the city's data says on which day it is due. Throws 400 `period_closed`. */
async function owe(ctx: Ctx, record: Nfse): Promise<void> {
  const note = await load(ctx, nfse, record.id)
  const isOurs = !retainedBy(note).some(({ tributo }) => tributo === 'ISS') && decimal(note.vISSQN).sign() > 0
  const dia = isOurs && note.dhConta === null ? await dueDay(ctx, note) : undefined
  if (dia === undefined) return
  const did = await effect(ctx, nfse, note, { passo: 'geraContaISS' })
  const dCompetencia = note.dCompet ?? ctx.clock.today()
  await did.post(
    titles.openRows('pagar', [
      {
        documento: nfse.name,
        documento_id: note.id,
        fornecedor_id: await cityAsSupplier(ctx, note),
        tpConta: TITLE.TRIBUTO,
        numero: `ISS ${note.nNFSe}`.slice(0, 60),
        descricao: `ISS da NFS-e ${note.nNFSe}`.slice(0, 200),
        vDup: note.vISSQN,
        dCompetencia,
        dVencimento: addDays(addMonths(firstDayOfMonth(dCompetencia), 1), dia - 1),
      },
    ]),
  )
  await update(ctx, nfse, note, { dhConta: ctx.clock.now() }, 'teve a conta do ISS gerada')
}

/** The day of the month after on which the ISS is due at its city; undefined where nobody said. */
async function dueDay(ctx: Ctx, { cLocIncid, dCompet }: Nfse): Promise<number | undefined> {
  const day = dCompet ?? ctx.clock.today()
  const [row] = await rowsOf(
    ctx,
    sql`select dia_vencimento as dia from nfse_municipio where "cMun" = ${Number(cLocIncid ?? 0)} and dia_vencimento is not null
          and "dInicio" <= ${day} order by "dInicio" desc limit 1`,
  )
  return row ? Number(row.dia) : undefined
}

/** Whom a city is paid as: a supplier of its own, made once. */
async function cityAsSupplier(ctx: Ctx, { cLocIncid }: Nfse): Promise<number> {
  await hold(ctx, 'nfse_municipio', [cLocIncid ?? ''])
  const [town] = await rowsOf(ctx, sql`select "xMun", "UF" from municipio where id = ${Number(cLocIncid ?? 0)}`)
  const xNome = `Município: ${town ? `${String(town.xMun)}/${String(town.UF)}` : cLocIncid} (ISS)`.slice(0, 60)
  const [known] = await rowsOf(ctx, sql`select id from fornecedor where "xNome" = ${xNome} order by id limit 1`)
  if (known) return Number(known.id)
  return (await insert(ctx, fornecedor, { xNome, UF: town?.UF ?? null })).id
}

/** Undoes what a note made of money. An ISS that is paid stays paid: it is the city's to give back, which is told. */
async function letGo(ctx: Ctx, note: Nfse): Promise<void> {
  if (note.dhRetencao === null && note.dhConta === null) return
  for (const entry of await liveSteps(ctx, nfse, note.id)) {
    const undone = entry.passo === 'abateRetencoes' ? { dhRetencao: null } : { dhConta: null }
    const refused = await attempt(ctx, async () => {
      await undoPostings(ctx, entry, { allowNegative: false })
      await letGoRetained(ctx, entry.id)
      await update(ctx, nfse, await load(ctx, nfse, note.id), undone, 'desfez o que fez no financeiro')
    })
    if (refused) await tell(ctx, note.id, [`O que a nota fez no financeiro não foi desfeito: ${refused.message}`])
  }
}

/** Takes off again what was kept back, where that was refused when the note was authorised. Throws what keeps it from being done. */
export const abateRetencoes = step(nfse, 'abateRetencoes', {
  summary:
    'Abate das contas a receber da ordem o que o tomador retém, onde isso não foi feito quando a nota foi autorizada.',
  run: async ({ ctx, record }) => {
    if (retainedBy(record).length === 0) throw badRequest('Esta NFS-e não tem retenções.', 'nothing_retained')
    await takeOff(ctx, record)
    return { set: { problemas: null } }
  },
})
