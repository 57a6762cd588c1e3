import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { contingenciaFields } from '../../../core/fields/nfe/contingencia'
import { findUf } from '../../../core/br/uf'
import { contingencyOf } from '../../../core/fiscal/services/authoriser'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, conflict } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { queueJob } from '../../platform/jobs/queue'
import { type Draft, type RecordOf, refuseRows, resource } from '../../platform/resource'

/** Fewest characters of the reason that goes into each note (field xJust of ide). */
const REASON_MIN = 15
/** The job that sends what waited for an authority. */
export const CATCH_UP = 'sefaz.retoma'

/** Ways of issuing while an authority is out of order: admin and manager turn them on and off (P3-016). */
export const contingencia = resource({
  name: 'contingencia',
  paths: ['nfe/contingencia', 'contingencia'],
  title: 'Contingência',
  right: 'contingencia',
  company: 'own',
  fields: contingenciaFields,
  search: ['xJust'],
  display: ['mod', 'tpEmis', 'dhInicio', 'dhFim'],
  indexes: [['empresa_id', 'mod', 'dhFim']],
  hooks: { prepare, remove: assertOver },
})

async function prepare(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  refuseRows(drafts, ({ before, values }) => {
    if (before !== undefined) throw badRequest('Uma contingência não se altera: desligue esta e ligue outra.', 'begun')
    const told = typeof values.xJust === 'string' ? values.xJust.trim() : ''
    return told.length < REASON_MIN ? { xJust: `O motivo precisa ter no mínimo ${REASON_MIN} caracteres.` } : undefined
  })
  for (const { values } of drafts) {
    const empresa_id = Number(values.empresa_id ?? ctx.actor.empresa_id)
    const mod = Number(values.mod ?? 55)
    if (await contingencyOn(ctx, empresa_id, mod)) throw conflict('Já há uma contingência ligada para este documento.')
    values.tpEmis = await wayOut(ctx, empresa_id, mod, values.forma)
    values.forma = mod === 65 ? null : values.tpEmis === 4 ? 'EPEC' : 'SVC'
    values.dhInicio = ctx.clock.now()
  }
}

/** The tpEmis of a contingency: off-line of an NFC-e; of an NF-e the virtual SEFAZ of its state, or EPEC where that is told. */
async function wayOut(ctx: Ctx, empresa_id: number, mod: number, forma: unknown): Promise<number> {
  if (mod === 65) return 9
  return forma === 'EPEC' ? 4 : Number(contingencyOf(await ufOf(ctx, empresa_id)))
}

async function ufOf(ctx: Ctx, empresa_id: number) {
  const [row] = await rowsOf(ctx, sql`select "UF" from empresa where id = ${empresa_id}`)
  const found = findUf(String(row?.UF ?? ''))
  if (!found) throw badRequest('Informe a UF no cadastro da empresa.', 'no_uf')
  return found.sigla
}

function assertOver(_ctx: Ctx, record: Readonly<Record<string, unknown>>): void {
  if (record.dhFim === null) throw badRequest('Desligue a contingência antes de excluir.', 'on')
}

interface On {
  readonly id: number
  readonly tpEmis: number
  readonly xJust: string
  readonly dhInicio: string
}

/** The contingency of a company and model that is on now. */
export async function contingencyOn(ctx: Pick<Ctx, 'db'>, empresa_id: number, mod: number): Promise<On | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id, "tpEmis", "xJust", "dhInicio" from contingencia where empresa_id = ${empresa_id} and mod = ${mod} and "dhFim" is null order by id limit 1`,
  )
  return (
    row && { id: Number(row.id), tpEmis: Number(row.tpEmis), xJust: String(row.xJust), dhInicio: String(row.dhInicio) }
  )
}

/** Ends a contingency: what waited for its authority goes now. */
export async function endContingency(ctx: Ctx, record: RecordOf<typeof contingencia>, how: string): Promise<void> {
  await update(ctx, contingencia, record, { dhFim: ctx.clock.now() }, how)
  await queueJob(ctx.db, CATCH_UP, {}, { key: CATCH_UP })
}

/** Turns a contingency off: notes are issued the normal way again; those that are on their way go on to where they were sent. */
export const desliga = action(contingencia, 'desliga', {
  on: 'record',
  right: 'edit',
  summary: 'Desliga a contingência: as próximas notas saem do modo normal.',
  input: nothing,
  answer: v.object({ message: v.string() }),
  run: async ({ ctx, record }) => {
    if (record.dhFim !== null) throw badRequest('Esta contingência já foi desligada.', 'off')
    await endContingency(ctx, record, 'foi desligada')
    return { message: 'Contingência desligada.' }
  },
})
