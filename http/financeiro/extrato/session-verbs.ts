import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { counted, formatCurrency } from '../../../core/br/number'
import { formatDate } from '../../../core/br/date-text'
import { decimal } from '../../../core/money/decimal'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { nothing, shortText } from '../../platform/inputs'
import { step } from '../../platform/step'
import { conciliacaoBancaria, conciliacaoRegra, type Session } from './conciliacao'

/** How a reconciliation ends, and what rules did. */

interface Standing {
  readonly restam: number
  readonly dSaldo: string | null
  readonly vSaldoBanco: string | null
  readonly vSaldoCaixa: string | null
  readonly vDiferenca: string | null
}

/** What the bank says is in the account: as somebody typed it, else the last file until the end says it. */
async function bankBalance(ctx: Ctx, { banco_id, dFim, dSaldo, vSaldoBanco }: Session) {
  if (vSaldoBanco !== null) return { data: dSaldo ?? dFim, valor: vSaldoBanco }
  const [row] = await rowsOf(
    ctx,
    sql`select "dSaldo"::text as data, "vSaldo"::text as valor from extrato_arquivo
        where banco_id = ${banco_id} and "dSaldo" <= ${dFim}::date and "vSaldo" is not null and "dhDesfeito" is null order by "dSaldo" desc, id desc limit 1`,
  )
  return row ? { data: String(row.data), valor: String(row.valor) } : null
}

/** The ledger's balance of a day as the bank has it: without what the bank had on another side of that day. */
async function cashBalance(ctx: Ctx, banco_id: number, day: string): Promise<string> {
  const [row] = await rowsOf(
    ctx,
    sql`with fatos as (select c.lancamento_id, max(c."dMovimento") as dia from caixa_lancamento c where c.banco_id = ${banco_id} group by 1)
        select (coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.banco_id = ${banco_id} and c."dMovimento" <= ${day}::date), 0)
          + coalesce((select sum(case when l."dMovimento" <= ${day}::date and f.dia > ${day}::date then v.valor
                                      when l."dMovimento" > ${day}::date and f.dia <= ${day}::date then -v.valor else 0 end)
              from extrato_vinculo v join extrato_banco l on l.id = v.extrato_banco_id join fatos f on f.lancamento_id = v.lancamento_id
              where v.banco_id = ${banco_id} and v."dhDesfeito" is null), 0))::text as valor`,
  )
  return decimal(String(row?.valor ?? 0)).toFixed(2)
}

