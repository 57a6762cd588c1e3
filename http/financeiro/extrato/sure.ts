import * as v from 'valibot'
import type { Outcome, Proposal } from '../../../core/reconciliation/types'
import { formatDate } from '../../../core/br/date-text'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { loadWhere, update } from '../../platform/engine/write'
import { idListOf } from '../../platform/inputs'
import { may } from '../../platform/rights'
import { attempt } from '../../platform/savepoint'
import { caixaLancamento } from '../caixa'
import { closedUntil } from '../period'
import { KINDS } from '../title-kinds'
import { holdBatches, settleBatch } from './batch'
import { conciliacaoBancaria, type Session } from './conciliacao'
import { extratoBanco, type StatementLineRecord } from './extrato'
import { holdPending } from './links'
import { assertWhole, enterLines, linkFacts, pairReversal } from './match-verbs'
import { outcomesOf } from './outcomes'
import { enteredBy, usableRule } from './rules'
import { payTitles } from './settle'
import { transferLines } from './transfer-verbs'

/** What of the proposals acts alone, once somebody lets it. */

const ACTS = new Set<Outcome['kind']>(['auto', 'transfer', 'reversal', 'ignore'])

/** What a proposal that acts would write: nothing, or in whose books. */
function writesOf({ kind, propostas: [best] }: Outcome) {
  if (kind !== 'auto' || best === undefined || best.tipo === 'caixa') return undefined
  if (best.tipo === 'regra') return { resource: caixaLancamento, verb: 'create' } as const
  const side = best.tipo === 'lote' || best.alvo[0]?.startsWith('r') ? 'receber' : 'pagar'
  return { resource: KINDS[side].resource, verb: 'edit' } as const
}

/** Outcomes that are sure, those that may act by what the caller may and by the months that are open, and why the others may not. */
export async function sureOf(ctx: Ctx, session: Session, { input, outcomes }: Awaited<ReturnType<typeof outcomesOf>>) {
  const closed = await closedUntil(ctx, session.empresa_id)
  const days = new Map(input.linhas.map((one) => [one.id, one.data]))
  const why = (one: Outcome): string | undefined => {
    const writes = writesOf(one)
    if (writes === undefined) return undefined
    const day = days.get(one.linha) ?? ''
    if (closed !== null && day <= closed) return `O mês de ${formatDate(day)} está fechado (até ${formatDate(closed)}).`
    return may(ctx, writes.resource, writes.verb) ? undefined : 'Você não tem permissão para lançar o que ela pede.'
  }
  const sure = outcomes.filter((one) => ACTS.has(one.kind)).map((one) => ({ one, motivo: why(one) }))
  return {
    able: sure.filter(({ motivo }) => motivo === undefined).map(({ one }) => one),
    barred: sure.flatMap(({ one, motivo }) => (motivo === undefined ? [] : [{ linha: Number(one.linha), motivo }])),
  }
}

/** Does what is sure of one outcome. */
async function act(ctx: Ctx, { kind, linha, par, propostas: [best] }: Outcome): Promise<void> {
  const id = Number(linha)
  if (kind === 'transfer' && par !== undefined) await transferLines(ctx, id, { linha_id: Number(par) }, true)
  else if (kind === 'reversal' && par !== undefined) await pairReversal(ctx, [id, Number(par)])
  else if (kind === 'ignore') await ignoreBalance(ctx, id)
  else if (best) await actOn(ctx, id, best)
}

/** A line that only says a balance waits for nobody. */
async function ignoreBalance(ctx: Ctx, id: number): Promise<void> {
  for (const line of await holdPending(ctx, [id])) {
    assertWhole([line])
    const values = { dhIgnorada: ctx.clock.now(), xMotivoIgnorada: 'Linha de saldo' }
    await update(ctx, extratoBanco, line, values, 'ignora')
  }
}

