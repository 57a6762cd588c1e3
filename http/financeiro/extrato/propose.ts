import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { counted } from '../../../core/br/number'
import type { Proposal } from '../../../core/reconciliation/types'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { banco } from '../caixa'
import { conciliacaoBancaria } from './conciliacao'
import { extratoBanco } from './extrato'
import { restOf } from './links'
import { outcomesOf } from './outcomes'
import { sureOf } from './sure'

/** Proposals of a reconciliation, as they are told. */

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
  total: v.number(),
  certas: v.number(),
  avisos: v.array(v.string()),
})

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
            sql`select r.id, p.codigo || ' ' || p.descricao as plano from conciliacao_regra r join plano_conta p on p.id = r.plano_conta_id where r.id = any (${intArray(ruleIds)}::int[])`,
          )
        ).map((row) => [Number(row.id), String(row.plano)]),
  )
  const accounts = new Map(
    (await loadWhere(ctx, banco, 'empresa_id', [ctx.actor.empresa_id])).map((one) => [String(one.id), one.descricao]),
  )
  const batches = new Map(input.lotes?.map((one) => [one.id, one]))
  return ({ tipo, alvo, detalhe }) => {
    if (tipo === 'lote') {
      const batch = batches.get(String(detalhe?.lote))
      const titulo = [batch?.nome, counted(alvo.length, 'parcela', 'parcelas')].filter(Boolean).join(' · ')
      return [{ id: Number(detalhe?.lote), titulo, data: batch?.dCredito ?? null, valor: String(batch?.vBruto ?? '') }]
    }
    return alvo.map((key): Shown => {
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
}

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
    const { able } = await sureOf(ctx, record, found)
    return { linhas, total: found.total, certas: able.length, avisos: found.avisos }
  },
})