async function standingOf(ctx: Ctx, session: Session): Promise<Standing> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as restam from extrato_banco where banco_id = ${session.banco_id} and status = 0 and "dMovimento" <= ${session.dFim}::date`,
  )
  const bank = await bankBalance(ctx, session)
  const vSaldoCaixa = bank && (await cashBalance(ctx, session.banco_id, bank.data))
  return {
    restam: Number(row?.restam ?? 0),
    dSaldo: bank?.data ?? null,
    vSaldoBanco: bank?.valor ?? null,
    vSaldoCaixa,
    vDiferenca: bank && vSaldoCaixa !== null ? decimal(bank.valor).minus(vSaldoCaixa).toFixed(2) : null,
  }
}

const money = (value: string | null): number | null => (value === null ? null : Number(value))
const amount = v.nullable(v.number())

/** Where a reconciliation stands, and by day what the bank and the ledger say. */
export const situacao = action(conciliacaoBancaria, 'situacao', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Quantas linhas restam, o saldo do banco e o do caixa, e a diferença dia a dia.',
  input: nothing,
  answer: v.object({
    restam: v.number(),
    dSaldo: v.nullable(v.string()),
    vSaldoBanco: amount,
    vSaldoCaixa: amount,
    vDiferenca: amount,
    dias: v.array(v.object({ dia: v.string(), banco: v.number(), caixa: v.number(), diferenca: v.number() })),
  }),
  run: async ({ ctx, record }) => {
    const { restam, dSaldo, ...amounts } = await standingOf(ctx, record)
    const rows = await rowsOf(
      ctx,
      sql`select coalesce(l.dia, c.dia)::text as dia, coalesce(l.valor, 0)::text as banco, coalesce(c.valor, 0)::text as caixa
          from (select "dMovimento" as dia, sum(amount) as valor from extrato_banco where banco_id = ${record.banco_id} and status <> 5
                  and "dMovimento" between ${record.dInicio}::date and ${record.dFim}::date group by 1) l
          full join (select "dMovimento" as dia, sum("vLancamento") as valor from caixa_lancamento where banco_id = ${record.banco_id} and evento <> 'saldo_inicial'
                  and "dMovimento" between ${record.dInicio}::date and ${record.dFim}::date group by 1) c on c.dia = l.dia order by 1 limit 400`,
    )
    return {
      restam,
      dSaldo,
      vSaldoBanco: money(amounts.vSaldoBanco),
      vSaldoCaixa: money(amounts.vSaldoCaixa),
      vDiferenca: money(amounts.vDiferenca),
      dias: rows.map((row) => ({
        dia: String(row.dia),
        banco: Number(row.banco),
        caixa: Number(row.caixa),
        diferenca: Number(decimal(String(row.banco)).minus(String(row.caixa)).toFixed(2)),
      })),
    }
  },
})

const FAILED = 'Não foi possível finalizar a conciliação'

/** Finishes a reconciliation (E3-054): no line waits, and the bank's balance is the ledger's, or somebody says why not. Throws 400 `pending`, `no_balance`, `difference`. */
export const finaliza = step(conciliacaoBancaria, 'finalizarConciliacaoBancaria', {
  summary:
    'Finaliza a conciliação: sem linhas a conciliar, e com o saldo do banco igual ao do caixa, ou o motivo da diferença.',
  input: { xMotivoDiferenca: v.optional(v.nullable(shortText(500))) },
  run: async ({ ctx, record, input }) => {
    const { restam, dSaldo, vSaldoBanco, vSaldoCaixa, vDiferenca } = await standingOf(ctx, record)
    if (restam > 0) throw badRequest(`${FAILED}: ${counted(restam, 'linha', 'linhas')} a conciliar.`, 'pending')
    if (vDiferenca === null || dSaldo === null)
      throw badRequest(
        `${FAILED}: nenhum extrato diz o saldo até ${formatDate(record.dFim)}. Informe o saldo no banco.`,
        'no_balance',
      )
    const differs = !decimal(vDiferenca).isZero()
    if (differs && !input.xMotivoDiferenca)
      throw badRequest(
        `${FAILED}: em ${formatDate(dSaldo)} o banco tem ${formatCurrency(vSaldoBanco ?? '0')} e o caixa ${formatCurrency(vSaldoCaixa ?? '0')}, diferença de ${formatCurrency(vDiferenca)}.`,
        'difference',
      )
    const xMotivoDiferenca = differs ? checkedReason('recusa', input.xMotivoDiferenca) : null
    return { set: { dSaldoLido: dSaldo, vSaldoLido: vSaldoBanco, vSaldoCaixa, vDiferenca, xMotivoDiferenca } }
  },
})

/** What was read at the end is of that end: the next reads anew. */
const UNREAD = { dSaldoLido: null, vSaldoLido: null, vSaldoCaixa: null, vDiferenca: null }

export const reabreConciliacao = step(conciliacaoBancaria, 'reabre', {
  summary: 'Reabre uma conciliação finalizada.',
  run: () => Promise.resolve({ set: UNREAD }),
})

/** A rule that is removed stays as a stone: past uses keep it, and it is not offered again. */
export const remove = action(conciliacaoRegra, 'remove', {
  on: 'record',
  right: 'delete',
  summary: 'Remove uma regra: não age, não aparece e não volta a ser oferecida; o que ela fez fica.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhRemovida !== null) throw badRequest('Esta regra já foi removida.', 'removed')
    await update(ctx, conciliacaoRegra, record, { dhRemovida: ctx.clock.now(), automatica: false }, 'remove')
  },
})

export const restaura = action(conciliacaoRegra, 'restaura', {
  on: 'record',
  right: 'edit',
  summary: 'Devolve uma regra que foi removida.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhRemovida === null) throw badRequest('Esta regra não foi removida.', 'not_removed')
    await update(ctx, conciliacaoRegra, record, { dhRemovida: null }, 'restaura')
  },
})

export const usos = action(conciliacaoRegra, 'usos', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'As dez últimas linhas em que a regra foi usada, e quantas foram desfeitas.',
  input: nothing,
  answer: v.object({
    data: v.array(
      v.object({
        extrato_banco_id: v.number(),
        dMovimento: v.string(),
        memo: v.string(),
        valor: v.number(),
        automatico: v.boolean(),
        desfeito: v.boolean(),
        versao: v.nullable(v.number()),
      }),
    ),
    usos: v.number(),
    desfeitos: v.number(),
  }),
  run: async ({ ctx, record }) => {
    const rows = await rowsOf(
      ctx,
      sql`select l.id, l."dMovimento"::text as dia, l.memo, v.valor::text as valor, v.automatico, v."dhDesfeito" is not null as desfeito, v.regra_versao,
            count(*) over ()::int as usos, (count(*) filter (where v."dhDesfeito" is not null) over ())::int as desfeitos
          from extrato_vinculo v join extrato_banco l on l.id = v.extrato_banco_id where v.regra_id = ${record.id} order by v.id desc limit 10`,
    )
    return {
      data: rows.map((row) => ({
        extrato_banco_id: Number(row.id),
        dMovimento: String(row.dia),
        memo: String(row.memo),
        valor: Number(row.valor),
        automatico: row.automatico === true,
        desfeito: row.desfeito === true,
        versao: typeof row.regra_versao === 'number' ? row.regra_versao : null,
      })),
      usos: Number(rows[0]?.usos ?? 0),
      desfeitos: Number(rows[0]?.desfeitos ?? 0),
    }
  },
})
