import fc from 'fast-check'
import { addDays } from '../../br/civil-date'
import type { BoletoPaper, BoletoParty } from './boleto-paper'
import { CONTAS, hybridOf, paperOf } from './paper.fixture'

const text = (most: number) =>
  fc
    .array(fc.stringMatching(/^[A-Za-zÀ-ú0-9&.,'ªº-]{1,24}$/), { maxLength: 30 })
    .map((words) => words.join(' ').slice(0, most))

const party: fc.Arbitrary<BoletoParty> = fc.record({
  nome: text(200).map((name) => `X ${name}`),
  documento: fc.constantFrom('', '52998224725', '11222333000181', '12ABC34501DE35'),
  endereco: fc.option(text(250), { nil: undefined }),
})

/** Any boleto that may be printed, of any bank. */
export const anyPaper: fc.Arbitrary<BoletoPaper> = fc
  .record({
    banco: fc.constantFrom(...Object.keys(CONTAS)),
    n: fc.integer({ min: 1, max: 99_999 }),
    make: fc.constantFrom(paperOf, hybridOf),
    due: fc.option(fc.nat(8_000), { nil: undefined }),
    cents: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }), { nil: undefined }),
    beneficiario: party,
    pagador: party,
    avalista: fc.option(party, { nil: undefined }),
    numero_documento: text(60),
    instrucoes: fc.array(text(200), { maxLength: 8 }),
    local_pagamento: fc.option(text(150), { nil: undefined }),
    aceite: fc.boolean(),
    parcela: fc.option(fc.record({ n: fc.integer({ min: 1, max: 120 }), de: fc.constant(120) }), { nil: undefined }),
  })
  .map(({ banco, n, make, due, cents, ...more }) =>
    make(
      {
        n,
        dVencimento: due === undefined ? undefined : addDays('2024-01-01', due),
        valor: cents === undefined ? undefined : (cents / 100).toFixed(2),
        ...more,
      },
      banco,
    ),
  )
