import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { addMonths } from '../../core/br/civil-date'
import { MAX_RECURRENCES, recurrence } from '../../core/settlement/recurrence'
import { copiedLines, duplicates } from '../documents/copy'
import { action } from '../platform/action'
import { row } from '../platform/answers'
import { type Ctx, rowsOf } from '../platform/context'
import { audit } from '../platform/engine/audit'
import { addLines } from '../platform/engine/create'
import { deleteRows, loadWhere, update } from '../platform/engine/write'
import { badRequest } from '../platform/errors'
import { countInput, dateInput, flag, identifier, nothing } from '../platform/inputs'
import type { Resource } from '../platform/resource'
import { assertMay } from '../platform/rights'
import { localHolidays } from './feriado'
import { openTitle } from './open-title'
import { contasPagar, contasPagarRateio, contasReceber } from './registers'
import { splitRows } from './split-hooks'
import { KINDS, personOf, type Title, type TitleKind } from './title-kinds'

/** Titles that come again, copies, and what the last title of a supplier said. */

const fresh = { dPrevisao: null }

export const duplicaReceber = duplicates(contasReceber, {
  summary: 'Cria uma cópia em aberto da conta.',
  lists: [],
  head: () => fresh,
})
export const duplicaPagar = duplicates(contasPagar, {
  summary: 'Cria uma cópia em aberto da conta, com o rateio.',
  lists: [contasPagarRateio],
  head: () => fresh,
})

const recorrenciaInput = v.object({
  qParcelas: countInput,
  dProxVencimento: v.optional(v.nullable(dateInput)),
  tpRecorrencia: v.optional(v.nullable(countInput)),
  ultimoDia: v.optional(flag, false),
  diaUtil: v.optional(v.picklist(['mantem', 'proximo', 'anterior']), 'mantem'),
})

const DUE_DAYS = { mantem: 'keep', proximo: 'next', anterior: 'previous' } as const

interface Repeating {
  readonly kind: TitleKind
  readonly title: Title
  readonly input: v.InferOutput<typeof recorrenciaInput>
}

/** The local holidays that due dates of a series are moved over; none where they stay as they are. */
function holidaysFor(ctx: Ctx, { empresa_id, dVencimento }: Title, input: Repeating['input']) {
  if (input.diaUtil === 'mantem') return undefined
  const last = addMonths(
    input.dProxVencimento ?? dVencimento,
    LONGEST_STEP_MONTHS * Math.min(input.qParcelas, MAX_RECURRENCES),
  )
  return localHolidays(ctx, empresa_id, dVencimento, last)
}
const LONGEST_STEP_MONTHS = 12

/** Makes a title the first of a series. Throws 400 `cancelled`, `repeated`, and what the dates refuse. */
async function repeat(ctx: Ctx, { kind, title, input }: Repeating) {
  const { resource, person } = KINDS[kind]
  assertMay(ctx, resource, 'create')
  if (title.dhCancelamento !== null) throw badRequest('Esta conta está cancelada.', 'cancelled')
  if (title.recorrencia_id !== null) throw badRequest('Esta conta já é de uma recorrência.', 'repeated')
  const tpRecorrencia = input.tpRecorrencia ?? title.tpRecorrencia
  const { dVencimento, dEmissao, empresa_id, id } = title
  const [first, ...later] = recurrence({
    dVencimento,
    dCompetencia: title.dCompetencia ?? dEmissao,
    qParcelas: input.qParcelas,
    tpRecorrencia,
    dProxVencimento: input.dProxVencimento ?? undefined,
    ultimoDia: input.ultimoDia,
    diaUtil: DUE_DAYS[input.diaUtil],
    holidays: await holidaysFor(ctx, title, input),
  })
  const { numero, descricao, pagamento_id, plano_conta_id, centro_resultado_id, banco_id, vDup, tpConta, obs } = title
  const same = { numero, descricao, pagamento_id, plano_conta_id, centro_resultado_id, banco_id, vDup, tpConta, obs }
  const ids: number[] = []
  // Each has a step of its own: it may be cancelled alone. There are 120 at most.
  for (const one of later)
    ids.push(
      await openTitle(ctx, kind, {
        ...same,
        empresa_id,
        [person]: personOf(kind, title),
        tpRecorrencia,
        dEmissao,
        dVencimento: one.dVencimento,
        dCompetencia: one.dCompetencia,
        recorrencia_id: id,
        recorrencia_n: one.n,
        recorrencia_total: one.total,
      }),
    )
  if (kind === 'pagar') await copySplit(ctx, title, ids)
  const head: Resource = resource
  const set = { recorrencia_id: id, recorrencia_n: 1, recorrencia_total: first?.total ?? 1, tpRecorrencia }
  await update(ctx, head, title, set, 'geraRecorrencia')
  return { ids }
}

