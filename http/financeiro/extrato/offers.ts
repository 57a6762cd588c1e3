import { sql } from 'drizzle-orm'
import { counted } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import type { StatementLineRecord } from './extrato'

/** Rules that are offered: what was done three times for lines that say the same. */

/** To what lines that say the same were matched: an account of the plan, or a person. */
export interface Target {
  readonly plano_conta_id?: unknown
  readonly cliente_id?: unknown
  readonly fornecedor_id?: unknown
}

export interface Offer {
  readonly banco_id: number
  readonly padrao: string
  readonly sinal: '+' | '-'
  readonly plano_conta_id: number | null
  readonly cliente_id: number | null
  readonly fornecedor_id: number | null
  readonly confirmacoes: number
  /** What is said aloud. */
  readonly frase: string
}

const OFFERED_AFTER = 3
const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Live matches that people confirmed, of lines that say the same, by what they were matched to. */
export const confirmations = sql`select l.banco_id, l.esqueleto, sign(l.amount) as sinal, c.plano_conta_id, r.cliente_id, p.fornecedor_id, count(distinct l.id)::int as vezes
  from extrato_vinculo v join extrato_banco l on l.id = v.extrato_banco_id
  left join lateral (select plano_conta_id from caixa_lancamento c where c.lancamento_id = v.lancamento_id and c.evento = 'lancamento' order by id limit 1) c on true
  left join lateral (select t.cliente_id from movimento_financeiro m join contas_receber t on t.id = m.contas_receber_id where m.lancamento_id = v.lancamento_id order by m.id limit 1) r on true
  left join lateral (select t.fornecedor_id from movimento_financeiro m join contas_pagar t on t.id = m.contas_pagar_id where m.lancamento_id = v.lancamento_id order by m.id limit 1) p on true
  where v."dhDesfeito" is null and not v.automatico and l.esqueleto <> ''`

/** The rule that may be made now; null where there is one, or was one that somebody removed, or too few say the same. */
export async function offerFor(ctx: Ctx, line: StatementLineRecord, target: Target): Promise<Offer | null> {
  const { banco_id, esqueleto, amount } = line
  if (!esqueleto) return null
  const sinal = Number(amount) > 0 ? '+' : '-'
  const [plano_conta_id, cliente_id, fornecedor_id] = [
    idOf(target.plano_conta_id),
    idOf(target.cliente_id),
    idOf(target.fornecedor_id),
  ]
  const [known] = await rowsOf(
    ctx,
    sql`select 1 from conciliacao_regra where banco_id = ${banco_id} and sinal = ${sinal} and padrao = ${esqueleto}`,
  )
  if (known) return null
  const rows = await rowsOf(
    ctx,
    sql`select * from (${confirmations} and l.banco_id = ${banco_id} and l.esqueleto = ${esqueleto} group by 1, 2, 3, 4, 5, 6) x
        where x.sinal = ${sinal === '+' ? 1 : -1} and x.plano_conta_id is not distinct from ${plano_conta_id}::int
          and x.cliente_id is not distinct from ${cliente_id}::int and x.fornecedor_id is not distinct from ${fornecedor_id}::int`,
  )
  const confirmacoes = Number(rows[0]?.vezes ?? 0)
  if (confirmacoes < OFFERED_AFTER) return null
  const frase = `${counted(confirmacoes, 'linha que diz', 'linhas que dizem')} “${esqueleto}” tiveram o mesmo destino.`
  return { banco_id, padrao: esqueleto, sinal, plano_conta_id, cliente_id, fornecedor_id, confirmacoes, frase }
}
