import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../fixtures/as-owner'
import { bookFaults } from '../books'
import {
  balance,
  bought,
  call,
  creditsOf,
  customer,
  dispatched,
  ok,
  openShop,
  REASON,
  receivables,
  returned,
  sold,
} from '../comercial/venda_devolucao/selling.fixture'
import { expireDue } from './expire-credits'

/** Credit of customers: given, spent, given back, run out, and never below zero. */

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.server.close())

afterEach(async () => {
  expect(await asOwner(shop.server.url, bookFaults)).toEqual([])
})

describe('credit', () => {
  it('pays instalments of the next sale, and is given back when that is cancelled', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    await returned(await sold({ cliente_id, mercadoria_id }), 2)
    const sale = await sold({
      cliente_id,
      mercadoria_id,
      qTrib: 2,
      dues: [
        [30, shop.ids.credit],
        [10, shop.ids.boleto],
      ],
    })
    expect(
      (await receivables(sale.id)).map(({ vSaldo, vPago }: { vSaldo: number; vPago: number }) => [vSaldo, vPago]),
    ).toEqual([
      [0, 30],
      [10, 0],
    ])
    expect(await balance(cliente_id)).toBe(10)
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
    expect(await balance(cliente_id)).toBe(40)
  })

  it('400 for more than there is: nothing is invoiced', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await dispatched({ cliente_id, mercadoria_id, qTrib: 1, dues: [[20, shop.ids.credit]] })
    expect(await call('POST', `/api/venda/${sale.id}/fatura`)).toMatchObject({
      status: 400,
      body: { code: 'no_credit', message: 'Crédito insuficiente: o cliente tem R$ 0,00, e são R$ 20,00.' },
    })
    expect(await receivables(sale.id)).toEqual([])
  })

  it('is never below zero, when 50 clients spend it at the same time', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought(100, 1)]
    await returned(await sold({ cliente_id, mercadoria_id, qTrib: 3, vUnTrib: 30 }), 3)
    const sales = await Promise.all(
      Array.from({ length: 50 }, () =>
        dispatched({ cliente_id, mercadoria_id, qTrib: 1, dues: [[20, shop.ids.credit]] }),
      ),
    )
    const answers = await Promise.all(sales.map(({ id }) => call('POST', `/api/venda/${id}/fatura`)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(4)
    expect(answers.filter((one) => one.body.code === 'no_credit')).toHaveLength(46)
    expect(await balance(cliente_id)).toBe(10)
  })

  const given = (cliente_id: number, more: object = {}) =>
    call('POST', '/api/cliente_credito/concede', {
      cliente_id,
      tipo: 'manual',
      vCredito: 50,
      motivo: 'Atraso na entrega',
      ...more,
    })

  it('is given by hand with a reason, by whoever edits receivables too, and taken back while it is whole', async () => {
    const cliente_id = await customer()
    expect(await given(cliente_id, { motivo: '' })).toMatchObject({
      status: 422,
      body: { errors: { motivo: [expect.any(String)] } },
    })
    expect(await given(cliente_id, { tipo: 'devolucao' })).toMatchObject({ status: 422 })
    expect(await given(cliente_id, { vCredito: -1 })).toMatchObject({ status: 422 })
    const clerk = await shop.server.user({ permissions: ['edit cliente'] })
    expect(
      (await clerk('POST', '/api/cliente_credito/concede', { cliente_id, tipo: 'manual', vCredito: 1, motivo: 'x' }))
        .status,
    ).toBe(403)
    const { id } = (await given(cliente_id)).body
    expect(await balance(cliente_id)).toBe(50)
    await ok('POST', `/api/cliente_credito/${id}/cancela`)
    expect(await balance(cliente_id)).toBe(0)
    expect((await call('POST', `/api/cliente_credito/${id}/cancela`)).body).toMatchObject({ code: 'cancelled' })
    const sale = await sold({ cliente_id, mercadoria_id: await bought() })
    const back = await returned(sale, 1)
    const own = (await creditsOf(cliente_id)).find((one) => one.vSaldo > 0)
    expect((await call('POST', `/api/cliente_credito/${own?.id}/cancela`)).body).toMatchObject({
      code: 'made',
      message: `Este crédito veio de Devolução de venda nº ${back.id}: cancele a origem.`,
    })
  })

  it('settles a receivable, in whole or in part, and is given back', async () => {
    const cliente_id = await customer()
    await given(cliente_id)
    const sale = await sold({ cliente_id, mercadoria_id: await bought() })
    const [title] = await receivables(sale.id)
    await ok('POST', `/api/contas_receber/${title.id}/baixaCredito`, { valor: '10.00' })
    expect(await balance(cliente_id)).toBe(40)
    await ok('POST', `/api/contas_receber/${title.id}/baixaCredito`)
    expect((await receivables(sale.id))[0]).toMatchObject({ vSaldo: 10, vPago: 50 })
    expect((await call('POST', `/api/contas_receber/${title.id}/baixaCredito`)).body).toMatchObject({
      code: 'no_credit',
    })
    expect((await call('POST', `/api/venda/${sale.id}/cancela`, REASON)).body).toMatchObject({ code: 'paid' })
    await ok('POST', `/api/contas_receber/${title.id}/estornaCredito`)
    await ok('POST', `/api/contas_receber/${title.id}/estornaCredito`)
    expect(await balance(cliente_id)).toBe(50)
    expect((await call('POST', `/api/contas_receber/${title.id}/estornaCredito`)).body).toMatchObject({
      code: 'not_done',
    })
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
  })

  it('runs out: what is left after its day is worth nothing, and what runs out first is spent first', async () => {
    const cliente_id = await customer()
    await given(cliente_id, { dValidade: '2020-01-01' })
    await given(cliente_id, { tipo: 'adiantamento' })
    const late = (await given(cliente_id, { dValidade: '2099-12-31', vCredito: 30 })).body.id
    const sale = await sold({ cliente_id, mercadoria_id: await bought(), qTrib: 1, dues: [[20, shop.ids.credit]] })
    expect((await creditsOf(cliente_id)).find((one) => one.id === late)?.vSaldo).toBe(10)
    expect(await balance(cliente_id)).toBe(110)
    await expireDue(shop.server.services)
    expect(await balance(cliente_id)).toBe(60)
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
    expect(await balance(cliente_id)).toBe(80)
  })
})
