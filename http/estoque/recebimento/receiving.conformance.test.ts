import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../../fixtures/conformance'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { receivingAt } from './receiving.fixture'

interface Vector {
  readonly id: string
  readonly scan: string
  readonly kind: string
  readonly message?: string
  readonly product?: string
  readonly gtin14?: string
  readonly view?: Readonly<Record<string, string>>
}

/** The vectors of scans at receiving, through the API: the right goods, quantity, lot and expiry are counted, or the right words refuse them. */
describe.skipIf(!hasConformance)('scans at receiving', () => {
  let server: TestServer
  let at: Awaited<ReturnType<typeof receivingAt>>
  let id = 0
  const products = new Map<string, number>()
  const { cases, referenceDate } = hasConformance
    ? conformance<{ cases: readonly Vector[]; referenceDate: string }>('gs1/receiving-scan.json')
    : { cases: [], referenceDate: '2026-11-20' }
  const productOf = ({ product, gtin14 }: Vector): string => product ?? gtin14 ?? ''

  beforeAll(async () => {
    server = await testServer({ clock: { now: () => `${referenceDate}T12:00:00Z`, today: () => referenceDate } })
    at = await receivingAt(server)
    for (const code of new Set(cases.map(productOf).filter((one) => one !== ''))) {
      const gtin = /^\d{8,14}$/.test(code)
      const mercadoria_id = await at.product({
        xProd: code,
        unidade_id: at.ids.kg,
        controla_lote: 1,
        ...(gtin ? { cEAN: code } : {}),
      })
      if (!gtin)
        await server.insert('mercadoria_fornecedor', {
          mercadoria_id,
          fornecedor_id: at.ids.supplier,
          codigo: code,
          cEAN: '',
        })
      products.set(code, mercadoria_id)
    }
    const items = [...products.values()].map((mercadoria_id) => ({ mercadoria_id, qCom: 1000, vUnCom: 1 }))
    id = (await at.entry(items)).id
  })
  afterAll(() => server.close())

  it.each(cases.map((one) => [one.id, one] as const))('%s', async (_, one) => {
    const { status, body } = await at.read(id, one.scan, { repete: true })
    if (one.kind === 'error') {
      expect([status, body.message]).toEqual([400, one.message])
      return
    }
    if (one.kind === 'internal-label') {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(['unknown_label', 'shelf_label']).toContain(body.code)
      return
    }
    expect(status, JSON.stringify(body)).toBe(200)
    const view = one.view ?? {}
    const quantity = view.netWeightKg ?? view.varCount ?? view.count ?? '1'
    expect(body).toMatchObject({
      mercadoria_id: products.get(productOf(one)),
      qTrib: Math.round(Number(quantity) * 1000) / 1000,
      nLote: view.lot?.toUpperCase() ?? null,
      dVal: view.bestBefore ?? view.useBy ?? null,
      solicitaLote: view.lot === undefined || (view.bestBefore ?? view.useBy) === undefined,
    })
  })
})