async function actOn(ctx: Ctx, id: number, { tipo, alvo, score, razoes, detalhe }: Proposal): Promise<void> {
  const about = { score, razoes, automatico: true }
  if (tipo === 'caixa') await linkFacts(ctx, [id], alvo.map(Number), { ...about, tipo })
  else if (tipo === 'lote') await settleBatch(ctx, { linha_id: id, recebimento_id: Number(detalhe?.lote) }, about)
  else if (tipo === 'regra') {
    const lines = await holdPending(ctx, [id])
    const { rule, used } = await usableRule(ctx, Number(alvo[0]), lines)
    await enterLines(ctx, lines, enteredBy(rule), { ...about, tipo, ...used })
  } else if (tipo === 'titulo' || tipo === 'titulos')
    await payTitles(ctx, {
      linhas: [id],
      titulos: alvo.map((one) => ({ id: Number(one.slice(1)) })),
      ...about,
      tipo,
      razoes: [...razoes],
      regra_id: Number(detalhe?.regra_id ?? 0) || null,
    })
}

/** As many as are done in one call: whoever wants all calls until nothing is left. */
const AT_A_TIME = 200
const MOST_REFUSED = 200
/** As many as are judged, of the account and of the others. */
const MOST_LEFT_OUT = 4_000

const refused = v.object({ linha: v.number(), memo: v.string(), motivo: v.string() })
const done = v.object({ linha: v.number(), desfaz: v.picklist(['desconcilia', 'reabre']) })

const batchesIn = ({ propostas: [best] }: Outcome): readonly number[] =>
  best?.tipo === 'lote' ? [Number(best.detalhe?.lote)] : []
const linesOf = ({ linha, par }: Outcome): readonly number[] => [linha, ...(par === undefined ? [] : [par])].map(Number)

/** What takes an outcome back, line by line; a reversal is of both its lines at once. */
const undoneBy = (one: Outcome): readonly v.InferOutput<typeof done>[] => {
  const [first = 0, ...ends] = linesOf(one)
  return one.kind === 'reversal' || one.kind === 'ignore'
    ? [{ linha: first, desfaz: 'reabre' }]
    : [first, ...ends].map((linha) => ({ linha, desfaz: 'desconcilia' }))
}

export const automaticas = action(conciliacaoBancaria, 'automaticas', {
  on: 'record',
  right: 'edit',
  writes: 'head',
  summary:
    'Concilia o que é certo: pagador e valor sem dúvida, transferências, estornos e regras que alguém deixou agir. O que é recusado fica na fila, com o motivo.',
  // Lines that were refused before, and that are not tried again.
  input: v.object({ fora: v.optional(idListOf(MOST_LEFT_OUT), []) }),
  answer: v.object({
    feitas: v.number(),
    restam: v.number(),
    linhas: v.array(done),
    recusadas: v.array(refused),
  }),
  run: async ({ ctx, record, input }) => {
    const found = await outcomesOf(ctx, record)
    found.assertWhole()
    const out = new Set(input.fora)
    const sure = await sureOf(ctx, record, found)
    const able = sure.able.filter((one) => !linesOf(one).some((id) => out.has(id)))
    const barred = sure.barred.filter(({ linha }) => !out.has(linha))
    const chosen = able.slice(0, AT_A_TIME)
    await holdBatches(ctx, chosen.flatMap(batchesIn))
    // All at once, in the order of their numbers: two that do this at the same time wait for one another.
    const held = await loadWhere(ctx, extratoBanco, 'id', chosen.flatMap(linesOf), { lock: true })
    const linhas: v.InferOutput<typeof done>[] = []
    const recusadas: { linha: number; motivo: string }[] = []
    for (const one of chosen) {
      const refusal = await attempt(ctx, () => act(ctx, one))
      if (refusal) recusadas.push({ linha: Number(one.linha), motivo: refusal.message })
      else linhas.push(...undoneBy(one))
    }
    const told = await named(ctx, held, [...recusadas, ...barred].slice(0, MOST_REFUSED))
    const feitas = chosen.length - recusadas.length
    return { feitas, restam: able.length - chosen.length, linhas, recusadas: told }
  },
})

/** Refusals with what their lines say. */
async function named(
  ctx: Ctx,
  held: readonly StatementLineRecord[],
  refusals: readonly { readonly linha: number; readonly motivo: string }[],
) {
  const known = new Map(held.map((one) => [one.id, one.memo]))
  const others = refusals.map((one) => one.linha).filter((id) => !known.has(id))
  for (const one of await loadWhere(ctx, extratoBanco, 'id', others)) known.set(one.id, one.memo)
  return refusals.map((one) => ({ ...one, memo: known.get(one.linha) ?? '' }))
}
