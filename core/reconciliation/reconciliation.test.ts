import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchLines } from './match'
import { documentNumber, Memo, nameWords, skeletonOf } from './memo'
import { sumsTo } from './sums'
import type { MatchInput, MatchLine, MatchTitle } from './types'

const line = (more: Partial<MatchLine> = {}): MatchLine => ({
  id: '1',
  conta: 'A',
  data: '2026-11-10',
  valor: '100.00',
  memo: 'PIX',
  ...more,
})
const title = (more: Partial<MatchTitle> = {}): MatchTitle => ({
  id: '1',
  tipo: 'receber',
  vSaldo: '100.00',
  dVencimento: '2026-11-10',
  pessoa: 'Clinica Aurora',
  ...more,
})
const judge = (input: Partial<MatchInput>) => matchLines({ linhas: [line()], titulos: [], ...input })
const pointsOf = (one: Partial<MatchLine>, other: Partial<MatchTitle>) =>
  judge({ linhas: [line(one)], titulos: [title(other)] })[0]?.propostas[0]

describe('points', () => {
  it.each<[string, Partial<MatchLine>, Partial<MatchTitle>, number]>([
    ['a tax id written with its signs', { memo: 'TED 11.444.777/0001-61' }, { CNPJ_CPF: '11444777000161' }, 95],
    ['a tax id with letters', { memo: 'TED 12ABC34501DE35' }, { CNPJ_CPF: '12ABC34501DE35' }, 95],
    ['a last word that is cut', { memo: 'PIX CLINICA AURO' }, {}, 85],
    ['a name by half', { memo: 'PIX AURORA LTDA' }, {}, 72],
    ['three letters are no name that is cut', { memo: 'PIX CLINICA AUR' }, {}, 72],
    ['a code of Pix', { memo: 'PIX abC123XYZ9' }, { txid: 'ABC123xyz9' }, 110],
    ['the number of a boleto with its digit', { memo: 'LIQ 0001234567-8' }, { nossoNumero: '1234567-8' }, 110],
    ['five digits are no number of a boleto', { memo: 'LIQ 12345' }, { nossoNumero: '12345' }, 60],
    ['a year is no number', { memo: 'PIX 2026' }, { numero: '2026/00123' }, 60],
    [
      'the day of a tax is the working day before',
      { data: '2026-11-13', valor: '-100.00' },
      { tipo: 'pagar', tpConta: 9, dVencimento: '2026-11-15' },
      60,
    ],
    ['the day of a title is the working day after', { data: '2026-11-16' }, { dVencimento: '2026-11-14' }, 60],
    ['one working day over a weekend', { data: '2026-11-16' }, { dVencimento: '2026-11-13' }, 55],
    ['a year that no bank has a calendar of', {}, { dVencimento: '1026-12-10', pMulta: '2' }, 40],
    ['a tax of such a year', { valor: '-100.00' }, { tipo: 'pagar', tpConta: 9, dVencimento: '9999-12-31' }, 40],
    ['a line of such a year too', { data: '1026-12-12' }, { dVencimento: '1026-12-10' }, 50],
    ['seven days', { data: '2026-11-17' }, { dVencimento: '2026-11-10' }, 45],
    ['eight days', { data: '2026-11-18' }, { dVencimento: '2026-11-10' }, 40],
    ['a boleto of the DDA', { memo: 'PAGTO BOLETO', valor: '-100.00' }, { tipo: 'pagar', dda: true }, 80],
  ])('%s', (_name, one, other, score) => {
    expect(pointsOf(one, other)?.score).toBe(score)
  })

  it('are not asked of the other side, of credits, and of what was billed by nobody', () => {
    for (const other of [{ tipo: 'pagar' as const }, { tpConta: 11 }, { tpConta: 4 }, { vSaldo: '0.00' }])
      expect(judge({ titulos: [title(other)] })[0]).toMatchObject({ kind: 'none', propostas: [] })
  })

  it('explain cents by fine and interest once the day on which it is paid is over, and by a discount until its day', () => {
    const late = { pMulta: '2', pJurosMes: '1', dVencimento: '2026-11-07' }
    // A Saturday: paid on Monday without interest, on Tuesday with that of three days.
    expect(pointsOf({ data: '2026-11-09', valor: '102.07' }, late)).toBeUndefined()
    expect(pointsOf({ data: '2026-11-10', valor: '102.10' }, late)?.detalhe).toEqual({
      principal: '100.00',
      multa: '2.00',
      juros: '0.10',
    })
    const discount = { dDesconto: '2026-11-10', vDesconto: '5.00' }
    expect(pointsOf({ valor: '95.00' }, discount)?.razoes).toEqual(['valor_com_desconto'])
    expect(pointsOf({ valor: '95.00', data: '2026-11-11' }, discount)).toBeUndefined()
  })
})

