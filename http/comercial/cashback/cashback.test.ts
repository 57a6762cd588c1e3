import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { testCnpj } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import { balance, bought, call, ok, openShop, REASON, RETURN, returned, sold } from '../venda_devolucao/selling.fixture'

/** Cashback by the company's rule: earned when a sale is invoiced, following what comes back of it, turned into credit once. */

let shop: Awaited<ReturnType<typeof openShop>>
let known = 0
beforeAll(async () => {
  shop = await openShop()
  const { empresa_id } = shop.server
  await ok('PUT', `/api/empresa/${empresa_id}`, { pCashback: 3.5, qDiasCashback: 30, vMinCashback: 50 })
})
afterAll(() => shop.server.close())
afterEach(async () => {
  expect(await asOwner(shop.server.url, bookFaults)).toEqual([])
})

const customer = async (): Promise<number> => {
  known += 1
  return (await shop.server.insert('cliente', { xNome: 'Ana Exemplo', CNPJ_CPF: testCnpj(500 + known) })).id
}
interface Given {
  readonly id: number
  readonly vCashback: number
  readonly dValidade: string | null
  readonly dhCredito: string | null
  readonly dhCancelamento: string | null
}
const given = async (cliente_id: number): Promise<Given[]> =>
  (
    await ok(
      'GET',
      `/api/cliente_cashback?where=${encodeURIComponent(JSON.stringify({ cliente_id }))}&orderBy=id&sortedBy=asc`,
    )
  ).data
const open = async (cliente_id: number) =>
  (await given(cliente_id)).filter((one) => one.dhCredito === null && one.dhCancelamento === null)

/** A sale of 3 × R$ 33,33: it earns R$ 3,50. */
const bought99 = async (cliente_id: number, more: object = {}) =>
  sold({ cliente_id, mercadoria_id: await bought(), qTrib: 3, vUnTrib: 33.33, ...more })

describe('what a sale earns', () => {
  it('is the percentage of its total, half up, until the day that the rule says', async () => {
    const cliente_id = await customer()
    await bought99(cliente_id)
    const [one] = await given(cliente_id)
    expect(one).toMatchObject({ vCashback: 3.5, dhCredito: null })
    expect(Date.parse(String(one?.dValidade)) - Date.now()).toBeGreaterThan(28 * 86_400_000)
    expect(await balance(cliente_id)).toBe(0)
  })

  it('is nothing under the least value, and nothing for nobody in particular', async () => {
    const cliente_id = await customer()
    await sold({ cliente_id, mercadoria_id: await bought(), qTrib: 2, vUnTrib: 24.99 })
    const { id: nobody } = await shop.server.insert('cliente', { xNome: 'Consumidor' })
    await bought99(nobody)
    expect([await given(cliente_id), await given(nobody)]).toEqual([[], []])
  })

  it('is not of what credit pays', async () => {
    const cliente_id = await customer()
    await bought99(cliente_id)
    const [first] = await open(cliente_id)
    await ok('POST', `/api/cliente_cashback/${first?.id}/usa`)
    await bought99(cliente_id, {
      dues: [
        [3.5, shop.ids.credit],
        [96.49, shop.ids.boleto],
      ],
    })
    expect(await balance(cliente_id)).toBe(0)
    expect((await open(cliente_id)).map((one) => one.vCashback)).toEqual([3.38])
  })

  it('goes with the sale, unless it was used', async () => {
    const cliente_id = await customer()
    const sale = await bought99(cliente_id)
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
    expect(await open(cliente_id)).toEqual([])
    const other = await bought99(cliente_id)
    const [one] = await open(cliente_id)
    await ok('POST', `/api/cliente_cashback/${one?.id}/usa`, { valor: 1 })
    expect(await call('POST', `/api/venda/${other.id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'cashback_used' },
    })
    await ok('POST', `/api/cliente_cashback/${one?.id}/desfazUso`)
    await ok('POST', `/api/venda/${other.id}/cancela`, REASON)
    expect([await open(cliente_id), await balance(cliente_id)]).toEqual([[], 0])
  })

  it('follows what comes back, and returns with a return that is cancelled', async () => {
    const cliente_id = await customer()
    const sale = await bought99(cliente_id)
    const back = await returned(sale, 1)
    expect((await open(cliente_id)).map((one) => one.vCashback)).toEqual([2.33])
    await ok('POST', `${RETURN}/${back.id}/cancela`, REASON)
    expect((await open(cliente_id)).map((one) => one.vCashback)).toEqual([3.5])
    const whole = await returned(sale, 3)
    expect(await open(cliente_id)).toEqual([])
    await ok('POST', `${RETURN}/${whole.id}/cancela`, REASON)
    expect((await open(cliente_id)).map((one) => one.vCashback)).toEqual([3.5])
  })

  it('is no more than the sale earns when a use is undone after goods came back', async () => {
    const cliente_id = await customer()
    const sale = await bought99(cliente_id)
    const [one] = await open(cliente_id)
    await ok('POST', `/api/cliente_cashback/${one?.id}/usa`, { valor: 1.5 })
    await returned(sale, 1)
    expect((await open(cliente_id)).map((row) => row.vCashback)).toEqual([0.83])
    const whole = await returned(sale, 2)
    expect(await open(cliente_id)).toEqual([])
    await ok('POST', `/api/cliente_cashback/${one?.id}/desfazUso`)
    expect(await open(cliente_id)).toEqual([])
    await ok('POST', `${RETURN}/${whole.id}/cancela`, REASON)
    expect((await open(cliente_id)).map((row) => row.vCashback)).toEqual([2.33])
  })
})

describe('what is used', () => {
  it('becomes credit in part; the rest keeps its day; taken back, both are there again', async () => {
    const cliente_id = await customer()
    await bought99(cliente_id)
    const [one] = await open(cliente_id)
    const { resto_id } = await ok('POST', `/api/cliente_cashback/${one?.id}/usa`, { valor: 1.25 })
    expect(await balance(cliente_id)).toBe(1.25)
    expect(await open(cliente_id)).toMatchObject([{ id: resto_id, vCashback: 2.25, dValidade: one?.dValidade }])
    await ok('POST', `/api/cliente_cashback/${one?.id}/desfazUso`)
    expect(await balance(cliente_id)).toBe(0)
    expect((await open(cliente_id)).map((row) => row.vCashback)).toEqual([1.25, 2.25])
  })

  it('is used once by fifty at once, never beyond what there is, and not after its day', async () => {
    const cliente_id = await customer()
    await bought99(cliente_id)
    const [one] = await open(cliente_id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', `/api/cliente_cashback/${one?.id}/usa`)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await balance(cliente_id)).toBe(3.5)
    expect(await call('PUT', `/api/cliente_cashback/${one?.id}`, { vCashback: 9 })).toMatchObject({ status: 400 })
    const late = await shop.server.insert('cliente_cashback', {
      empresa_id: shop.server.empresa_id,
      cliente_id,
      vCashback: '5.00',
      dValidade: '2026-01-31',
    })
    expect((await call('POST', `/api/cliente_cashback/${late.id}/usa`)).body).toMatchObject({
      code: 'expired',
      message: 'Este cashback venceu em 31/01/2026.',
    })
    const more = await ok('POST', '/api/cliente_cashback', { cliente_id, vCashback: 5 })
    expect((await call('POST', `/api/cliente_cashback/${more.id}/usa`, { valor: 5.01 })).status).toBe(422)
  })
})
