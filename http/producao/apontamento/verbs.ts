import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { guardAction } from '../../platform/engine/guard'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, insertRows, load, patchRows, update } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { decimalInput, identifier, nothing, shortText } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { ordemProducao, ordemProducaoMercadoria } from '../ordem_producao/ordem-producao'
import { atividade } from '../registers'
import { opMercadoriaAtividade, ordemProducaoMercadoriaEtapa } from './etapa'
import { badgeInput, holderOf, personIn, personOf, type Worker, workerOf } from './person'
import { assertMore, countFaults, ratesOf, unitsOf } from './rates'

/** What is done with a step at the work place: it is begun, paused with a reason, resumed and ended; the clock runs from one to the other. */

type Step = RecordOf<typeof ordemProducaoMercadoriaEtapa>

/** The order of a step, held, where it is in production. */
async function inProduction(ctx: Ctx, record: Step): Promise<void> {
  const goods = await load(ctx, ordemProducaoMercadoria, record.ordem_producao_mercadoria_id)
  const order = await load(ctx, ordemProducao, goods.ordem_producao_id, { lock: true })
  await guardAction(ctx, ordemProducao, order, { writes: 'atividades' })
}

/** Work on a step that has not ended, of one person or of anybody. */
async function running(ctx: Ctx, record: Step, who?: Worker) {
  const rows = await rowsOf(
    ctx,
    sql`select a.id from op_mercadoria_atividade a where a.ordem_producao_mercadoria_etapa_id = ${record.id} and a."dhFim" is null
          and ${who === undefined ? sql`true` : sql`${personIn('a')} = ${personOf(who)}`} order by a.id for update`,
  )
  return rows.map((row) => Number(row.id))
}

const DONE = ['done', 'Esta etapa já foi concluída.'] as const

function assertOpen({ dhConclusao }: Step): void {
  if (dhConclusao !== null) throw badRequest(DONE[1], DONE[0])
}

/** Everything that comes before a step has been begun. Throws 400 `earlier_step`. */
async function assertEarlier(ctx: Ctx, record: Step): Promise<void> {
  const [earlier] = await rowsOf(
    ctx,
    sql`select e.n_ordem, e.descricao from ordem_producao_mercadoria_etapa e
        where e.ordem_producao_mercadoria_id = ${record.ordem_producao_mercadoria_id} and e.n_ordem < ${record.n_ordem} and e."dhConclusao" is null
          and not exists (select 1 from op_mercadoria_atividade a where a.ordem_producao_mercadoria_etapa_id = e.id) order by e.n_ordem limit 1`,
  )
  if (earlier)
    throw badRequest(
      `Comece antes a etapa ${Number(earlier.n_ordem)}${earlier.descricao ? ` (${String(earlier.descricao)})` : ''}.`,
      'earlier_step',
    )
}

interface Beginning {
  readonly recurso_id?: number | null | undefined
  readonly cracha?: string | null | undefined
}

async function begin(ctx: Ctx, record: Step, { recurso_id, cracha }: Beginning): Promise<void> {
  const who = await workerOf(ctx, cracha)
  await inProduction(ctx, record)
  assertOpen(record)
  await assertMore(ctx, [record.id])
  if ((await running(ctx, record, who)).length > 0)
    throw badRequest(cracha ? 'Esta pessoa já trabalha nesta etapa.' : 'Você já trabalha nesta etapa.', 'running')
  await assertEarlier(ctx, record)
  const [rate] = await ratesOf(ctx, [{ id: record.id, recurso_id: recurso_id ?? null }])
  await insertRows(ctx, opMercadoriaAtividade, [
    {
      ordem_producao_mercadoria_etapa_id: record.id,
      empresa_id: record.empresa_id,
      ...who,
      recurso_id: rate?.recurso_id ?? null,
      dhIni: ctx.clock.now(),
      vHora: rate?.vHora ?? '0',
    },
  ])
  await announce(ctx, ordemProducaoMercadoriaEtapa, record.id)
}

/** The row of work that somebody is at. Throws 400 `not_running`. */
async function ownWork(ctx: Ctx, record: Step, cracha: string | null | undefined): Promise<number> {
  const [own] = await running(ctx, record, await workerOf(ctx, cracha))
  if (own === undefined)
    throw badRequest(cracha ? 'Esta pessoa não está nesta etapa.' : 'Você não está nesta etapa.', 'not_running')
  return own
}

const counted = { qBoa: v.optional(v.nullable(decimalInput)), qRefugo: v.optional(v.nullable(decimalInput)) }
type Counted = { readonly [K in keyof typeof counted]?: string | null | undefined }

/** Adds what was made to a row of work, and what else is said of it. Throws 422 for less than nothing, and for what the unit of the goods does not count. */
async function addWork(ctx: Ctx, id: number, { qBoa, qRefugo }: Counted, more: Row = {}): Promise<void> {
  const row = await load(ctx, opMercadoriaAtividade, id)
  const step = row.ordem_producao_mercadoria_etapa_id
  const faults = countFaults({ qBoa, qRefugo }, (await unitsOf(ctx, [step])).get(step))
  if (faults) throw invalid(Object.fromEntries(Object.entries(faults).map(([name, text]) => [name, [text]])))
  const [good, scrap] = [sum([qBoa ?? '0', row.qBoa]), sum([qRefugo ?? '0', row.qRefugo])]
  await patchRows(ctx, opMercadoriaAtividade, [{ ...more, id, qBoa: good.toFixed(4), qRefugo: scrap.toFixed(4) }])
}

