/* oxlint-disable no-console -- one line a file says how many cases passed */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { coreFunctions } from '../functions'
import { checkDigit } from './check-digit'
import { STOP, decodeCode128 } from './code128.fixture'
import { humanReadable, readBracketed, readData, joinElements } from './elements'
import { parseScan } from './scan'
import { allEntries } from './table'

interface Case {
  readonly id?: string
  readonly disputed?: boolean
  readonly [key: string]: unknown
}

function call(name: string, input: unknown): Record<string, unknown> {
  const found = coreFunctions.get(name)
  if (!found) throw new Error(`no function ${name}`)
  const answer = found.run(input)
  return { ...(typeof answer === 'object' ? answer : {}) }
}

/**
 * Judged with a directory of company prefixes at hand that has not got 1234567, against the other files (8018 123456789012345675 is right in
 * digital-link-parse.json). The core has no directory: any four digits may begin a prefix.
 */
const NEEDS_DIRECTORY = new Set(['ai-linters-0551', 'ai-linters-0553'])

/** Runs `judge` on every case not disputed: it gives what differs, or nothing. Prints one line and expects no miss. */
function run(file: string, judge: (one: Case, all: { [key: string]: unknown }) => unknown): void {
  it(file, () => {
    const all = conformance<{ cases: Case[]; [key: string]: unknown }>(`gs1/${file}`)
    const cases = all.cases.filter((one) => one.disputed !== true && !NEEDS_DIRECTORY.has(one.id ?? ''))
    const misses = cases.flatMap((one) => {
      const miss = judge(one, all)
      return miss === undefined ? [] : [{ one, miss }]
    })
    const aside = all.cases.length - cases.length
    console.info(`${file}: ${cases.length - misses.length}/${cases.length}${aside ? ` (${aside} aside)` : ''}`)
    expect(misses).toEqual([])
  })
}

/** The named keys of the case that the answer has otherwise. */
function differ(one: Case, answer: Record<string, unknown>, keys: readonly string[]): unknown {
  const wrong = keys.filter((key) => key in one && JSON.stringify(answer[key]) !== JSON.stringify(one[key]))
  return wrong.length === 0 ? undefined : { wrong, answer }
}

