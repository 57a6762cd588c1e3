import * as v from 'valibot'
import { requireDate } from '../br/civil-date'
import { amount, coreFunction } from '../function'
import type { Decimal } from '../money/decimal'
import { MAX_PROJECTED_DAYS, project } from './projection'

const id = v.union([v.number(), v.pipe(v.string(), v.maxLength(100))])
const day = v.pipe(v.string(), v.maxLength(40), v.transform(requireDate))
const many = <S extends v.GenericSchema>(one: S, most: number) =>
  v.nullish(v.pipe(v.array(one), v.maxLength(most)), () => [])

const title = v.object({
  tipo: v.picklist(['receber', 'pagar']),
  tpConta: v.optional(v.number()),
  vSaldo: amount,
  vLiquido: v.nullish(amount),
  dVencimento: day,
  dPrevisao: v.nullish(day),
  diasCredito: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60))),
  atraso: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3650))),
  banco_id: v.nullish(id),
  cancelado: v.optional(v.boolean()),
})

const money = (value: Decimal): string => value.toFixed(2)

export const cashflowFunctions = [
  coreFunction({
    name: 'finance.cashFlow',
    summary: 'Projeta o caixa dia a dia: o que entra, o que sai, o saldo, o menor deles e o que está atrasado.',
    takes:
      '{hoje, dias, contas: [{id, vSaldo, ativo?}], titulos: [{tipo, vSaldo, dVencimento, dPrevisao?, tpConta?, vLiquido?, diasCredito?, atraso?, banco_id?, cancelado?}], transferencias?, lancamentos?, contasIds?, atrasadosReceber?: fora|hoje, incluiPrevisao?, feriados?}',
    gives:
      '{saldoInicial, dias: [{dia, entra, sai, saldo}], menorSaldo: {dia, saldo}, atrasado: {receber, pagar}, previsto?}',
    input: v.object({
      hoje: day,
      dias: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PROJECTED_DAYS)),
      contas: many(v.object({ id, vSaldo: amount, ativo: v.optional(v.boolean()) }), 10_000),
      titulos: many(title, 1_000_000),
      transferencias: many(v.object({ dMovimento: day, de: id, para: id, valor: amount }), 100_000),
      lancamentos: many(v.object({ dMovimento: day, valor: amount, banco_id: v.nullish(id) }), 100_000),
      contasIds: v.nullish(v.pipe(v.array(id), v.maxLength(10_000))),
      atrasadosReceber: v.nullish(v.picklist(['fora', 'hoje']), 'fora'),
      incluiPrevisao: v.nullish(v.boolean(), true),
      feriados: many(day, 10_000),
    }),
    run: ({ contasIds, atrasadosReceber, incluiPrevisao, ...input }) => {
      const found = project({
        ...input,
        contasIds: contasIds ?? undefined,
        atrasadosReceber: atrasadosReceber ?? undefined,
        incluiPrevisao: incluiPrevisao ?? undefined,
      })
      const { saldoInicial, dias, menorSaldo, atrasado, previsto } = found
      return {
        saldoInicial: money(saldoInicial),
        dias: dias.map(({ dia, entra, sai, saldo }) => ({
          dia,
          entra: money(entra),
          sai: money(sai),
          saldo: money(saldo),
        })),
        menorSaldo: { dia: menorSaldo.dia, saldo: money(menorSaldo.saldo) },
        atrasado: { receber: money(atrasado.receber), pagar: money(atrasado.pagar) },
        ...(previsto.size === 0
          ? {}
          : { previsto: Object.fromEntries([...previsto].map(([dia, valor]) => [dia, money(valor)])) }),
      }
    },
  }),
]
