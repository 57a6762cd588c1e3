import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moved } from './order'
import { arrivalText, kilometresText, needsText, stopsOf, timeText, windowText } from './route'

it('an item goes to its place and the others keep their order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 30 }),
      fc.nat(40),
      fc.nat(40),
      (list, from, to) => {
        const next = moved(list, from, to)
        expect([...next].sort()).toEqual([...list].sort())
        if (from >= list.length || to >= list.length) {
          expect(next).toBe(list)
          return
        }
        expect(next[to]).toBe(list[from])
        const without = (all: readonly number[]) => all.filter((one) => one !== list[from])
        expect(without(next)).toEqual(without(list))
      },
    ),
  )
})

it('stops stand in their order; one that comes outside the hours of its customer is late', () => {
  const row = (id: number, ordem: number, hora_prevista: string, janelas: unknown) => ({
    id,
    ordem,
    hora_prevista,
    janelas,
  })
  const rota_vendas = [
    row(1, 3, '11:59', [['08:00', '12:00']]),
    row(2, 1, '12:30', [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ]),
    row(3, 2, '10:00', null),
    row(4, 4, '', [['08:00', '12:00']]),
    row(5, 5, '104:00', [['08:00', '12:00']]),
  ]
  const stops = stopsOf({ rota_vendas })
  expect(stops.map(({ id, late }) => [id, late])).toEqual([
    [2, true],
    [3, false],
    [1, false],
    [4, false],
    [5, true],
  ])
  const texts = stops.map((stop) => windowText(stop))
  expect(texts.slice(0, 2)).toEqual(['recebe 08:00–12:00 e 13:00–17:00: fora do horário', ''])
  const [closed] = stopsOf({ rota_vendas: [row(6, 1, '09:00', [])] })
  expect(closed && [closed.closed, windowText(closed)]).toEqual([true, 'não recebe neste dia'])
})

it('distances and times read as people say them; what is not known says nothing', () => {
  expect([kilometresText(34_249), kilometresText(0), kilometresText(null)]).toEqual(['34,2', '0,0', ''])
  expect([arrivalText('07:05'), arrivalText('24:00'), arrivalText('124:52')]).toEqual([
    '07:05',
    '00:00 (+1 dia)',
    '04:52 (+5 dias)',
  ])
  expect([timeText(11_100), timeText(90), timeText(null)]).toEqual(['3 h 05 min', '2 min', ''])
})

it('what a stop asks of the vehicle is told, and what of it the vehicle has not', () => {
  const asking = (...pede: readonly (readonly [descricao: string, tem: boolean])[]) => {
    const row = { id: 1, ordem: 1, pede: pede.map(([descricao, tem]) => ({ descricao, tem })) }
    return stopsOf({ rota_vendas: [row] }).map((stop) => needsText(stop))
  }
  expect(asking()).toEqual([''])
  expect(asking(['Munck', true])).toEqual(['pede Munck'])
  expect(asking(['Munck', false])).toEqual(['pede Munck: o veículo não tem'])
  expect(asking(['Munck', true], ['Refrigerado', false])).toEqual(['pede Munck, Refrigerado: falta Refrigerado'])
})
