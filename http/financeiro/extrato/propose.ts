import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Outcome, Proposal } from '../../../core/reconciliation/types'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { banco } from '../caixa'
import { conciliacaoBancaria, conciliacaoRegra, type Session } from './conciliacao'
import { extratoBanco } from './extrato'
import { matchApart } from './match-apart'
import { enterLines, linkFacts, pairReversal } from './match-verbs'
import { transferLines } from './transfer-verbs'
import { loadMatch } from './propose-load'
import { payTitles } from './settle'
import { holdPending, restOf } from './links'

/** Proposals of a reconciliation, and what acts alone of them once somebody lets it. */

/** What a proposal is of, as people know it. */
interface Shown {
  readonly id: number
  readonly titulo: string
  readonly data: string | null
  readonly valor: string | null
}

const anything = v.record(v.string(), v.unknown())
const answer = v.object({
  linhas: v.array(anything),
  certas: v.number(),
})

async function outcomesOf(ctx: Ctx, session: Session) {
  const input = await loadMatch(ctx, session)
  const outcomes = await matchApart(input)
  const own = new Set(input.linhas.filter((one) => one.conta === String(session.banco_id)).map((one) => one.id))
  return {
    input,
    outcomes: outcomes.filter((one) => own.has(one.linha) || (one.par !== undefined && own.has(one.par))),
    own,
  }
}

/** By kind and number: how it is called. */
async function shownOf(
  ctx: Ctx,
  { input, outcomes }: Awaited<ReturnType<typeof outcomesOf>>,
): Promise<(proposal: Proposal) => readonly Shown[]> {
  const titles = new Map(input.titulos.map((one) => [one.id, one]))
  const lines = new Map(input.linhas.map((one) => [one.id, one]))
  const cash = new Map(input.caixa?.map((one) => [one.id, one]))
  const ruleIds = outcomes
    .flatMap((one) => one.propostas)
    .filter((one) => one.tipo === 'regra')
    .flatMap((one) => one.alvo.map(Number))
  const rules = new Map(
    ruleIds.length === 0
      ? []
      : (
          await rowsOf(
            ctx,
            sql`select r.id, p.codigo || ' ' || p.descricao as plano from conciliacao_regra r join plano_conta p on p.id = r.plano_conta_id where r.id = any (${`{${ruleIds.join(',')}}`}::int[])`,
          )
        ).map((row) => [Number(row.id), String(row.plano)]),
  )
  const accounts = new Map(
    (await loadWhere(ctx, banco, 'empresa_id', [ctx.actor.empresa_id])).map((one) => [String(one.id), one.descricao]),
  )
  return ({ tipo, alvo }) =>
    alvo.map((key): Shown => {
      if (tipo === 'regra') return { id: Number(key), titulo: rules.get(Number(key)) ?? '', data: null, valor: null }
      if (tipo === 'transferencia') {
        const line = lines.get(key)
        return {
          id: Number(key),
          titulo: `${accounts.get(line?.conta ?? '') ?? ''}: ${line?.memo ?? ''}`,
          data: line?.data ?? null,
          valor: String(line?.valor ?? ''),
        }
      }
      if (tipo === 'caixa') {
        const row = cash.get(key)
        return {
          id: Number(key),
          titulo: [row?.numero, row?.pessoa].filter(Boolean).join(' · ') || 'Lançamento do caixa',
          data: row?.data ?? null,
          valor: String(row?.valor ?? ''),
        }
      }
      const title = titles.get(key)
      return {
        id: Number(key.slice(1)),
        titulo: [title?.numero, title?.pessoa].filter(Boolean).join(' · '),
        data: title?.dVencimento ?? null,
        valor: String(title?.vSaldo ?? ''),
      }
    })
}

const ACTS = new Set<Outcome['kind']>(['auto', 'transfer', 'reversal', 'ignore'])

