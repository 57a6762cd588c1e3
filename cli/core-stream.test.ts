import { describe, expect, it } from 'vitest'
import { CoreError } from '../core/errors'
import type { CoreFunction } from '../core/function'
import { answerLine, streamCore } from './core-stream'

const double: CoreFunction = {
  name: 'test.double',
  summary: '',
  takes: '',
  gives: '',
  run: (input) => {
    if (input === 'break') throw new TypeError('defect')
    if (input === 'nothing') return undefined
    if (typeof input !== 'number') throw new CoreError('invalid_input', 'Informe um número.')
    return { value: input * 2 }
  },
}

async function* chunks(...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text)
}

async function run(...texts: string[]): Promise<string[]> {
  const written: string[] = []
  await streamCore(double, chunks(...texts), async (text) => void written.push(text))
  return written
}

describe('prumo core NAME', () => {
  it('answers each line in its place: a result, a refusal, or what is wrong with the line', async () => {
    expect((await run('1\nx\n\n"a"\n2')).join('').split('\n')).toEqual([
      '{"ok":{"value":2}}',
      '{"error":{"code":"invalid_json","message":"A linha não é um JSON válido."}}',
      '{"error":{"code":"invalid_json","message":"A linha não é um JSON válido."}}',
      '{"error":{"code":"invalid_input","message":"Informe um número."}}',
      '{"ok":{"value":4}}',
      '',
    ])
  })

  it('does not die of a defect or of an answer without value', async () => {
    expect(JSON.parse(await answerLine(double, '"break"'))).toMatchObject({ error: { code: 'internal' } })
    expect(await answerLine(double, '"nothing"')).toBe('{"ok":null}')
    expect(JSON.parse(await answerLine(double, undefined))).toMatchObject({ error: { code: 'too_long' } })
  })

  it('answers what came before it waits for more', async () => {
    const order: string[] = []
    async function* slow() {
      yield new TextEncoder().encode('1\n')
      order.push('asked again')
      yield new TextEncoder().encode('2\n')
    }
    await streamCore(double, slow(), async (text) => void order.push(text.trim()))
    expect(order).toEqual(['{"ok":{"value":2}}', 'asked again', '{"ok":{"value":4}}'])
  })

  it('writes many answers in few batches', async () => {
    const written = await run('7\n'.repeat(20_000))
    expect(written.join('').split('\n')).toHaveLength(20_001)
    expect(written.length).toBeLessThan(20)
  })
})