describe.skipIf(!hasConformance)('GS1 conformance', () => {
  run('scan-parse.json', (one) => {
    const answer = call('gs1.parseScan', one)
    const told = one['ok'] === false && (typeof answer['error'] !== 'string' || typeof answer['message'] !== 'string')
    return told ? answer : differ(one, answer, ['ok', 'symbology', 'expectData', 'okFullValidation', 'ai'])
  })

  run('scan-generate.json', (one) => differ(one, call('gs1.generateScan', one), ['expectScan']))

  run('ai-bracketed.json', (one) => {
    const { elements, fault } = readBracketed(String(one['bracketed']))
    const unbracketed = fault ? null : `^${joinElements(elements, '^')}`
    return differ(one, { ok: !fault, expectUnbracketed: unbracketed }, ['ok', 'expectUnbracketed'])
  })

  run('ai-unbracketed.json', (one) => differ(one, call('gs1.parse', { data: one['data'] }), ['ok', 'ai']))

  run('ai-content.json', (one) => {
    const answer = call('gs1.parse', one)
    return differ(one, { expect: answer['okContent'] === true ? 'OK' : answer['error'] }, ['expect'])
  })

  run('ai-associations.json', (one) => differ(one, call('gs1.parse', one), ['ok']))

  run('ai-generated.json', (one) => {
    const { bracketed } = one
    const answer = call('gs1.parse', { bracketed })
    const keys = ['ok', 'okWithoutRequiredPairs', 'ai', 'scanGs1_128', 'scanQr', 'hri', 'digitalLink']
    const there = differ(one, answer, keys)
    if (there !== undefined || typeof one['scanGs1_128'] !== 'string') return there
    const back = parseScan(one['scanGs1_128'])
    const ai = back.elements?.map((element) => ({ ai: element.ai, value: element.value }))
    return differ(one, { ai }, ['ai'])
  })

  run('ai-linters.json', (one) => {
    const answer = call('gs1.lint', one)
    return differ(one, answer, ['ok', 'error', 'markup'])
  })

  run('digital-link-parse.json', (one) => {
    const answer = call('gs1.digitalLink', one)
    return differ(one, { ok: answer['ok'], expectData: answer['data'] }, ['ok', 'expectData'])
  })

  run('digital-link-generate.json', (one) => {
    const answer = call('gs1.digitalLink', one)
    return differ(one, { ok: answer['ok'], expectUri: answer['uri'] }, ['ok', 'expectUri'])
  })

  run('hri.json', (one) =>
    differ(one, { expectHri: humanReadable(readData(String(one['data'])).elements) }, ['expectHri']),
  )

  run('check-digit.json', (one) => differ(one, { ...checkDigit(String(one['value'])) }, ['ok', 'correctDigit']))

  run('receiving-scan.json', (one, all) => {
    const answer = call('gs1.receiving', { ...one, referenceDate: all['referenceDate'] })
    return differ(
      one,
      answer,
      ['kind', 'ai', 'view', 'product', 'traceable', 'message', 'ok', 'gtin14', 'id'].filter(
        (key) => key !== 'id' || one['kind'] === 'internal-label',
      ),
    )
  })

  run('ean13-variable.json', (one) => differ(one, call('gs1.variableEan', one), ['checkDigitOk', 'code', 'value']))

  run('symbol-gs1-128.json', judgeCode128)
  run('symbol-code128.json', judgeCode128)

  run('symbol-ean.json', (one) => {
    const value = String(one['value'])
    return differ(one, call('gs1.symbol', { kind: value.length === 8 ? 'ean8' : 'ean13', value }), ['modules'])
  })

  run('symbol-itf14.json', (one) => differ(one, call('gs1.symbol', { kind: 'itf14', value: one['value'] }), ['widths']))

  it('ai-table.json', () => {
    const { ai } = conformance<{
      ai: {
        ai: string
        fnc1Required: boolean
        digitalLinkAttribute: boolean
        components: { min: number; max: number; optional: boolean; linters: string[] }[]
      }[]
    }>('gs1/ai-table.json')
    const ours = allEntries()
    const wrong = ai.filter((one) => {
      const entry = ours.find((own) => own.ai === one.ai)
      const parts = entry?.parts.map((part) => [part.min, part.max, part.optional, part.linters.length])
      const theirs = one.components.map((part) => [part.min, part.max, part.optional, part.linters.length])
      return (
        entry?.fnc1 !== one.fnc1Required ||
        entry.attribute !== one.digitalLinkAttribute ||
        JSON.stringify(parts) !== JSON.stringify(theirs)
      )
    })
    console.info(`ai-table.json: ${ai.length - wrong.length}/${ai.length}`)
    expect(wrong).toEqual([])
    expect(ours.length).toBe(ai.length)
  })
})

/** Right check character, the content of the case when decoded, and no more modules than the case has. */
function judgeCode128(one: Case): unknown {
  const answer = call('gs1.code128', one)
  const codewords = Array.isArray(answer['codewords']) ? answer['codewords'].map(Number) : []
  const sum = codewords.slice(1, -2).reduce((total, codeword, at) => total + codeword * (at + 1), codewords[0] ?? 0)
  const right =
    codewords.at(-1) === STOP &&
    codewords.at(-2) === sum % 103 &&
    decodeCode128(codewords) === one['symbolContent'] &&
    Number(answer['modules']) <= Number(one['modules']) &&
    Number(answer['modules']) === [...String(answer['bars'])].reduce((total, width) => total + Number(width), 0)
  return right ? undefined : { answer, decoded: decodeCode128(codewords) }
}
