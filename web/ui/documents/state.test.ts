import { describe, expect, it } from 'vitest'
import { brindeLife } from '../../../fixtures/toy/life'
import { vendaLife } from '../../../core/lifecycle/venda'
import { chipOf, railOf, stateColumn, stateViews, whyNotVerb } from './state'

/** What screens show of a life that no screen has been written for. */

describe('a life on the screen', () => {
  it('chips, filter and views are its states, from the first on', () => {
    expect(chipOf(brindeLife, { status: 2 })).toEqual({ word: 'Enviado', hue: 'verde', mark: 'check' })
    expect(chipOf(brindeLife, {})).toBeNull()
    expect(stateColumn(brindeLife).options?.map(({ label }) => label)).toEqual(['Aberto', 'Enviado', 'Cancelado'])
    expect(stateViews(brindeLife)[1]).toEqual({ name: 'Enviados', where: { status: 2 } })
  })

  it('the way is the states that lead to the end, told by the dates that have come', () => {
    const way = (record: object) => railOf(vendaLife, { ...record }).map(({ word, is }) => `${word} ${is}`)
    expect(way({})).toEqual(['Aberta here', 'Fechada next', 'Conferida next', 'Faturada next'])
    expect(way({ dhFechamento: 'x', dhFaturamento: 'x' })).toEqual([
      'Aberta past',
      'Fechada past',
      'Conferida next',
      'Faturada here',
    ])
    expect(way({ dhBloqueio: 'x' })[0]).toBe('Aberta past')
    expect(way({ dhFechamento: 'x', dhCancelamento: 'x' })).toContain('Fechada past')
  })

  it('a disabled button says what the server would', () => {
    expect(whyNotVerb(brindeLife, {}, 'avisa')).toBe('Envie o brinde antes de avisar.')
    expect(whyNotVerb(brindeLife, { dhEnvio: '2026-11-20' }, 'avisa')).toBeUndefined()
    expect(whyNotVerb(brindeLife, { dhCancelamento: '2026-11-20' }, 'duplica')).toBeUndefined()
  })
})