describe('a line', () => {
  it('goes with its reversal of up to five days, by a word of both, and with no other', () => {
    const out = (more: Partial<MatchLine>) =>
      judge({
        linhas: [line({ valor: '-9.90', memo: 'TARIFA PACOTE' }), line({ id: '2', valor: '9.90', ...more })],
      }).map((one) => one.kind)
    expect(out({ memo: 'ESTORNO TARIFA', data: '2026-11-15' })).toEqual(['reversal'])
    expect(out({ memo: 'ESTORNO TARIFA', data: '2026-11-16' })).toEqual(['none', 'none'])
    expect(out({ memo: 'ESTORNO DOC' })).toEqual(['none', 'none'])
    expect(out({ memo: 'ESTORNO TARIFA', conta: 'B' })).toEqual(['suggest', 'suggest'])
  })

  it('of a transfer that nothing proves is offered from both its ends', () => {
    const out = judge({
      linhas: [line({ valor: '-50.00' }), line({ id: '2', conta: 'B', valor: '50.00', data: '2026-11-12' })],
    })
    expect(out.map(({ propostas }) => propostas[0])).toEqual([
      { alvo: ['2'], tipo: 'transferencia', score: 50, razoes: ['valor_oposto', 'data_3'] },
      { alvo: ['1'], tipo: 'transferencia', score: 50, razoes: ['valor_oposto', 'data_3'] },
    ])
  })

  it('links a cash row that leads, asks of two alike, and leaves one that is far', () => {
    const row = { id: '7', conta: 'A', data: '2026-11-10', valor: '100.00' }
    expect(judge({ caixa: [row] })[0]?.kind).toBe('auto')
    expect(judge({ caixa: [row, { ...row, id: '8' }] })[0]).toMatchObject({
      kind: 'ask',
      propostas: [{ alvo: ['7'] }, { alvo: ['8'] }],
    })
    expect(judge({ caixa: [{ ...row, data: '2026-11-12' }] })[0]?.kind).toBe('none')
    expect(
      judge({
        caixa: [{ ...row, data: '2026-11-12', pessoa: 'Clinica Aurora' }],
        linhas: [line({ memo: 'PIX CLINICA AURORA' })],
      })[0]?.kind,
    ).toBe('auto')
  })

  it('acts by a rule alone where a person allowed it, three confirmed it and nothing is near', () => {
    const rule = {
      id: '5',
      padrao: 'TARIFA PACOTE',
      sinal: '-' as const,
      plano_conta_id: 3,
      confirmacoes: 3,
      automatica: true,
    }
    const of = (regras: MatchInput['regras'], more: Partial<MatchLine> = {}) =>
      judge({ linhas: [line({ valor: '-9.00', memo: 'TARIFA PACOTE 12', ...more })], regras })[0]?.kind
    expect([
      of([rule]),
      of([{ ...rule, automatica: false }]),
      of([{ ...rule, confirmacoes: 2 }]),
      of([rule, { ...rule, id: '6' }]),
    ]).toEqual(['auto', 'rule', 'rule', 'ask'])
    expect(of([rule], { valor: '9.00' })).toBe('none')
    expect(of([{ ...rule, conta: 'B' }])).toBe('none')
    expect(of([{ ...rule, inteiro: true }])).toBe('auto')
    expect(of([{ ...rule, inteiro: true }], { memo: 'TARIFA PACOTE EXTRA' })).toBe('none')
  })
})

describe('a memo', () => {
  it('has a skeleton without numbers and days', () => {
    expect(skeletonOf('PIX REC. 10/11 José 123.456-7 Ltda')).toBe('PIX REC JOSE LTDA')
  })
  it('tells names, numbers and codes whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        (text, name) => {
          const memo = new Memo(text)
          expect(['all', 'half', 'none']).toContain(memo.nameOf(nameWords(name)))
          expect(new Memo(`${text} ${nameWords(name).join(' ')}`).nameOf(nameWords(name))).toBe(
            nameWords(name).length > 0 ? 'all' : 'none',
          )
          expect(documentNumber(text) ?? '4444').toMatch(/^[1-9]\d{3,}$/)
        },
      ),
    )
  })
})

describe('sums', () => {
  it('are all exact, the smallest sets first, and are found where there are any', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 2, max: 120 }), (list, target) => {
        const found = sumsTo(target, list, 3)
        for (const places of found) {
          expect(places.reduce((sum, at) => sum + (list[at] ?? 0), 0)).toBe(target)
          expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
        }
        expect(found.map((one) => one.length)).toEqual(found.map((one) => one.length).toSorted((a, b) => a - b))
        const pairs = list.some((one, at) => list.some((other, place) => place > at && one + other === target))
        if (pairs) expect(found[0]).toHaveLength(2)
      }),
    )
  })
})

it('what acts alone is taken once, every line is told once, and the order of what comes in changes nothing', () => {
  const cents = fc.integer({ min: 1, max: 6 }).map((one) => `${one}00.00`)
  const day = fc.integer({ min: 1, max: 28 }).map((one) => `2026-11-${String(one).padStart(2, '0')}`)
  const person = fc.constantFrom('Ana Costa Rocha', 'Bruno Dias', 'Clinica Aurora')
  const titles = fc.array(fc.record({ vSaldo: cents, dVencimento: day, pessoa: person }), { maxLength: 12 })
  const lines = fc.array(
    fc.record({ valor: cents, data: day, memo: person, minus: fc.boolean(), conta: fc.constantFrom('A', 'B') }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(titles, lines, (some, told) => {
      const titulos = some.map((one, at) => title({ ...one, id: String(at) }))
      const linhas = told.map(({ minus, valor, ...one }, at) => ({
        id: String(at),
        ...one,
        valor: minus ? `-${valor}` : valor,
      }))
      const out = matchLines({ linhas, titulos })
      const taken = out.filter((one) => one.kind === 'auto').flatMap((one) => one.propostas[0]?.alvo ?? [])
      expect(new Set(taken).size).toBe(taken.length)
      const seen = out.flatMap((one) => [one.linha, ...(one.par === undefined ? [] : [one.par])])
      expect(seen.toSorted()).toEqual(linhas.map((one) => one.id).toSorted())
      expect(matchLines({ linhas: linhas.toReversed(), titulos: titulos.toReversed() })).toEqual(out)
    }),
  )
})
