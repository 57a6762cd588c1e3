import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { planTree } from '../../../core/settlement/plan-tree'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { assertMay } from '../../platform/rights'
import { caixaLancamento } from '../caixa'
import { contasPagar, contasReceber } from '../registers'
import { monthsOf, resultInput, resultOf } from './input'
import { ofCentre, resultRows } from './rows'

const line = v.object({
  /** 0: what has no account. */
  plano_conta_id: v.number(),
  codigo: v.string(),
  descricao: v.string(),
  nivel: v.number(),
  soma: v.boolean(),
  valores: v.array(v.number()),
  total: v.number(),
})

/** A result tells both sides: whoever may not see one may not see it. Throws 403. */
export function assertSeesBoth(ctx: Ctx): void {
  for (const resource of [contasReceber, contasPagar]) assertMay(ctx, resource, 'read')
}

const number = (value: Decimal): number => Number(value.toFixed(2))
const totalled = (valores: readonly Decimal[]) => ({ valores: valores.map(number), total: number(sum(valores)) })

/** The result of months by the plan of accounts (A1, two views), whole or of a centre. */
export const dre = action(caixaLancamento, 'dre', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'Demonstração do resultado: contas do plano por mês, por competência ou por caixa; de um centro de resultado, do que não tem centro, ou de tudo.',
  input: resultInput,
  answer: v.object({
    meses: v.array(v.string()),
    linhas: v.array(line),
    resultado: v.object({ valores: v.array(v.number()), total: v.number() }),
  }),
  run: async ({ ctx, input }) => {
    assertSeesBoth(ctx)
    const meses = monthsOf(input)
    const [rows, accounts] = await Promise.all([
      rowsOf(
        ctx,
        sql`select coalesce(l.conta, 0) as conta, to_char(l.dia, 'YYYY-MM') as mes, sum(l.valor)::text as valor
            from ${resultRows(resultOf(ctx.actor.empresa_id, input))} l where ${ofCentre(input.centro_resultado_id)} group by 1, 2`,
      ),
      rowsOf(ctx, sql`select id, codigo, descricao from plano_conta`),
    ])
    const amounts = new Map<number, Decimal[]>()
    for (const { conta, mes, valor } of rows) {
      const own = amounts.get(Number(conta)) ?? meses.map(() => ZERO)
      own[meses.indexOf(String(mes))] = decimal(String(valor))
      amounts.set(Number(conta), own)
    }
    const plan = accounts.map((row) => ({
      id: Number(row.id),
      codigo: String(row.codigo),
      descricao: String(row.descricao),
    }))
    const lines = planTree(plan, amounts, meses.length).map(({ id, valores, ...about }) => ({
      plano_conta_id: id,
      ...about,
      ...totalled(valores),
    }))
    const none = amounts.get(0)
    const rest =
      none === undefined || none.every((one) => one.isZero())
        ? []
        : [
            {
              plano_conta_id: 0,
              codigo: '',
              descricao: 'Sem conta de resultado',
              nivel: 0,
              soma: false,
              ...totalled(none),
            },
          ]
    const resultado = meses.map((_, at) => sum([...amounts.values()].map((own) => own[at] ?? ZERO)))
    return { meses, linhas: [...lines, ...rest], resultado: totalled(resultado) }
  },
})