/** The titles of a series are borne as the first is. */
async function copySplit(ctx: Ctx, title: Title, ids: readonly number[]): Promise<void> {
  const lines = await copiedLines(ctx, contasPagarRateio, [title.id])
  if (lines.length === 0) return
  for (const made of await loadWhere(ctx, contasPagar, 'id', ids)) await addLines(ctx, contasPagarRateio, made, lines)
}

const geraRecorrenciaOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'geraRecorrencia', {
    on: 'record',
    right: 'edit',
    summary: 'Repete a conta: ela vira a 1 de N+1, e mais N do mesmo valor seguem (T3-017).',
    input: recorrenciaInput,
    answer: v.object({ ids: v.array(v.number()) }),
    run: async ({ ctx, record, input }) => repeat(ctx, { kind, title: record, input }),
  })

export const geraRecorrenciaReceber = geraRecorrenciaOf('receber')
export const geraRecorrenciaPagar = geraRecorrenciaOf('pagar')

/** Copies the proportions of a payable's cost centres to the open ones of its series that come later, cents to the largest remainders (E3-060). */
export const updateCentroCustoParcelas = action(contasPagar, 'updateCentroCustoParcelas', {
  on: 'record',
  right: 'edit',
  summary: 'Leva o rateio desta conta às seguintes da recorrência que estão em aberto, na mesma proporção.',
  input: nothing,
  answer: v.object({ contas: v.number() }),
  run: async ({ ctx, record }) => {
    const own = (await loadWhere(ctx, contasPagarRateio, 'conta_pagar_id', [record.id])).filter((one) => one.checked)
    if (own.length === 0) throw badRequest('Esta conta não tem rateio.', 'no_rows')
    if (record.recorrencia_id === null) return { contas: 0 }
    const series = await loadWhere(ctx, contasPagar, 'recorrencia_id', [record.recorrencia_id], { lock: true })
    const later = series.filter((one) => one.status === 0 && (one.recorrencia_n ?? 0) > (record.recorrencia_n ?? 0))
    for (const title of later) {
      await deleteRows(ctx, contasPagarRateio, await loadWhere(ctx, contasPagarRateio, 'conta_pagar_id', [title.id]))
      const stored = await addLines(ctx, contasPagarRateio, title, splitRows(own, title.vDup))
      await audit(
        ctx,
        stored.map((one) => ({ resource: contasPagarRateio, record: one, before: undefined, acao: 'create' })),
      )
    }
    return { contas: later.length }
  },
})

/** What the last payable of a supplier was booked to: what a new one is filled with (E3-062). */
export const lastRegInfo = action(contasPagar, 'lastRegInfo', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Como foi classificada a última conta deste fornecedor.',
  input: v.object({ id: v.optional(identifier), fornecedor_id: identifier }),
  answer: row,
  run: async ({ ctx, input }) => {
    const [last] = await rowsOf(
      ctx,
      sql`select t.id, t.descricao, t.pagamento_id, t."tpPagamento", t.plano_conta_id, t.centro_resultado_id, t.banco_id,
            (select jsonb_build_object('id', p.id, 'descricao', p.descricao) from pagamento p where p.id = t.pagamento_id) as pagamento,
            (select jsonb_build_object('id', p.id, 'codigo', p.codigo, 'descricao', p.descricao) from plano_conta p where p.id = t.plano_conta_id) as plano_conta,
            (select jsonb_build_object('id', p.id, 'descricao', p.descricao) from centro_resultado p where p.id = t.centro_resultado_id) as centro_resultado,
            (select jsonb_build_object('id', p.id, 'descricao', p.descricao) from banco p where p.id = t.banco_id) as banco
          from contas_pagar t
          where t.empresa_id = ${ctx.actor.empresa_id} and t.fornecedor_id = ${input.fornecedor_id} and t."dhCancelamento" is null
          order by t.id desc limit 1`,
    )
    return last ?? {}
  },
})
