import { describe, expect, it } from 'vitest'
import { CoreError } from '../../errors'
import { readRemessa } from './read-remessa'
import { readRetorno, streamRetorno } from './read-retorno'
import { bradesco, narrow, numbers, spoiled } from './retorno.fixture'

const RUNS = 1_000_000
const TITLES = 130_000
const ROW = { codigo: '06', nosso: '1237', valor: '199.90', pago: '199.90' }

describe('files of collection', () => {
  it('a million spoiled ones are read, or refused in words', () => {
    const next = numbers(20_261_127)
    const [wide, short] = [bradesco([ROW]), narrow('033', '06', '')]
    const files = [
      wide.slice(0, 2),
      wide.slice(0, 1),
      short.slice(0, 3),
      short.slice(0, 1),
      ['02RETORNO'],
      ['A2', 'G'.padEnd(60, '0')],
      ['A2'],
      ['01REMESSA'],
    ].map((one) => one.join('\n'))
    for (let run = 0; run < RUNS; run += 1) {
      const text = spoiled(files[next(files.length)] ?? '', next)
      try {
        if (run % 4 === 0) readRemessa(text)
        else readRetorno(text)
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
  })

  it('of fifty megabytes is read a line at a time', async () => {
    const encoder = new TextEncoder()
    const [head = '', title = '', end = ''] = bradesco([ROW]).map((line) =>
      line.normalize('NFD').replaceAll(/\p{Mn}/gu, ''),
    )
    const rows = encoder.encode(`${title}\r\n`.repeat(100))
    let bytes = 0
    async function* file() {
      yield encoder.encode(`${head}\r\n`)
      for (let left = TITLES; left > 0; left -= 100) {
        bytes += rows.length
        yield rows
      }
      yield encoder.encode(`${end.slice(0, 394)}${TITLES + 2}\r\n`)
    }
    let [count, most] = [0, 0]
    const before = process.memoryUsage().heapUsed
    for await (const piece of streamRetorno(file())) {
      if (piece.tipo === 'ocorrencia') count += 1
      if (piece.tipo === 'fecho') expect(piece.fecho).toEqual({ linhas: TITLES + 2, desconhecidos: [], faltas: [] })
      if (count % 10_000 === 0) {
        Bun.gc(true)
        most = Math.max(most, process.memoryUsage().heapUsed - before)
      }
    }
    expect(bytes).toBeGreaterThan(50_000_000)
    expect(count).toBe(TITLES)
    expect(most).toBeLessThan(30_000_000)
  })
})
