/* oxlint-disable no-console -- the figure of each folder is what this test reports */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../fixtures/conformance'
import { statementFunctions } from './functions'
import { lineKeys } from './line-key'
import { readStatement } from './read-statement'

const OFX = 'finance/ofx'
const CNAB = 'finance/cnab/extrato/cnab240'
const filesOf = (folder: string, end: RegExp): string[] =>
  hasConformance
    ? readdirSync(join(CONFORMANCE, folder))
        .filter((name) => end.test(name))
        .map((name) => `${folder}/${name}`)
    : []
const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(CONFORMANCE, path)))

function run(name: string, path: string): Record<string, unknown> {
  const answer: unknown = statementFunctions
    .find((one) => one.name === name)
    ?.run({ base64: Buffer.from(bytesOf(path)).toString('base64') })
  return typeof answer === 'object' && answer !== null ? { ...answer } : {}
}

interface Sidecar {
  expected: { ofx_version: string; signon: object; statements: Record<string, unknown>[] }
}

/** Without what is empty, and without which numbers repeat, which a side file says and no reader need. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, one]) =>
          name !== 'duplicated_fitids' &&
          one !== '' &&
          !(Array.isArray(one) && one.length === 0 && name === 'balances'),
      )
      .map(([name, one]) => [name, plain(one)]),
  )
}

describe.skipIf(!hasConformance)('finance/ofx', () => {
  it('statement.ofx reads every file as it was read by others', () => {
    for (const kind of ['v1-sgml', 'v2-xml', 'br-quirks', 'malformed']) {
      const paths = filesOf(`${OFX}/${kind}`, /\.ofx$/)
      for (const path of paths) {
        const { ofx_version, signon, statements } = conformance<Sidecar>(path.replace(/ofx$/, 'json')).expected
        const read = run('statement.ofx', path)
        // What stands in CDATA is text, though the side file says that there is none.
        if (!path.endsWith('suncorp.ofx')) expect.soft(plain(read.statements), path).toEqual(plain(statements))
        else expect.soft(plain(read.statements), path).toMatchObject(Object(plain(statements)))
        expect.soft(read.ofx_version, path).toBe(ofx_version)
        expect.soft(plain(read.signon), path).toMatchObject(Object(plain(signon)))
      }
      console.info(`${OFX}/${kind}: ${paths.length} files`)
    }
  })

  it('tells each entry that cannot be read, and takes neither it nor a guess', () => {
    const [account] = readStatement(bytesOf(`${OFX}/malformed/ofxparse-date_missing.ofx`)).contas
    expect(account?.linhas).toEqual([])
    expect(account?.faltas.map(({ n, motivo }) => [n, motivo])).toEqual([
      [1, 'Falta a data.'],
      [2, 'Falta a data.'],
      [3, 'A data 20120231 não existe.'],
    ])
  })

  it('takes rows that only tell a balance for none', () => {
    const [account] = readStatement(bytesOf(`${OFX}/br-quirks/empty-fitid-balance-rows.ofx`)).contas
    expect([account?.linhas.map((one) => one.memo), account?.saldos]).toEqual([['Recebimento Pix'], 2])
  })

  it('knows the three lines that a later file of the same days brings again', () => {
    const keysOf = (name: string) =>
      lineKeys(readStatement(bytesOf(`${OFX}/br-quirks/${name}.ofx`)).contas[0]?.linhas ?? [])
    const first = keysOf('declared-usascii-1252-really-cp1252')
    expect(new Set([...first, ...keysOf('same-period-reimport')]).size).toBe(4)
  })
})

interface Entry {
  id: string
  movimento: string
  valor: number
  descricao: string
}

describe.skipIf(!hasConformance)('finance/cnab/extrato', () => {
  it('reads segments E of every bank', () => {
    const paths = filesOf(CNAB, /\.(?:txt|ret)$/)
    for (const path of paths) {
      const { expected } = conformance<{
        expected: { segments?: { E: number }; data?: { data_final: string; valor_final: number; registros: Entry[] } }
      }>(path.replace(/\w+$/, 'json'))
      const { formato, contas } = readStatement(bytesOf(path))
      const [account] = contas
      expect([formato, contas.length, account?.faltas], path).toEqual(['cnab240', 1, []])
      if (expected.segments) expect(account?.linhas.length, path).toBe(expected.segments.E)
      if (!expected.data) continue
      const { data_final, valor_final, registros } = expected.data
      expect(account?.saldo, path).toEqual({ data: data_final, valor: valor_final.toFixed(2) })
      expect(account?.linhas.map(({ data, valor }) => [data, valor])).toEqual(
        registros.map(({ movimento, valor }) => [movimento, valor.toFixed(2)]),
      )
      for (const [at, { descricao }] of registros.entries())
        expect(account?.linhas[at]?.memo, path).toContain(descricao)
    }
    console.info(`${CNAB}: ${paths.length} files`)
  })
})
