import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docOf } from '../fields/field'
import { statusField } from '../fields/life'
import { entradaLife } from './entrada'
import { life, type Life, OPEN } from './life'
import { orcamentoLife } from './orcamento'
import { ordemProducaoLife } from './ordem-producao'
import { pedidoCompraLife } from './pedido-compra'
import { planejamentoLife } from './planejamento'
import { checkedReason, type ReasonKind, reasonLength } from './reasons'
import { rotaLife } from './rota'
import { roteirizacaoLife } from './roteirizacao'
import { solicitacaoLife } from './solicitacao'
import { numbersOf, stateOf, statusSql, verbRefusal, willOf, writeRefusal } from './standing'
import { vendaLife } from './venda'

const AT = '2026-11-20 10:00:00'
const LIVES: readonly (readonly [string, Life])[] = [
  ['entrada', entradaLife],
  ['orcamento', orcamentoLife],
  ['ordem_producao', ordemProducaoLife],
  ['pedido_compra', pedidoCompraLife],
  ['planejamento', planejamentoLife],
  ['rota', rotaLife],
  ['roteirizacao', roteirizacaoLife],
  ['solicitacao', solicitacaoLife],
  ['venda', vendaLife],
]

describe('every life', () => {
  it.each(LIVES)('%s: from each of its dates a state follows, and no verb moves it back', (_name, one) => {
    const dates = Object.keys(one.dates)
    const some = fc.record(Object.fromEntries(dates.map((name) => [name, fc.constantFrom(null, undefined, '', AT)])))
    fc.assert(
      fc.property(some, (record) => {
        const state = stateOf(one, record)
        for (const [name, verb] of Object.entries(one.verbs)) {
          if (verb.sets === undefined || verbRefusal(one, record, name)) continue
          const after = stateOf(one, { ...record, [verb.sets]: AT })
          expect(one.order.findIndex((other) => other.name === after.name)).toBeLessThanOrEqual(
            one.order.findIndex((other) => other.name === state.name),
          )
        }
      }),
    )
  })

  it.each(LIVES)('%s: nothing is written and no verb but a copy happens in its strongest state', (_name, one) => {
    const last = one.order[0]
    const dates = typeof last?.on === 'string' ? [last.on] : (last?.on ?? [])
    const record = Object.fromEntries(dates.map((name) => [name, AT]))
    expect(writeRefusal(one, record, { head: true })).toBeDefined()
    expect(writeRefusal(one, record, { remove: true })).toBeDefined()
    for (const [name, verb] of Object.entries(one.verbs))
      if (verb.sets !== undefined) expect(verbRefusal(one, record, name), name).toBeDefined()
  })
})

describe('venda', () => {
  const refusal = (record: object, verb: string) => verbRefusal(vendaLife, { ...record }, verb)

  it.each([
    [{}, 'aberta'],
    [{ dhBloqueio: AT }, 'bloqueada'],
    [{ dhFechamento: AT }, 'fechada'],
    [{ dhFechamento: AT, dhConferencia: AT }, 'conferida'],
    [{ dhConferencia: AT }, 'aberta'],
    [{ dhFechamento: AT, dhFaturamento: AT }, 'faturada'],
    [{ dhFechamento: AT, dhFaturamento: AT, dhCancelamento: AT }, 'cancelada'],
  ])('with %o is %s', (dates, name) => {
    expect(stateOf(vendaLife, dates).name).toBe(name)
  })

  it('blocked is not dispatched, in the words of the specification', () => {
    expect(refusal({ dhBloqueio: AT }, 'fecha')).toEqual(['blocked', 'Este pedido foi bloqueado.'])
  })

  it('is invoiced only after it was dispatched, unless its operation moves no stock', () => {
    expect(refusal({}, 'fatura')?.[0]).toBe('not_closed')
    expect(refusal({ movimenta_estoque: false }, 'fatura')).toBeUndefined()
    expect(refusal({ dhFechamento: AT }, 'fatura')).toBeUndefined()
  })

  it('dispatched keeps what its stock follows from, and only that', () => {
    const write = (changed: readonly string[]) => writeRefusal(vendaLife, { dhFechamento: AT }, { head: true }, changed)
    expect(write(['obs'])).toBeUndefined()
    expect(write(['obs', 'cliente_id'])?.[0]).toBe('closed')
    expect(writeRefusal(vendaLife, { dhFechamento: AT }, { lists: ['venda_mercadorias'] })?.[0]).toBe('closed')
    expect(writeRefusal(vendaLife, { dhFechamento: AT }, { lists: ['venda_duplicatas'] })).toBeUndefined()
  })
})

