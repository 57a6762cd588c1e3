import * as v from 'valibot'
import { can } from '../../../core/access'
import { decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { badRequest, forbidden } from '../../platform/errors'
import { identifier, shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { caixaLancamento } from '../caixa'
import { postEntry, signOfPlan } from '../entry'
import { cancelTitle, reverse } from '../facts'
import { closedUntil } from '../period'
import { extratoBanco, type StatementLineRecord } from './extrato'
import { factRests, holdPending, link, type Link, restOf, unlink } from './links'
import { offerFor } from './offers'
import { judgeRules, usableRule } from './rules'
import { heldOf } from './settle'
import { aboutInput, aboutOf, linesAnswer, linesInput } from './settle-inputs'

/** Lines that are of what the ledgers have already, or of what only cash knows. */

const factsInput = v.pipe(
  v.array(identifier),
  v.minLength(1, 'Selecione um lançamento.'),
  v.maxLength(500, 'No máximo 500 lançamentos por vez.'),
)

/** Links lines with facts that are there: of both as much as is left of either, in their order. Nothing is posted. Throws 400 `nothing_matched`, 409. */
export async function linkFacts(
  ctx: Ctx,
  linhas: readonly number[],
  lancamentos: readonly number[],
  about: Omit<Link, 'linha_id' | 'lancamento_id'>,
) {
  const { lines, first } = await heldOf(ctx, linhas)
  const rests = new Map(await factRests(ctx, first.banco_id, lancamentos))
  const links: Link[] = []
  for (const line of lines) {
    let left = restOf(line)
    for (const lancamento_id of new Set(lancamentos)) {
      const own = rests.get(lancamento_id)
      if (!own || own.sign() !== left.sign()) continue
      const part = own.abs().lt(left.abs()) ? own : left
      rests.set(lancamento_id, own.minus(part))
      left = left.minus(part)
      links.push({ linha_id: line.id, lancamento_id, valor: part, ...about })
    }
  }
  const unused = lancamentos.find((one) => !links.some(({ lancamento_id }) => lancamento_id === one))
  if (links.length === 0 || unused !== undefined)
    throw badRequest('O lançamento já está conciliado, foi estornado, ou é de outra conta ou sinal.', 'nothing_matched')
  await link(ctx, lines, links)
  return { lancamentos: [...new Set(links.map((one) => one.lancamento_id))], linhas: lines.length, oferta: null }
}

export const conciliaCaixa = action(extratoBanco, 'conciliaCaixa', {
  on: 'collection',
  right: 'edit',
  summary: 'Concilia linhas do extrato com fatos que já estão no caixa: nada é lançado.',
  input: v.object({ linhas: linesInput, lancamentos: factsInput, ...aboutInput }),
  answer: linesAnswer,
  run: async ({ ctx, input }) => linkFacts(ctx, input.linhas, input.lancamentos, aboutOf(input, 'caixa')),
})

/** A line has the bank's sign: against that of its account of the plan, as what comes back of an expense, it is for whoever manages the cash flow. */
async function assertSign(ctx: Ctx, plano_conta_id: number, isIn: boolean): Promise<void> {
  const sign = await signOfPlan(ctx, plano_conta_id)
  if (sign === (isIn ? 1 : -1) || can(ctx.actor, 'manage', 'fluxo_caixa')) return
  throw forbidden('Só quem gerencia o fluxo de caixa lança contra o sinal da conta de resultado.')
}

export interface Entered {
  readonly plano_conta_id: number
  readonly centro_resultado_id?: number | null | undefined
  readonly descricao?: string | null | undefined
}

/** An entry of cash for each of some lines of one sign, of its day and amount. Throws 403 against the sign of the account of the plan. */
export async function enterLines(
  ctx: Ctx,
  lines: readonly StatementLineRecord[],
  entered: Entered,
  about: Omit<Link, 'linha_id' | 'lancamento_id'>,
): Promise<number[]> {
  assertMay(ctx, caixaLancamento, 'create')
  const [first] = lines
  if (first) await assertSign(ctx, entered.plano_conta_id, restOf(first).sign() > 0)
  const facts: number[] = []
  for (const line of lines) {
    const { lancamento_id } = await postEntry(ctx, line.empresa_id, {
      banco_id: line.banco_id,
      vLancamento: restOf(line),
      dMovimento: line.dMovimento,
      plano_conta_id: entered.plano_conta_id,
      centro_resultado_id: entered.centro_resultado_id ?? null,
      descricao: entered.descricao ?? line.memo.slice(0, 200),
    })
    await link(ctx, [line], [{ linha_id: line.id, lancamento_id, criado: true, ...about }])
    facts.push(lancamento_id)
  }
  return facts
}

export const lanca = action(extratoBanco, 'lanca', {
  on: 'collection',
  right: 'edit',
  summary: 'Lança no caixa pelas linhas do extrato, na conta de resultado dita ou na de uma regra.',
  input: v.object({
    linhas: linesInput,
    plano_conta_id: v.optional(v.nullable(identifier)),
    centro_resultado_id: v.optional(v.nullable(identifier)),
    descricao: v.optional(v.nullable(shortText(200))),
    ...aboutInput,
    regra_id: v.optional(v.nullable(identifier)),
  }),
  answer: linesAnswer,
  run: async ({ ctx, input }) => {
    const { lines, first } = await heldOf(ctx, input.linhas)
    const by = input.regra_id ? await usableRule(ctx, input.regra_id, lines) : undefined
    const plano_conta_id = input.plano_conta_id ?? by?.rule.plano_conta_id
    if (!plano_conta_id) throw badRequest('Selecione a conta de resultado.', 'no_plan')
    const centro_resultado_id = input.centro_resultado_id ?? by?.rule.centro_resultado_id
    const about = { ...aboutOf(input, by ? 'regra' : 'lancamento'), ...by?.used }
    const lancamentos = await enterLines(
      ctx,
      lines,
      { plano_conta_id, centro_resultado_id, descricao: input.descricao },
      about,
    )
    return { lancamentos, linhas: lines.length, oferta: await offerFor(ctx, first, { plano_conta_id }) }
  },
})

/** Throws 400 `partly` where something of a line that is to be left out is matched. */
export function assertWhole(lines: readonly StatementLineRecord[]): void {
  if (lines.some((line) => Number(line.vConciliado) !== 0))
    throw badRequest('Parte de uma das linhas já foi conciliada.', 'partly')
}

/** What the bank did and took back: both lines are left out, each naming the other. */
export async function pairReversal(ctx: Ctx, ids: readonly [number, number]) {
  const held = await holdPending(ctx, ids)
  const [one, other] = held
  if (!one || !other || one.banco_id !== other.banco_id || !decimal(one.amount).plus(other.amount).isZero())
    throw badRequest('Selecione duas linhas opostas da mesma conta.', 'not_opposite')
  assertWhole(held)
  for (const [line, pair] of [
    [one, other],
    [other, one],
  ] as const)
    await update(
      ctx,
      extratoBanco,
      line,
      { dhIgnorada: ctx.clock.now(), xMotivoIgnorada: `Estorno do banco: linha ${pair.id}`, par_id: pair.id },
      'ignora',
    )
  return { lancamentos: [], linhas: 2, oferta: null }
}

export const pareia = action(extratoBanco, 'pareia', {
  on: 'collection',
  right: 'edit',
  summary: 'Pareia uma linha com o seu estorno pelo banco: as duas saem da fila, nada é lançado.',
  input: v.object({ linhas: v.tuple([identifier, identifier]) }),
  answer: linesAnswer,
  run: async ({ ctx, input }) => pairReversal(ctx, input.linhas),
})

/** Takes matches back: facts that the match made are reversed whole, others stay as they are; the line is in the queue again. */
export const desconcilia = action(extratoBanco, 'desconcilia', {
  on: 'record',
  right: 'edit',
  verb: 'desconcilia',
  summary: 'Desfaz a conciliação de uma linha; o que ela lançou é estornado, o que já havia fica.',
  input: v.object({}),
  answer: v.object({ estornados: v.array(v.number()), regras: v.array(v.number()) }),
  run: async ({ ctx, record }) => {
    const { facts, rules, opened } = await unlink(ctx, record)
    // What the match made goes on its own day, so that the balances of the days agree; where that month is closed, today.
    const closed = await closedUntil(ctx, record.empresa_id)
    const day = closed === null || record.dMovimento > closed ? record.dMovimento : undefined
    for (const id of facts) await reverse(ctx, id, day)
    for (const one of opened) await cancelTitle(ctx, one, { withPayments: false })
    return { estornados: [...facts], regras: await judgeRules(ctx, rules) }
  },
})
