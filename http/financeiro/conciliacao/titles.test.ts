import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bought,
  customer,
  dispatched,
  ok,
  openShop,
  receivables,
} from '../../comercial/venda_devolucao/selling.fixture'

/** What a sale by card opens: what the acquirer owes. */

let shop: Awaited<ReturnType<typeof openShop>>
let card: number
beforeAll(async () => {
  shop = await openShop()
  const method = { descricao: 'Cartão de crédito', tPag: '03', adquirente: 'cielo', pTaxa: '2.5', diasCredito: 30 }
  card = (await shop.server.insert('pagamento', method)).id
})
afterAll(() => shop.server.close())

describe('a sale by card', () => {
  it('opens one receivable of the acquirer an instalment, with what is expected of it and when', async () => {
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const sale = await dispatched({
      cliente_id,
      mercadoria_id,
      qTrib: 1,
      vUnTrib: 100,
      dues: [
        [33.34, card],
        [33.33, card],
        [33.33, shop.ids.boleto],
      ],
    })
    const [first, second] = sale.venda_duplicatas
    const list = sale.venda_duplicatas.map((one: { id: number }) => ({ ...one, nsu: '123456', cAut: 'A1B2C3' }))
    expect(first.conta_receber_id).toBeNull()
    await ok('PUT', `/api/venda/${sale.id}`, { versao: sale.versao, venda_duplicatas: list })
    await ok('POST', `/api/venda/${sale.id}/fatura`)
    const titles = await receivables(sale.id)
    const sold = { cliente_id, adquirente: 'cielo', nsu: '123456', cAut: 'A1B2C3' }
    expect(titles).toMatchObject([
      { ...sold, tpConta: 7, vDup: 33.34, vLiquido: 32.51, dVencimento: first.dVencimento },
      { ...sold, tpConta: 7, vDup: 33.33, vLiquido: 32.5, dVencimento: second.dVencimento },
      { tpConta: 1, vLiquido: null, adquirente: null },
    ])
    const days = titles.map((one: { dEmissao: string; dPrevisao: string | null }) =>
      one.dPrevisao === null ? null : (Date.parse(one.dPrevisao) - Date.parse(one.dEmissao)) / 86_400_000,
    )
    expect(days[0]).toBeGreaterThanOrEqual(30)
    expect(days[0]).toBeLessThan(36)
    expect(days[1]).toBeGreaterThanOrEqual(60)
    expect(days[2]).toBeNull()
  })

  it('never blocks the customer: the acquirer is late, not they', async () => {
    const { server } = shop
    await ok('PUT', `/api/empresa/${server.empresa_id}`, { bloqueio_venda: 1 })
    const [cliente_id, mercadoria_id] = [await customer(), await bought()]
    const late = { cliente_id, vConta: '50.00', dEmissao: '2026-01-10', dVencimento: '2026-02-10' }
    const selling = { cliente_id, mercadoria_id, qTrib: 1, vUnTrib: 10, dues: [[10, card]] as const }
    await ok('POST', '/api/contas_receber', { ...late, tpConta: 7 })
    expect((await dispatched(selling)).dhBloqueio).toBeNull()
    await ok('POST', '/api/contas_receber', late)
    const { id } = await ok('POST', '/api/venda', {
      cliente_id,
      tipo_entrada_saida_id: shop.ids.saida,
      venda_mercadorias: [{ mercadoria_id, qTrib: 1, vUnTrib: 10 }],
    })
    expect((await ok('GET', `/api/venda/${id}`)).xMotivoBloqueio).toBe('Cliente com 1 título(s) vencido(s)')
  })
})
