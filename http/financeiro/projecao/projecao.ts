import * as v from 'valibot'
import type { ProjectedDay } from '../../../core/cashflow/projection'
import type { Decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { caixaLancamento } from '../caixa'
import { projectionInput } from './input'
import type { Asked } from './load'
import { projected } from './projected'
import { realised } from './realised'

const day = v.object({ dia: v.string(), entra: v.number(), sai: v.number(), saldo: v.number() })
const answer = v.object({
  hoje: v.string(),
  /** False where only a centre is looked at: the balance of accounts is nobody's. */
  comSaldo: v.boolean(),
  saldoInicial: v.number(),
  realizado: v.array(day),
  dias: v.array(day),
  menorSaldo: v.object({ dia: v.string(), saldo: v.number() }),
  atrasado: v.object({ receber: v.number(), pagar: v.number() }),
  previsto: v.record(v.string(), v.number()),
  /** Local holidays of the horizon: what is moved goes over them. */
  feriados: v.array(v.string()),
})

const number = (value: Decimal): number => Number(value.toFixed(2))
const shown = ({ dia, entra, sai, saldo }: ProjectedDay) => ({
  dia,
  entra: number(entra),
  sai: number(sai),
  saldo: number(saldo),
})

/** What will be in the accounts, day by day (A1, cash view), and what was there before. One centre alone has no balance: its curve begins with nothing. */
export const projecao = action(caixaLancamento, 'projecao', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'Projeta o caixa da empresa dia a dia: o realizado, o que se espera, o menor saldo e o que está atrasado; por conta, centro e cenário.',
  input: projectionInput,
  answer,
  run: async ({ ctx, input }) => {
    const asked: Asked = { ctx, input, hoje: ctx.clock.today() }
    const { saldoInicial, dias, menorSaldo, atrasado, previsto, feriados, comSaldo } = await projected(asked)
    return {
      hoje: asked.hoje,
      comSaldo,
      saldoInicial: number(saldoInicial),
      realizado: comSaldo ? (await realised(asked, saldoInicial)).map(shown) : [],
      dias: dias.map(shown),
      menorSaldo: { dia: menorSaldo.dia, saldo: number(menorSaldo.saldo) },
      atrasado: { receber: number(atrasado.receber), pagar: number(atrasado.pagar) },
      previsto: Object.fromEntries([...previsto].map(([dia, valor]) => [dia, number(valor)])),
      feriados: [...feriados],
    }
  },
})
