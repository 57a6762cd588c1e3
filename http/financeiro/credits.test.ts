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

/** Credit of customers: given, spent, given back, and never more than there is. */

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
      [0, 0],
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

  const given = (cliente_id: number, vConta = 50) =>
    call('POST', '/api/contas_receber', {
      cliente_id,
      tpConta: 11,
      vConta,
      descricao: 'Atraso na entrega',
      dEmissao: '2026-11-20',
      dVencimento: '2026-11-20',
    })

  it('is given by hand as a title, and taken back while it is whole; what came of a document goes with that', async () => {
    const cliente_id = await customer()
    expect(await given(cliente_id, 0)).toMatchObject({ status: 422, body: { code: 'invalid_value' } })
    const clerk = await shop.server.user({ permissions: ['edit cliente'] })
    expect((await clerk('POST', '/api/contas_receber', { cliente_id, tpConta: 11, vConta: 1 })).status).toBe(403)
    const { id } = (await given(cliente_id)).body
    expect(await balance(cliente_id)).toBe(50)
    await ok('POST', `/api/contas_receber/${id}/cancela`)
    expect(await balance(cliente_id)).toBe(0)
    expect((await call('POST', `/api/contas_receber/${id}/cancela`)).body).toMatchObject({ code: 'cancelled' })
    const sale = await sold({ cliente_id, mercadoria_id: await bought() })
    const back = await returned(sale, 1)
    const own = (await creditsOf(cliente_id)).find((one) => one.vSaldo > 0)
    expect((await call('POST', `/api/contas_receber/${own?.id}/cancela`)).body).toMatchObject({
      code: 'made',
      message: `Esta conta veio de Devolução de venda nº ${back.id}: cancele a origem.`,
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
    expect((await receivables(sale.id))[0]).toMatchObject({ vSaldo: 10, vPago: 0, status: 1 })
    expect((await call('POST', `/api/contas_receber/${title.id}/baixaCredito`)).body).toMatchObject({
      code: 'no_credit',
    })
    expect((await call('POST', `/api/venda/${sale.id}/cancela`, REASON)).body).toMatchObject({ code: 'paid' })
    await ok('POST', `/api/contas_receber/${title.id}/estorna`)
    await ok('POST', `/api/contas_receber/${title.id}/estorna`)
    expect(await balance(cliente_id)).toBe(50)
    expect((await call('POST', `/api/contas_receber/${title.id}/estorna`)).body).toMatchObject({ code: 'not_done' })
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
  })

  it('is spent from the oldest on', async () => {
    const cliente_id = await customer()
    const [first, second] = [(await given(cliente_id, 30)).body.id, (await given(cliente_id, 30)).body.id]
    const sale = await sold({ cliente_id, mercadoria_id: await bought(), qTrib: 2, dues: [[40, shop.ids.credit]] })
    const left = new Map((await creditsOf(cliente_id)).map((one) => [one.id, one.vSaldo]))
    expect([first, second].map((id) => Math.abs(left.get(id) ?? NaN))).toEqual([0, 20])
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
    expect(await balance(cliente_id)).toBe(60)
  })

  it('is given back in money, in whole or in part, and no more than there is', async () => {
    const cliente_id = await customer()
    const { id } = (await given(cliente_id)).body
    const devolve = (valor: string) =>
      call('POST', `/api/contas_receber/${id}/devolve`, { valor, banco_id: shop.ids.cash })
    const inCash = async () => (await ok('GET', `/api/banco/${shop.ids.cash}`)).vSaldo
    const before = await inCash()
    expect((await devolve('50.01')).body).toMatchObject({ code: 'over_balance' })
    expect((await devolve('20.00')).status).toBe(200)
    expect([await balance(cliente_id), (await inCash()) - before]).toEqual([30, -20])
    await ok('POST', `/api/contas_receber/${id}/estorna`)
    expect([await balance(cliente_id), (await inCash()) - before]).toEqual([50, 0])
  })
})