describe('rota', () => {
  const write = (record: object, changed?: readonly string[]) =>
    writeRefusal(rotaLife, { ...record }, { lists: ['rota_vendas'] }, changed)?.[0]

  it('under way takes what became of its stops and nothing else; an open one the other way round', () => {
    expect(write({ dhLiberacao: AT }, ['xOcorrencia'])).toBeUndefined()
    expect(write({ dhLiberacao: AT }, ['xOcorrencia', 'ordem'])).toBe('released')
    expect(write({ dhLiberacao: AT })).toBe('released')
    expect(write({ dhLiberacao: AT }, [])).toBeUndefined()
    expect(write({}, ['ordem'])).toBeUndefined()
    expect(write({}, ['dhEntrega'])).toBe('not_released')
  })
})

describe('lists', () => {
  it('a list inside another follows the rule of the outer one, unless it has its own', () => {
    const record = { dhFinalizacao: AT }
    const lists = ['pedido_compra_mercadoria_precos', 'pedido_compra_mercadorias']
    expect(writeRefusal(pedidoCompraLife, record, { lists })?.[0]).toBe('finalised')
  })

  it('new lines may be refused where the others are still changed', () => {
    const record = { dhGeracao: AT, dhExecucao: AT }
    expect(writeRefusal(planejamentoLife, record, { lists: ['items'], add: true })?.[0]).toBe('executed')
    expect(writeRefusal(planejamentoLife, record, { lists: ['items'] }, ['quantidade'])).toBeUndefined()
  })
})

describe('what a life tells', () => {
  it('the column of its state', () => {
    expect(statusSql(vendaLife)).toContain(
      'when "dhFechamento" is not null and "dhConferencia" is not null then 3 when "dhFechamento" is not null then 2',
    )
    expect(docOf(statusField(pedidoCompraLife).meta)).toBe('0 Aberto, 2 Fechado, 4 Finalizado, 5 Cancelado')
    expect(docOf(statusField(solicitacaoLife).meta)).toBe(
      '0 Aberta, 1 Gerada; 1 gerada: seus itens aprovados viraram pedidos de compra',
    )
    expect(numbersOf(vendaLife, ['aberta', 'bloqueada'])).toEqual([1, 0])
  })

  it('what a verb will do from where the document stands', () => {
    expect(willOf(pedidoCompraLife, { dhFinalizacao: AT }, 'cancela')).toMatch(/entrada/)
    expect(willOf(pedidoCompraLife, {}, 'cancela')).toMatch(/planejamento/)
  })

  it('a table that could not be told is refused', () => {
    const states = {
      fim: { ...OPEN, n: 1, word: 'Fim', plural: 'Fins', on: 'dhFim' },
      novo: { ...OPEN, n: 0, word: 'Novo', plural: 'Novos' },
    } as const
    const writes = { head: { from: ['novo'] }, lists: { from: ['novo'] } } as const
    expect(() => life({ the: 'a prova', dates: { dhFim: 'Fim' }, states, writes, verbs: {} })).toThrow(
      /nothing is said/,
    )
    const both = { fim: { ...states.fim, n: 0 }, novo: states.novo }
    expect(() => life({ the: 'a prova', dates: { dhFim: 'Fim' }, states: both, writes, verbs: {} })).toThrow(
      /one number/,
    )
  })
})

describe('reasons', () => {
  it.each([
    ['cancelamento', 16],
    ['liberacao', 15],
    ['recusa', 15],
    ['estoque', 15],
  ] satisfies [ReasonKind, number][])('%s needs %i characters', (kind, length) => {
    expect(reasonLength(kind)).toBe(length)
    expect(() => checkedReason(kind, 'x'.repeat(length - 1))).toThrow()
    expect(() => checkedReason(kind, `${' '.repeat(20)}x`)).toThrow()
    expect(checkedReason(kind, ` ${'x'.repeat(length)} `)).toBe('x'.repeat(length))
  })
})
