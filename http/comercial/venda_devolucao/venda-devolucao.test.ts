import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { bookFaults } from '../../books'
import {
  asked,
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
  RETURN,
  returned,
  sold,
  stock,
} from './selling.fixture'

/** Returns of sales: never more than was sold, at the cost that left, as credit, as less that is owed or paid back. */

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.server.close())

afterEach(async () => {
  expect(await asOwner(shop.server.url, bookFaults)).toEqual([])
})

describe('a return', () => {
  it('is of an invoiced sale, whose customer it has, and takes no more than was sold', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const open = await dispatched({ cliente_id, mercadoria_id })
    expect(await asked(open, 1)).toMatchObject({
      status: 422,
      body: { errors: { venda_id: [expect.stringContaining('não está faturada')] } },
    })
    const sale = await sold({ cliente_id, mercadoria_id })
    expect(await asked(sale, 4)).toMatchObject({ status: 422 })
    const made = await asked(sale, 2)
    expect(made.body).toMatchObject({
      cliente_id,
      status: 0,
      geraCredito: 1,
      acaoEstoque: 1,
      geraNFe: 0,
      vTotal: 40,
      devolucao_mercadoria_list: [{ devolver: 2, qTrib: 3, vTotal: 40, venda_mercadoria: { qTrib: 3 } }],
    })
    expect(await asked(sale, 1, { venda_id: open.id })).toMatchObject({ status: 422 })
  })

  it('tells what it will do, then gives credit and an open entry at the cost that left', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id, qTrib: 4 })
    const { id } = (await asked(sale, 3)).body
    const { efeitos } = await ok('POST', `${RETURN}/${id}/finaliza?simula=1`)
    expect(efeitos.titulos.map((one: { frase: string }) => one.frase)).toEqual([
      'Dá crédito a Maria Exemplo: R$ 60,00.',
    ])
    expect(efeitos.avisos.map((one: { frase: string }) => one.frase)).toEqual([
      expect.stringMatching(/^Voltam a A, ao custo com que saíram: R\$ 30,00: 3 Parafuso/),
      'Nenhuma nota é emitida.',
    ])
    expect(efeitos.documentos.map((one: { frase: string }) => one.frase)).toContain('Gera Entrada de R$ 30,00.')
    expect(await balance(cliente_id)).toBe(0)

    const done = await ok('POST', `${RETURN}/${id}/finaliza`)
    expect(done).toMatchObject({ status: 4, vTotal: 60, vCredito: 60, vAbatido: 0, vReembolso: 0 })
    expect(await balance(cliente_id)).toBe(60)
    const entry = await ok('GET', `/api/entrada/${done.entrada_id}`)
    expect(entry).toMatchObject({ status: 0, cliente_id, fornecedor_id: null, vTotal: 30 })
    await ok('POST', `/api/entrada/${entry.id}/finaliza`)
    expect(await stock(mercadoria_id)).toEqual({ q: 9, average: 10 })
  })

  it('comes back at the cost that it left with, whatever goods cost since', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought(3, 3.3333)]
    const sale = await sold({ cliente_id, mercadoria_id })
    const parts = []
    for (const devolver of [1, 1, 1]) {
      const { entrada_id, vTotal } = await returned(sale, devolver, { armazenamento_id: shop.ids.back })
      const entry = await ok('GET', `/api/entrada/${entrada_id}`)
      parts.push(entry.vTotal)
      expect(vTotal).toBe(20)
      expect(entry.entrada_mercadorias[0].armazenamento_id).toBe(shop.ids.back)
    }
    expect(parts).toEqual([3.33, 3.34, 3.33])
    expect(await asked(sale, 1)).toMatchObject({
      status: 422,
      body: {
        errors: {
          'devolucao_mercadoria_list.0.devolver': [expect.stringMatching(/foram vendidos 3 e 3 já voltaram\.$/)],
        },
      },
    })
  })

  it('owes less: what is due first first, and what is owed no more is credit', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({
      cliente_id,
      mercadoria_id,
      qTrib: 2,
      dues: [
        [15, shop.ids.boleto],
        [25, shop.ids.boleto],
      ],
    })
    const first = await returned(sale, 1, { geraCredito: 0 })
    expect(first).toMatchObject({ vAbatido: 20, vCredito: 0 })
    expect((await receivables(sale.id)).map((one: { vSaldo: number }) => one.vSaldo)).toEqual([0, 20])
    await ok('POST', `${RETURN}/${first.id}/cancela`, REASON)
    expect((await receivables(sale.id)).map((one: { vSaldo: number }) => one.vSaldo)).toEqual([15, 25])
    const whole = await returned(sale, 2, { geraCredito: 0, acaoEstoque: 0 })
    expect(whole).toMatchObject({ vAbatido: 40, vCredito: 0, entrada_id: null })
  })

  it('is paid back from a cash account, and comes back to it when it is cancelled', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id })
    const done = await returned(sale, 1, { geraCredito: 2 })
    expect(done).toMatchObject({ vReembolso: 20, vCredito: 0 })
    expect(await creditsOf(cliente_id)).toEqual([])
    const inCash = async () => (await ok('GET', `/api/banco/${shop.ids.cash}`)).vSaldo
    expect(await inCash()).toBe(-20)
    await ok('POST', `${RETURN}/${done.id}/cancela`, REASON)
    expect(await inCash()).toBe(0)
  })

  it('is cancelled with its credit and its open entry, or says by name what was used', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id })
    const done = await returned(sale, 1)
    expect(await call('POST', `${RETURN}/${done.id}/cancela`, { xMotivoCancelamento: 'curto' })).toMatchObject({
      status: 422,
      body: { message: 'O motivo do cancelamento precisa ter mais de 15 caracteres' },
    })
    expect(await call('POST', `/api/venda/${sale.id}/cancela`, REASON)).toMatchObject({
      status: 400,
      body: { code: 'returned', message: `Cancele antes a devolução nº ${done.id}, que é desta venda.` },
    })
    const next = await sold({ cliente_id, mercadoria_id, qTrib: 1, dues: [[20, shop.ids.credit]] })
    const used = await call('POST', `${RETURN}/${done.id}/cancela`, REASON)
    expect(used).toMatchObject({ status: 400, body: { code: 'credit_used' } })
    expect(used.body.message).toContain(`Venda nº ${next.id} (R$ 20,00)`)
    await ok('POST', `/api/venda/${next.id}/cancela`, REASON)
    await ok('POST', `/api/entrada/${done.entrada_id}/finaliza`)
    expect((await call('POST', `${RETURN}/${done.id}/cancela`, REASON)).body).toMatchObject({
      code: 'received',
      message: `A entrada nº ${done.entrada_id} já foi finalizada: cancele a entrada antes.`,
    })
    await ok('POST', `/api/entrada/${done.entrada_id}/cancela`, { xJust: REASON.xMotivoCancelamento })
    expect(await ok('GET', `${RETURN}/${done.id}`)).toMatchObject({ status: 2, entrada_id: null })
    expect(await balance(cliente_id)).toBe(0)
    await ok('POST', `${RETURN}/${done.id}/cancela`, REASON)
    expect((await returned(sale, 3)).vTotal).toBe(60)
  })

  it('403 finalised without the right to create entries', async () => {
    const sale = await sold({ cliente_id: await customer(), mercadoria_id: await bought() })
    const { id } = (await asked(sale, 1)).body
    const clerk = await shop.server.user({ permissions: ['edit venda_devolucao', 'show venda'] })
    expect((await clerk('POST', `${RETURN}/${id}/finaliza`)).status).toBe(403)
  })

  it('takes what is left once, when 50 clients finalise at the same time', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await sold({ cliente_id, mercadoria_id, qTrib: 10 })
    const made = await Promise.all(Array.from({ length: 50 }, () => asked(sale, 1)))
    const answers = await Promise.all(made.map(({ body }) => call('POST', `${RETURN}/${body.id}/finaliza`)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(10)
    expect(answers.filter((one) => one.body.code === 'too_much')).toHaveLength(40)
    expect(await balance(cliente_id)).toBe(200)
  })

  it('gives what its lines gave, in whatever parts a sale comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 9999 }), async (qTrib, cents) => {
        const [cliente_id, mercadoria_id] = [await customer(), await bought(qTrib, 7.77)]
        const vUnTrib = cents / 100
        const sale = await sold({
          cliente_id,
          mercadoria_id,
          qTrib,
          vUnTrib,
          dues: [[Math.round(qTrib * cents) / 100, shop.ids.boleto]],
        })
        const one = await returned(sale, 1)
        const rest = await returned(sale, qTrib - 1)
        expect(Math.round((one.vTotal + rest.vTotal) * 100)).toBe(qTrib * cents)
        expect(Math.round((await balance(cliente_id)) * 100)).toBe(qTrib * cents)
      }),
      { numRuns: 6 },
    )
  })
})
