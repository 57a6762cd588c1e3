import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../../errors'
import { columns, numbers, spoiled } from '../cnab/retorno.fixture'
import { checkPagamentoFile } from './check-file'
import { readDda } from './dda'
import { LAYOUTS_PAGAMENTO } from './layouts/layouts'
import { orderOf } from './pagamento.fixture'
import { readPagamento } from './read-pagamento'
import { readRetornoPagamento } from './read-retorno-pagamento'
import { filesOf, writePagamento } from './write-pagamento'

const RUNS = 400_000

/** Some files of every bank. */
const written = (): readonly string[] =>
  [...LAYOUTS_PAGAMENTO.keys()].flatMap((bank) =>
    fc.sample(orderOf(bank), { numRuns: 6, seed: 20_261_127 }).flatMap((order) => filesOf(order).map(writePagamento)),
  )

const asReturn = (text: string): string => `${text.slice(0, 142)}2${text.slice(143)}`

const SWEEP = [
  columns(240, { 1: '23700000', 143: '2' }),
  columns(240, { 1: '23700011T0301' }),
  columns(240, { 1: '2370001300001G', 18: '0'.repeat(44), 116: '0'.repeat(15) }),
  columns(240, { 1: '2370001300002H' }),
].join('\n')

const answers = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return false
  }
}

describe('files of payments', () => {
  it('hundreds of thousands of spoiled ones are read, or refused in words', () => {
    const next = numbers(20_261_127)
    const sent = written()
    const files = [...sent, ...sent.map((text) => text.slice(0, 3 * 242)), SWEEP]
    const encoder = new TextEncoder()
    let read = 0
    for (let run = 0; run < RUNS; run += 1) {
      const text = spoiled(files[next(files.length)] ?? '', next)
      const file = run % 2 === 0 ? text : encoder.encode(text)
      const readers = [
        () => readPagamento(file),
        () => readRetornoPagamento(typeof file === 'string' ? asReturn(file) : file),
        () => checkPagamentoFile(file),
        () => readDda(run % 8 === 3 ? spoiled(SWEEP, next) : file),
      ]
      const reader = readers[run % readers.length]
      if (reader && answers(reader)) read += 1
    }
    expect(read).toBeGreaterThan(RUNS / 4)
  })

  it('of bytes without sense are refused in words', () => {
    const next = numbers(7)
    for (let run = 0; run < 20_000; run += 1) {
      const bytes = Uint8Array.from({ length: next(600) }, () => next(256))
      for (const read of [readPagamento, readRetornoPagamento, checkPagamentoFile, readDda])
        expect(answers(() => read(bytes))).toBe(false)
    }
  })

  it('of twenty thousand payments are written and read', () => {
    const [order] = fc.sample(orderOf('237'), { numRuns: 1, seed: 3 })
    const [first] = order?.pagamentos ?? []
    if (!order || !first) throw new Error('no order was made')
    const pagamentos = Array.from({ length: 20_000 }, (_, at) => ({ ...first, seu_numero: `P${at}` }))
    const text = writePagamento({ ...order, pagamentos })
    expect(readPagamento(text).pagamentos).toHaveLength(20_000)
    expect(() => writePagamento({ ...order, pagamentos: [...pagamentos, first] })).toThrow('limite de 20000')
  })
})