/** Begins a step: the clock of whoever is signed in runs (the same verb is for another person beside). Throws 400 `not_started`, `done`, `finalised`, `running`, `earlier_step`. */
export const iniciar = action(ordemProducaoMercadoriaEtapa, 'iniciar', {
  on: 'record',
  right: 'edit',
  summary: 'Inicia a etapa: o tempo de quem chama começa a contar, ao custo da hora de agora.',
  input: v.object({ recurso_id: v.optional(v.nullable(identifier)), ...badgeInput }),
  run: ({ ctx, record, input }) => begin(ctx, record, input),
})

/** The caller stops for a while, for a reason that is no productive activity. Throws 400 `not_running`, 422. */
export const pausar = action(ordemProducaoMercadoriaEtapa, 'pausar', {
  on: 'record',
  right: 'edit',
  summary: 'Pausa a etapa de quem chama, com o motivo; o tempo para de contar.',
  input: v.object({ atividade_id: v.optional(v.nullable(identifier)), ...counted, ...badgeInput }),
  run: async ({ ctx, record, input }) => {
    await inProduction(ctx, record)
    const own = await ownWork(ctx, record, input.cracha)
    const reason = input.atividade_id ? await load(ctx, atividade, input.atividade_id) : undefined
    if (!reason) throw invalid({ atividade_id: ['Diga por que parou.'] })
    if (reason.produtiva) throw invalid({ atividade_id: ['Esta atividade não é um motivo de parada.'] })
    await addWork(ctx, own, input, { dhFim: ctx.clock.now(), atividade_id: reason.id })
    await announce(ctx, ordemProducaoMercadoriaEtapa, record.id)
  },
})

/** The caller goes on with a step that was paused. Throws as `iniciar` does, and 400 `not_paused`. */
export const retomar = action(ordemProducaoMercadoriaEtapa, 'retomar', {
  on: 'record',
  right: 'edit',
  summary: 'Retoma uma etapa pausada.',
  input: v.object({ recurso_id: v.optional(v.nullable(identifier)), ...badgeInput }),
  run: async ({ ctx, record, input }) => {
    const [before] = await rowsOf(
      ctx,
      sql`select 1 from op_mercadoria_atividade where ordem_producao_mercadoria_etapa_id = ${record.id} limit 1`,
    )
    if (!before) throw badRequest('Esta etapa ainda não foi iniciada.', 'not_paused')
    await begin(ctx, record, input)
  },
})

/** Tells what was made of a step without ending it: good ones and scrap, of whoever works on it. Throws 400 `not_running`. */
export const apontar = action(ordemProducaoMercadoriaEtapa, 'apontar', {
  on: 'record',
  right: 'edit',
  summary: 'Soma quantidades boas e refugo ao apontamento em andamento de quem chama, ou de quem é o crachá.',
  input: v.object({ ...counted, ...badgeInput }),
  run: async ({ ctx, record, input }) => {
    await inProduction(ctx, record)
    const own = await ownWork(ctx, record, input.cracha)
    await addWork(ctx, own, input)
    await announce(ctx, ordemProducaoMercadoriaEtapa, record.id)
  },
})

/** Ends a step for everybody who is at it. Throws 400 `not_running` where it never began, `done`. */
export const concluir = action(ordemProducaoMercadoriaEtapa, 'concluir', {
  on: 'record',
  right: 'edit',
  summary: 'Conclui a etapa, com o que ficou bom e o refugo; o tempo de todos nela para de contar.',
  input: v.object({ ...counted, ...badgeInput }),
  run: async ({ ctx, record, input }) => {
    await inProduction(ctx, record)
    assertOpen(record)
    const [begun] = await rowsOf(
      ctx,
      sql`select max(id)::int as last from op_mercadoria_atividade where ordem_producao_mercadoria_etapa_id = ${record.id}`,
    )
    if ((begun?.last ?? null) === null) throw badRequest('Esta etapa ainda não foi iniciada.', 'not_running')
    const now = ctx.clock.now()
    const open = await running(ctx, record)
    const [own = open[0]] = await running(ctx, record, await workerOf(ctx, input.cracha))
    await patchRows(
      ctx,
      opMercadoriaAtividade,
      open.map((id) => ({ id, dhFim: now })),
    )
    await addWork(ctx, own ?? Number(begun?.last), input)
    await update(ctx, ordemProducaoMercadoriaEtapa, record, { dhConclusao: now }, 'concluir')
  },
})

/** A step that was ended too soon goes on. Throws 400 `not_done`. */
export const reabrir = action(ordemProducaoMercadoriaEtapa, 'reabrir', {
  on: 'record',
  right: 'edit',
  summary: 'Reabre uma etapa concluída.',
  input: nothing,
  run: async ({ ctx, record }) => {
    await inProduction(ctx, record)
    if (record.dhConclusao === null) throw badRequest('Esta etapa não foi concluída.', 'not_done')
    await update(ctx, ordemProducaoMercadoriaEtapa, record, { dhConclusao: null }, 'reabrir')
  },
})

/** Whose badge was read at the work place. Throws 404 `unknown_badge`. */
export const quem = action(ordemProducaoMercadoriaEtapa, 'quem', {
  on: 'collection',
  right: 'edit',
  reads: true,
  summary: 'De quem é o crachá que foi lido no chão de fábrica.',
  input: v.object({ cracha: shortText(40) }),
  answer: v.object({ id: v.number(), xNome: v.string() }),
  run: async ({ ctx, input }) => {
    const { id, xNome } = await holderOf(ctx, input.cracha)
    return { id, xNome }
  },
})
