import { describe, expect, it } from 'vitest'
import { coreFunctions } from '../functions'

const run = (name: string, input: unknown): unknown => coreFunctions.get(name)?.run(input)

const workdays = [0, 480, 480, 480, 480, 480, 0]

describe('production planned from the terminal', () => {
  it('gives orders days that no centre is asked too much by, over a holiday and a weekend', () => {
    // The 25th of December is a Friday.
    const input = {
      hoje: '2026-12-24',
      dias: 14,
      centros: [{ id: 1, semana: workdays }],
      ordens: [
        { id: 7, fim: '2026-12-24', etapas: [[1, 600]] },
        { id: 8, entrega: '2026-12-23', etapas: [[1, 60.25]] },
        { id: 9, etapas: [[2, 1]] },
      ],
    }
    expect(run('production.schedule', input)).toEqual({
      ordens: [
        { id: 8, ini: '2026-12-24', fim: '2026-12-24', atraso: 1 },
        { id: 7, ini: '2026-12-24', fim: '2026-12-28', atraso: 4 },
      ],
      semLugar: [9],
      carga: [
        { centro: 1, dia: '2026-12-24', minutos: 480 },
        { centro: 1, dia: '2026-12-28', minutos: 180.25 },
      ],
    })
  })

  it('leaves out local holidays that are told', () => {
    const input = {
      hoje: '2026-12-28',
      feriados: ['2026-12-28'],
      centros: [{ id: 1, semana: workdays }],
      ordens: [{ id: 7, etapas: [[1, 60]] }],
    }
    expect(run('production.schedule', input)).toMatchObject({
      ordens: [{ id: 7, ini: '2026-12-29', fim: '2026-12-29' }],
    })
  })

  it('costs products by what they are made of', () => {
    const input = {
      produtos: [
        { id: 1, custo: '999', vMaoObra: '5' },
        { id: 2, custo: 30 },
        { id: 3, custo: '12.5' },
      ],
      insumos: [
        { produto: 1, insumo: 2, quantidade: 1 },
        { produto: 1, insumo: 3, quantidade: '0.333333' },
      ],
    }
    expect(run('production.rollUp', input)).toEqual({
      produtos: [
        { id: 1, material: '34.1666625000', maoObra: '5.0000000000', total: '39.1666625000' },
        { id: 2, material: '30.0000000000', maoObra: '0.0000000000', total: '30.0000000000' },
        { id: 3, material: '12.5000000000', maoObra: '0.0000000000', total: '12.5000000000' },
      ],
    })
  })

  it('refuses a component that is not told, a circle, and a week that is none', () => {
    const produtos = [
      { id: 1, nome: 'Mesa', custo: 1 },
      { id: 2, nome: 'Tampo', custo: 1 },
    ]
    const line = (produto: number, insumo: number) => ({ produto, insumo, quantidade: 1 })
    expect(() => run('production.rollUp', { produtos, insumos: [line(1, 3)] })).toThrow('O insumo 3 do produto 1')
    expect(() => run('production.rollUp', { produtos, insumos: [line(1, 2), line(2, 1)] })).toThrow('Mesa')
    const centros = [{ id: 1, semana: [480] }]
    expect(() => run('production.schedule', { hoje: '2026-12-24', centros, ordens: [] })).toThrow('semana')
  })
})
