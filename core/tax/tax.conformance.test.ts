/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { CoreError } from '../errors'
import { taxFunctions } from './functions'

interface Case {
  id: string
  disputed?: boolean
  inputs: Record<string, unknown>
  expected: Record<string, string>
  taxCode?: string
  discount?: string
  flags?: Record<string, unknown>
}

function run(name: string, input: unknown): unknown {
  const found = taxFunctions.find((one) => one.name === name)
  if (!found) throw new Error(`no function ${name}`)
  try {
    return found.run(input)
  } catch (error) {
    if (error instanceof CoreError) return { error: error.message }
    throw error
  }
}

/** Runs every case that is not disputed and expects every expected key, as text, to come out equal. */
function judge(file: string, cases: readonly Case[], answer: (one: Case) => unknown): void {
  const judged = cases.filter((one) => !one.disputed)
  const failures = judged.flatMap((one) => {
    const given = answer(one)
    const picked = Object.fromEntries(
      Object.keys(one.expected).map((key) => [
        key,
        typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined,
      ]),
    )
    return JSON.stringify(picked) === JSON.stringify(one.expected)
      ? []
      : [{ id: one.id, inputs: one.inputs, expected: one.expected, given }]
  })
  console.info(`${file}: ${judged.length - failures.length}/${judged.length}, disputed ${cases.length - judged.length}`)
  expect(failures).toEqual([])
}

describe.skipIf(!hasConformance)('fiscal/vectors', () => {
  const cases = (file: string) => conformance<{ cases: Case[] }>(file).cases

  it.each(['tax-motor-tributario', 'tax-oca', 'tax-ibs-cbs-2026'])('tax.item answers %s', (name) => {
    const file = `fiscal/vectors/${name}.json`
    judge(file, cases(file), ({ inputs, taxCode, discount, flags }) =>
      run('tax.item', { ...inputs, taxCode, discount, ...flags }),
    )
  })

  it('tax.st answers tax-icms-st', () => {
    const file = 'fiscal/vectors/tax-icms-st.json'
    judge(file, cases(file), ({ inputs }) => run('tax.st', inputs))
  })

  it('tax.adjustedMva answers mva-ajustada', () => {
    const file = 'fiscal/vectors/mva-ajustada.json'
    const rows = conformance<{ cases: Record<string, string>[] }>(file).cases.map(
      ({ id = '', adjusted4 = '', adjusted2 = '', ...inputs }) => ({
        id,
        inputs,
        expected: { adjusted4, adjusted2 },
      }),
    )
    judge(file, rows, ({ inputs }) => run('tax.adjustedMva', inputs))
  })
})
