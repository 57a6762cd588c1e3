/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { testServer, type TestServer } from '../../fixtures/test-server'
import { bookFaults } from '../books'
import { Flow, type FlowEvent } from './flow.fixture'

/** Sequences of money through the API: payments, offsets, reversals, closed months, series. After each the books agree. */

interface Settlement {
  readonly id: string
  readonly input: { readonly contas: readonly { id: string; vSaldo: string }[]; readonly eventos: readonly FlowEvent[] }
  readonly expected: {
    readonly titulos: object
    readonly contas: object
    readonly posicao: object
    readonly recusas: readonly { readonly n: number; readonly code: string; readonly message?: string }[]
  }
}

interface Series {
  readonly id: string
  readonly input: {
    readonly dVencimento: string
    readonly dCompetencia: string
    readonly vConta: string
    readonly qParcelas: number
    readonly tpRecorrencia?: number
    readonly dProxVencimento?: string
    readonly ultimoDia?: boolean
    readonly diaUtil?: string
    readonly feriados?: readonly string[]
  }
  readonly expected: {
    readonly parcelas?: readonly { parcela: string; dVencimento: string; dCompetencia: string; vConta: string }[]
    readonly recusa?: string
  }
}

const casesOf = <T>(file: string): readonly T[] =>
  hasConformance ? conformance<{ cases: readonly T[] }>(`finance/flows/${file}.json`).cases : []

/** Cases that are not served yet, by their id, and why. */
const NOT_YET: Readonly<Record<string, string>> = {}

let server: TestServer
beforeAll(async () => {
  if (hasConformance) server = await testServer()
})
afterAll(() => server?.close())

/** Months that a case closed are open for the next. */
async function reopen(): Promise<void> {
  const { body } = await server.admin('GET', '/api/financeiro/fechamento?orderBy=ate&sortedBy=desc')
  for (const { id, dhReabertura } of body.data)
    if (dhReabertura === null)
      await server.admin('POST', `/api/financeiro/fechamento/${id}/reabre`, { motivo: 'Reaberto para o próximo caso' })
}

describe.skipIf(!hasConformance)('settlement.json', () => {
  const cases = casesOf<Settlement>('settlement')
  let passed = 0
  afterAll(() => console.info(`finance/flows/settlement.json: ${passed}/${cases.length}`))

  it.each(cases.filter(({ id }) => !Object.hasOwn(NOT_YET, id)))('$id', async ({ input, expected }) => {
    const flow = new Flow(server)
    for (const { id, vSaldo } of input.contas) await flow.account(id, vSaldo)
    for (const event of input.eventos) await flow.play(event)
    const { recusas, ...rest } = expected
    expect(await flow.state()).toEqual(rest)
    expect(flow.refused).toEqual(recusas.map((one) => ({ ...one, message: one.message ?? expect.any(String) })))
    expect(await asOwner(server.url, bookFaults)).toEqual([])
    await reopen()
    passed += 1
  })
})

describe.skipIf(!hasConformance)('recurrence.json', () => {
  const cases = casesOf<Series>('recurrence')
  let passed = 0
  afterAll(() => console.info(`finance/flows/recurrence.json: ${passed}/${cases.length}`))

  it.each(cases.filter(({ id }) => !Object.hasOwn(NOT_YET, id)))('$id', async ({ input, expected }) => {
    const { dVencimento, dCompetencia, vConta, ...plan } = input
    const fornecedor_id = (await server.insert('fornecedor', { xNome: 'Imobiliária Exemplo' })).id
    const first = await server.admin('POST', '/api/financeiro/contas_pagar', {
      fornecedor_id,
      vConta,
      dVencimento,
      dCompetencia,
      dEmissao: dCompetencia,
    })
    const { status, body } = await server.admin(
      'POST',
      `/api/financeiro/contas_pagar/${first.body.id}/geraRecorrencia`,
      plan,
    )
    if (expected.recusa !== undefined) expect(body.code).toBe(expected.recusa)
    else {
      expect(status, JSON.stringify(body)).toBe(200)
      const where = encodeURIComponent(JSON.stringify({ recorrencia_id: first.body.id }))
      const { body: made } = await server.admin(
        'GET',
        `/api/contas_pagar?where=${where}&orderBy=recorrencia_n&sortedBy=asc&perPage=200`,
      )
      const parcelas = made.data.map((one: Record<string, unknown>) => ({
        parcela: `${Number(one.recorrencia_n)}/${Number(one.recorrencia_total)}`,
        dVencimento: one.dVencimento,
        dCompetencia: one.dCompetencia,
        vConta: Number(one.vConta).toFixed(2),
      }))
      expect(parcelas).toEqual(expected.parcelas)
    }
    passed += 1
  })
})