export const propostas = action(conciliacaoBancaria, 'propostas', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'As linhas a conciliar, cada uma com as propostas, os pontos e as razões; certas são as que agem por si.',
  input: nothing,
  answer,
  run: async ({ ctx, record }) => {
    const found = await outcomesOf(ctx, record)
    const show = await shownOf(ctx, found)
    const rows = await loadWhere(ctx, extratoBanco, 'id', [...found.own].map(Number))
    const told = new Map(
      found.outcomes.flatMap(
        (one) =>
          [
            [one.linha, one],
            ...(one.par === undefined ? [] : [[one.par, { ...one, linha: one.par, par: one.linha }] as const]),
          ] as const,
      ),
    )
    const linhas = rows
      .toSorted((a, b) => (a.dMovimento < b.dMovimento ? -1 : a.dMovimento > b.dMovimento ? 1 : a.id - b.id))
      .map((line) => {
        const { id, dMovimento, memo, documento, amount } = line
        const one = told.get(String(id))
        return {
          id,
          dMovimento,
          memo,
          documento,
          amount: Number(amount),
          resta: Number(restOf(line).toFixed(2)),
          kind: one?.kind ?? 'none',
          par: one?.par === undefined ? null : Number(one.par),
          propostas: (one?.propostas ?? []).map((proposal) => ({
            tipo: proposal.tipo,
            score: proposal.score,
            razoes: proposal.razoes,
            detalhe: proposal.detalhe ?? {},
            itens: show(proposal),
          })),
        }
      })
    return { linhas, certas: found.outcomes.filter((one) => ACTS.has(one.kind)).length }
  },
})

/** As many as are done in one call: whoever wants all calls until nothing is left. */
const AT_A_TIME = 200

/** Does what is sure of one outcome. */
async function act(ctx: Ctx, { kind, linha, par, propostas: [best] }: Outcome): Promise<boolean> {
  const id = Number(linha)
  if (kind === 'transfer' && par !== undefined) await transferLines(ctx, id, { linha_id: Number(par) }, true)
  else if (kind === 'reversal' && par !== undefined) await pairReversal(ctx, [id, Number(par)])
  else if (kind === 'auto' && best) await actOn(ctx, id, best)
  else return false
  return true
}

async function actOn(ctx: Ctx, id: number, { tipo, alvo, score, razoes }: Proposal): Promise<void> {
  const about = { score, razoes, automatico: true }
  if (tipo === 'caixa') await linkFacts(ctx, [id], alvo.map(Number), { ...about, tipo })
  else if (tipo === 'regra') {
    const rule = await load(ctx, conciliacaoRegra, Number(alvo[0]))
    if (rule.plano_conta_id === null) throw badRequest('A regra não tem conta de resultado.', 'no_plan')
    const entered = { plano_conta_id: rule.plano_conta_id, centro_resultado_id: rule.centro_resultado_id }
    await enterLines(ctx, await holdPending(ctx, [id]), entered, {
      ...about,
      tipo,
      regra_id: rule.id,
      regra_versao: rule.versao,
    })
  } else if (tipo === 'titulo' || tipo === 'titulos')
    await payTitles(ctx, {
      linhas: [id],
      titulos: alvo.map((one) => ({ id: Number(one.slice(1)) })),
      ...about,
      tipo,
      razoes: [...razoes],
    })
}

export const automaticas = action(conciliacaoBancaria, 'automaticas', {
  on: 'record',
  right: 'edit',
  writes: 'head',
  summary:
    'Concilia o que é certo: pagador e valor sem dúvida, transferências, estornos e regras que alguém deixou agir.',
  input: nothing,
  answer: v.object({ feitas: v.number(), restam: v.number() }),
  run: async ({ ctx, record }) => {
    const { outcomes } = await outcomesOf(ctx, record)
    const sure = outcomes.filter((one) => ACTS.has(one.kind))
    let feitas = 0
    for (const one of sure.slice(0, AT_A_TIME)) if (await act(ctx, one)) feitas++
    return { feitas, restam: Math.max(0, sure.length - AT_A_TIME) }
  },
})
