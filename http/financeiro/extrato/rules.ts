import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere, load, update } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { conciliacaoRegra, type Rule } from './conciliacao'
import type { StatementLineRecord } from './extrato'
import { restOf } from './links'

/** Rules as they are used for lines, and what becomes of those whose uses are undone. */

/**
 * A rule that lines of one account and direction use, with what its matches are told of it. Throws 404, 400 `removed`, `other_account`, `other_sign` where it is
 * not of such lines.
 */
export async function usableRule(ctx: Ctx, id: number, lines: readonly StatementLineRecord[]) {
  const rule = await load(ctx, conciliacaoRegra, id)
  const [line] = lines
  if (!line || rule.empresa_id !== line.empresa_id) throw notFound()
  if (rule.dhRemovida !== null || !rule.ativa) throw badRequest('Esta regra foi removida ou não está ativa.', 'removed')
  if (rule.banco_id !== line.banco_id) throw badRequest('A regra é de outra conta caixa.', 'other_account')
  if ((rule.sinal === '+') !== restOf(line).sign() > 0)
    throw badRequest('A regra é de lançamentos do outro sinal.', 'other_sign')
  return { rule, used: { regra_id: rule.id, regra_versao: rule.versao } }
}

/** What a rule enters in cash. Throws 400 `no_plan` for one that names a person. */
export function enteredBy({ plano_conta_id, centro_resultado_id }: Rule) {
  if (plano_conta_id === null) throw badRequest('A regra não tem conta de resultado.', 'no_plan')
  return { plano_conta_id, centro_resultado_id }
}

/** A rule whose last two uses were undone does not act by itself any more. Answers those that stopped so. */
export async function judgeRules(ctx: Ctx, rules: readonly number[]): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select r.id from conciliacao_regra r where r.id = any (${intArray(rules)}::int[]) and r.automatica
        and (select count(*) = 2 and bool_and(u."dhDesfeito" is not null) from
          (select v."dhDesfeito" from extrato_vinculo v where v.regra_id = r.id order by v.id desc limit 2) u)`,
  )
  const ids = rows.map((row) => Number(row.id))
  for (const rule of await loadWhere(ctx, conciliacaoRegra, 'id', ids, { lock: true }))
    await update(ctx, conciliacaoRegra, rule, { automatica: false }, 'deixaDeAgir')
  return ids
}
