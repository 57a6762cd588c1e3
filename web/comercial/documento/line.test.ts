import { describe, expect, it } from 'vitest'
import { fillDown } from '../../ui/lines/lines-state'
import { whyNotVerb } from '../../ui/documents/state'
import { lineColumns } from './columns'
import { DOCUMENTS, factsOf } from './kind'
import {
  priced,
  sentDocument,
  showDiscount,
  showLineDiscounts,
  stepPrice,
  totalsOf,
  writeDiscount,
  writeLineDiscounts,
} from './line'

const noop = (): void => undefined
const line = { key: 'a', mercadoria_id: 1, qTrib: 3, vUnTrib: 10, vDesc: 0.1, vDesc2: 0.05, pIPI: 5, tp_desconto: 0 }

describe('a line of a document', () => {
  it('has the amounts that the server stores', () => {
    expect(priced(line)).toMatchObject({ vUnLiquido: 8.55, vSubtotal: 26.93, vTotal: 26.93 })
  })

  it('loses an amount, not a rounded price, to a discount in money', () => {
    const cheap = { qTrib: 10_000, vUnTrib: 0.05, vDesc: 0.02, decimal_preco: 2, tp_desconto: 1 }
    expect(priced(cheap)).toMatchObject({ vUnLiquido: 0.049, vSubtotal: 490, vTotal: 490 })
  })

  it('stays as it is while it cannot be priced', () => {
    const wrong = { ...line, qTrib: -1, vTotal: 5 }
    expect(priced(wrong)).toBe(wrong)
  })

  it('takes the table that its net price falls in', () => {
    const precos = [
      { id: 1, tabela_preco_id: 1, vUnTrib: 10 },
      { id: 2, tabela_preco_id: 2, vUnTrib: 8 },
    ]
    expect(priced({ ...line, precos, vDesc2: 0 })).toMatchObject({ tabela_preco_id: 2 })
    expect(priced({ ...line, precos, vDesc: 0, vDesc2: 0 })).toMatchObject({ tabela_preco_id: 1 })
  })

  it('adds up with freight', () => {
    expect(totalsOf([line, line], '5.5').vDocumento.toFixed(2)).toBe('59.36')
  })
})

describe('discounts', () => {
  const plain = { ...line, vDesc: 0, vDesc2: 0, pIPI: 0 }

  it('are money or percent as the line says, and always percent with a sign', () => {
    expect(writeDiscount({ ...plain, tp_desconto: 1 }, 'vDesc', '3')).toMatchObject({ vDesc: 0.1, tp_desconto: 1 })
    expect(writeDiscount({ ...plain, tp_desconto: 1 }, 'vDesc', '3%')).toMatchObject({ vDesc: 0.03, tp_desconto: 0 })
    expect(writeDiscount({ ...plain, tp_desconto: 0 }, 'vDesc', '3')).toMatchObject({ vDesc: 0.03 })
  })

  it('show what was typed', () => {
    expect(showDiscount({ ...plain, vDesc: 0.1, tp_desconto: 1 }, 'vDesc')).toBe('3,00')
    expect(showDiscount({ ...plain, vDesc: 0.125, tp_desconto: 0 }, 'vDesc')).toBe('12,5%')
    expect(showDiscount(plain, 'vDesc')).toBe('')
  })

  it('leave the line when they are more than the whole, and go when nothing is typed', () => {
    const money = { ...plain, tp_desconto: 1 }
    expect(writeDiscount(money, 'vDesc', '31')).toBe(money)
    expect(writeDiscount({ ...money, vDesc: 0.2 }, 'vDesc', '')).toMatchObject({ vDesc: 0 })
  })
})

