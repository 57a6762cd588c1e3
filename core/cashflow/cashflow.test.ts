import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBusinessDay } from '../br/business-days'
import { addDays } from '../br/civil-date'
import { CoreError } from '../errors'
import { decimal, sum } from '../money/decimal'
import { expectedDay } from './expected-day'
import { type ExpectedTitle, lowest, moved, placing, project } from './projection'

const TODAY = '2026-11-25'
const cents = fc.integer({ min: 0, max: 5_000_000 }).map((units) => decimal(units).times('0.01').toFixed(2))
const date = fc.integer({ min: -60, max: 120 }).map((days) => addDays(TODAY, days))
const title: fc.Arbitrary<ExpectedTitle> = fc.record({
  tipo: fc.constantFrom('receber' as const, 'pagar' as const),
  tpConta: fc.constantFrom(1, 2, 4, 7, 9, 11),
  vSaldo: cents,
  vLiquido: fc.option(cents, { nil: undefined }),
  dVencimento: date,
  dPrevisao: fc.option(date, { nil: undefined }),
  diasCredito: fc.constantFrom(0, 0, 1, 2),
  atraso: fc.constantFrom(0, 0, 7),
  banco_id: fc.constantFrom(1, 2, undefined),
  cancelado: fc.constantFrom(false, false, true),
})
const titles = fc.array(title, { maxLength: 40 })
const base = {
  hoje: TODAY,
  dias: 200,
  contas: [
    { id: 1, vSaldo: '100.10' },
    { id: 2, vSaldo: '-30.05' },
  ],
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a projection', () => {
  it('goes from its first balance to its last by what comes in and goes out, day by day', () => {
    fc.assert(
      fc.property(titles, fc.constantFrom('fora' as const, 'hoje' as const), (titulos, atrasadosReceber) => {
        const { saldoInicial, dias, menorSaldo } = project({ ...base, titulos, atrasadosReceber })
        let saldo = saldoInicial
        for (const day of dias) {
          saldo = saldo.plus(day.entra).minus(day.sai)
          expect(day.saldo.eq(saldo)).toBe(true)
          expect(day.entra.sign() >= 0 && day.sai.sign() >= 0).toBe(true)
        }
        expect(dias.map(({ dia }) => dia)).toEqual(Array.from({ length: 200 }, (_, at) => addDays(TODAY, at)))
        expect(dias.find((one) => one.saldo.lte(menorSaldo.saldo))?.dia).toBe(menorSaldo.dia)
      }),
    )
  })

  it('holds all that is owed once: in the curve, or overdue beside it', () => {
    fc.assert(
      fc.property(titles, (titulos) => {
        const { dias, atrasado } = project({ ...base, titulos, dias: 400 })
        const owed = (tipo: string) =>
          sum(
            titulos
              .filter((one) => one.tipo === tipo && one.tpConta !== 11 && !one.cancelado && Number(one.vSaldo) > 0)
              .map((one) => one.vLiquido ?? one.vSaldo),
          )
        expect(
          sum(dias.map(({ entra }) => entra))
            .plus(atrasado.receber)
            .toFixed(2),
        ).toBe(owed('receber').toFixed(2))
        expect(sum(dias.map(({ sai }) => sai)).toFixed(2)).toBe(owed('pagar').toFixed(2))
      }),
    )
  })

  it('of each account and of no account adds up to the whole', () => {
    fc.assert(
      fc.property(
        titles,
        fc.array(fc.record({ dMovimento: date, valor: cents, de: fc.constantFrom(1, 2) })),
        (all, moves) => {
          const titulos = all.map((one) => ({ ...one, banco_id: one.banco_id ?? 1 }))
          const transferencias = moves.map((one) => ({ ...one, para: 3 - one.de }))
          const whole = project({ ...base, titulos, transferencias })
          const parts = [1, 2].map((id) => project({ ...base, titulos, transferencias, contasIds: [id] }))
          for (const [at, day] of whole.dias.entries())
            expect(sum(parts.map((one) => one.dias[at]?.saldo ?? 0)).toFixed(2)).toBe(day.saldo.toFixed(2))
        },
      ),
    )
  })

  it('without forecasts is the whole less what was told of them', () => {
    fc.assert(
      fc.property(titles, (titulos) => {
        const [all, without] = [project({ ...base, titulos }), project({ ...base, titulos, incluiPrevisao: false })]
        const last = (one: typeof all) => one.dias.at(-1)?.saldo ?? decimal(0)
        expect(last(all).minus(sum(all.previsto.values())).toFixed(2)).toBe(last(without).toFixed(2))
        expect(without.previsto.size).toBe(0)
      }),
    )
  })

  it('stands whatever year somebody typed: such a day is expected as it is', () => {
    for (const tipo of ['receber', 'pagar'] as const)
      for (const year of ['0001', '1026', '1899', '1900', '2299', '2300', '9999'])
        for (const about of [
          {},
          { tpConta: 9 },
          { atraso: 400_000 },
          { diasCredito: 2 },
          { dPrevisao: `${year}-12-31` },
        ]) {
          const one = { tipo, vSaldo: '10', dVencimento: `${year}-12-31`, ...about }
          const { dias } = project({ ...base, titulos: [one] })
          expect(dias, JSON.stringify(one)).toHaveLength(200)
          if (!('atraso' in about)) expect(expectedDay(one, new Set()) < TODAY).toBe(year < TODAY)
        }
  })

  it('of sums by day is that of the titles', () => {
    fc.assert(
      fc.property(titles, (all) => {
        const titulos = all.map((one) => ({ ...one, vLiquido: undefined }))
        const groups = Map.groupBy(
          titulos.filter((one) => !one.cancelado),
          (one) => JSON.stringify({ ...one, vSaldo: '' }),
        )
        const grouped = [...groups.values()].flatMap(([first, ...rest]) =>
          first ? [{ ...first, vSaldo: sum([first, ...rest].map((one) => one.vSaldo)) }] : [],
        )
        expect(plain(project({ ...base, titulos: grouped }))).toEqual(plain(project({ ...base, titulos })))
      }),
    )
  })

  it('after one title was moved is what it would be made anew', () => {
    fc.assert(
      fc.property(
        fc.array(title, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.integer({ min: 0, max: 90 }),
        (titulos, pick, days) => {
          const at = pick % titulos.length
          const one = titulos[at]
          const placed = one && placing(base)(one)
          fc.pre(one !== undefined && placed !== null && placed !== undefined)
          if (!one || !placed) return
          const dPrevisao = addDays(TODAY, days)
          const after = { ...one, dPrevisao }
          const para = placing(base)(after)?.dia ?? ''
          const before = project({ ...base, titulos })
          const anew = project({ ...base, titulos: titulos.with(at, after) })
          const dias = moved(before.dias, { tipo: one.tipo, valor: placed.valor, de: placed.dia, para })
          expect(plain(dias)).toEqual(plain(anew.dias))
          expect(plain(lowest(dias))).toEqual(plain(anew.menorSaldo))
        },
      ),
    )
  })

  it.each([0, -1, 1.5, 4000])('refuses a horizon of %s days', (dias) => {
    expect(() => project({ ...base, titulos: [], dias })).toThrow(CoreError)
  })
})

describe('the expected day', () => {
  it('is a working day, a tax never after its due date, nothing else before it', () => {
    fc.assert(
      fc.property(title, fc.uniqueArray(date, { maxLength: 10 }), (one, extra) => {
        const holidays = new Set(extra)
        const day = expectedDay(one, holidays)
        const raw = one.dPrevisao ?? one.dVencimento
        expect(isBusinessDay(day, holidays)).toBe(true)
        if (one.tpConta === 9 && one.dPrevisao === undefined) expect(day <= raw).toBe(true)
        else expect(day >= raw).toBe(true)
      }),
    )
  })

  it('goes over a holiday that only the city has, and over moving ones', () => {
    const due = (dVencimento: string, feriados: string[] = []) =>
      expectedDay({ tipo: 'pagar', dVencimento }, new Set(feriados))
    expect(due('2026-12-24', ['2026-12-24'])).toBe('2026-12-28')
    expect(due('2027-02-08')).toBe('2027-02-10')
    expect(due('2027-03-26')).toBe('2027-03-29')
  })
})