describe('the discounts of a line in one cell', () => {
  const plain = { ...line, vDesc: 0, vDesc2: 0, pIPI: 0 }

  it('are shown as they are typed', () => {
    for (const text of ['5%', '5+3%', '5+3+2,5+1%', 'R$ 3,00', 'R$ 3,00+2,00', ''])
      expect(showLineDiscounts(writeLineDiscounts(plain, text))).toBe(text)
  })

  it('come off one after another', () => {
    expect(priced(writeLineDiscounts(plain, '10+10%'))).toMatchObject({ vUnLiquido: 8.1, vTotal: 24.3, tp_desconto: 0 })
    expect(priced(writeLineDiscounts(plain, 'R$ 3+1'))).toMatchObject({ vTotal: 26, tp_desconto: 1 })
    expect(priced(writeLineDiscounts({ ...plain, tp_desconto: 1 }, '3'))).toMatchObject({ vTotal: 27 })
  })

  it('take the place of those before them, of whatever kind', () => {
    const money = writeLineDiscounts(plain, 'R$ 3+1')
    expect(priced(writeLineDiscounts(money, '10%'))).toMatchObject({ vTotal: 27, vDescValor: null, vDescValor2: null })
    expect(priced(writeLineDiscounts(money, ''))).toMatchObject({ vTotal: 30 })
    expect(writeLineDiscounts(money, 'muito')).toBe(money)
    expect(writeLineDiscounts(money, 'R$ 31')).toBe(money)
  })
})

describe('discounts filled down', () => {
  it('come whole, and in their own way, whatever the line below had', () => {
    const above = { ...writeLineDiscounts({ ...line, vDesc: 0, vDesc2: 0 }, 'R$ 3+1'), key: 'a' }
    const below = { ...writeLineDiscounts({ ...line, vDesc: 0, vDesc2: 0 }, '5%'), key: 'b' }
    const columns = lineColumns({ facts: new Map(), isChosen: () => false, onToggle: noop, onToggleAll: noop })
    const cell = { row: 1, column: columns.findIndex(({ field }) => field === 'vDesc') }
    const [, filled = below] = fillDown({ lines: [above, below], columns, compute: priced }, cell)
    expect(showLineDiscounts(filled)).toBe('R$ 3,00+1,00')
    expect(filled).toMatchObject({ vDescValor: 3, vDescValor2: 1, tp_desconto: 1 })
  })
})

describe('prices', () => {
  it.each([
    ['10', 'up', '10,90'],
    ['10,90', 'up', '11,90'],
    ['10,90', 'down', '9,90'],
    ['', 'up', '0,90'],
  ] as const)('%s %s is %s', (text, direction, expected) => {
    expect(stepPrice(text, direction)).toBe(expected)
  })
})

describe('what is sent', () => {
  const values = {
    obs: 'x',
    venda_mercadorias: [{ ...line, id: 4, xProd: 'p', vTotal: 3 }],
    venda_duplicatas: [{ vDup: 1, pending: true }],
  }

  it('holds what may be written, without keys and computed amounts', () => {
    const sent = sentDocument(DOCUMENTS.venda, values, undefined)
    expect(sent).toMatchObject({ obs: 'x', venda_duplicatas: [{ vDup: 1 }] })
    expect(Object.keys(Object.assign({}, ...[sent.venda_mercadorias].flat()))).not.toContain('vTotal')
  })

  it('leaves the lines of a dispatched sale out', () => {
    expect(sentDocument(DOCUMENTS.venda, values, { dhFechamento: '2026-01-01 00:00:00' })).not.toHaveProperty(
      'venda_mercadorias',
    )
  })
})

describe('why not now', () => {
  const whyNot = (kind: 'venda' | 'orcamento', row: object, action: string) =>
    whyNotVerb(DOCUMENTS[kind].life, { ...row, ...factsOf({ ...row }) }, action)

  it('tells what the server would', () => {
    expect(whyNot('venda', {}, 'fecha')).toBeUndefined()
    expect(whyNot('venda', {}, 'fatura')).toBe('Expeça a venda antes de faturar.')
    expect(whyNot('venda', { tipo_entrada_saida: { movimenta_estoque: false } }, 'fatura')).toBeUndefined()
    expect(whyNot('venda', { dhBloqueio: '2026-01-01' }, 'fecha')).toBe('Este pedido foi bloqueado.')
    expect(whyNot('orcamento', { dhFechamento: '2026-01-01' }, 'fecha')).toBe('Este orçamento já foi fechado.')
  })
})
