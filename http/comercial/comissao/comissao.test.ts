import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import type { TestServer } from '../../../fixtures/test-server'
import { bookFaults } from '../../books'
import {
  bought,
  call,
  customer,
  ok,
  openShop,
  receivables,
  REASON,
  RETURN,
  returned,
  sold,
} from '../venda_devolucao/selling.fixture'

/** Commissions: booked when a sale is invoiced, released as it is received, taken back with what came back or was cancelled. */

let server: TestServer
let boleto = 0
let vendedor_id = 0
let banco_id = 0

beforeAll(async () => {
  const shop = await openShop()
  server = shop.server
  boleto = shop.ids.boleto
  banco_id = (await server.insert('banco', { empresa_id: server.empresa_id, descricao: 'Caixa' })).id
  vendedor_id = (await server.insert('vendedor', { xNome: 'Vera', pComissao: '2' })).id
})
afterAll(async () => {
  await asOwner(server.url, async (owner) => expect(await bookFaults(owner)).toEqual([]))
  await server.close()
})

const paying = () => ({ banco_id, pagamento_id: boleto })

/** A customer of the seller. */
async function buyer(): Promise<number> {
  const id = await customer()
  await ok('PUT', `/api/cliente/${id}`, { vendedor_id })
  return id
}

const of = async (venda_id: number) =>
  (await ok('GET', `/api/comercial/comissao?where=${encodeURIComponent(JSON.stringify({ venda_id }))}`)).data[0]
const rows = async (comissao_id: number) =>
  (
    await ok(
      'GET',
      `/api/comercial/movimento_comissao?where=${encodeURIComponent(JSON.stringify({ comissao_id }))}&orderBy=id&sortedBy=asc`,
    )
  ).data

const sell = async (more: object = {}) => {
  const cliente_id = await buyer()
  return sold({ cliente_id, mercadoria_id: await bought(), qTrib: 3, vUnTrib: 20, ...more })
}

describe('an invoiced sale', () => {
  it('books the commission of its seller, with basis, percentage and why; none of it is released yet', async () => {
    const sale = await sell()
    const commission = await of(sale.id)
    expect(commission).toMatchObject({ vendedor_id, vBase: 60, vComissao: 1.2, vLiberado: 0 })
    expect(await rows(commission.id)).toMatchObject([
      { evento: 'faturamento', vBase: 60, percentual: 2, valor: 1.2, motivo: 'Percentual do cadastro do vendedor' },
    ])
  })

  it('takes what the seller was promised for the customer before the general one', async () => {
    const cliente_id = await buyer()
    const promised = { vendedor_id, comissionavel_type: 'cliente', comissionavel_id: cliente_id, percentual: 10 }
    await ok('POST', '/api/cadastros/vendedor_comissao', promised)
    const sale = await sold({ cliente_id, mercadoria_id: await bought(), qTrib: 3, vUnTrib: 20 })
    const commission = await of(sale.id)
    expect(commission.vComissao).toBe(6)
    expect((await rows(commission.id))[0].motivo).toBe('Percentual do vendedor para este cliente')
  })

  it('without a seller books none', async () => {
    const sale = await sold({ cliente_id: await customer(), mercadoria_id: await bought() })
    expect(await of(sale.id)).toBeUndefined()
  })

  it('releases it in the proportion in which its receivables are paid, and takes it back with a payment that is taken back', async () => {
    const sale = await sell({
      dues: [
        [20, boleto],
        [40, boleto],
      ],
    })
    const [first, second] = await receivables(sale.id)
    await ok('POST', `/api/contas_receber/${first.id}/baixa`, { vPago: 20, ...paying() })
    expect(await of(sale.id)).toMatchObject({ vComissao: 1.2, vLiberado: 0.4 })
    await ok('POST', `/api/contas_receber/${second.id}/baixa`, { vPago: 40, ...paying() })
    const commission = await of(sale.id)
    expect(commission).toMatchObject({ vComissao: 1.2, vLiberado: 1.2 })
    expect((await rows(commission.id)).at(-1).motivo).toBe('Foi recebido R$ 60,00 de R$ 60,00')
    await ok('POST', `/api/contas_receber/${second.id}/estorna`, { xJust: 'Lançada na conta errada' })
    expect(await of(sale.id)).toMatchObject({ vComissao: 1.2, vLiberado: 0.4 })
  })

  it('that is cancelled leaves no commission', async () => {
    const sale = await sell({ dues: [[60, boleto]] })
    await ok('POST', `/api/venda/${sale.id}/cancela`, REASON)
    expect(await of(sale.id)).toMatchObject({ vBase: 0, vComissao: 0, vLiberado: 0 })
  })
})

describe('goods that come back', () => {
  it('take back their part, which stands again when the return is cancelled', async () => {
    const sale = await sell()
    const [title] = await receivables(sale.id)
    await ok('POST', `/api/contas_receber/${title.id}/baixa`, { vPago: 60, ...paying() })
    const back = await returned(sale, 1)
    expect(await of(sale.id)).toMatchObject({ vBase: 40, vComissao: 0.8, vLiberado: 0.8 })
    await ok('POST', `${RETURN}/${back.id}/cancela`, REASON)
    expect(await of(sale.id)).toMatchObject({ vBase: 60, vComissao: 1.2, vLiberado: 1.2 })
  })

  it('in parts come to nothing, to the cent', async () => {
    const sale = await sell({ qTrib: 3, vUnTrib: 16.67, dues: [[50.01, boleto]] })
    for (const _ of [1, 2, 3]) await returned(sale, 1)
    expect(await of(sale.id)).toMatchObject({ vBase: 0, vComissao: 0, vLiberado: 0 })
  })
})

describe('who may know', () => {
  it('403 without the right', async () => {
    const seller = await server.user({ permissions: ['show venda'] })
    expect((await seller('GET', '/api/comercial/comissao')).status).toBe(403)
    expect((await call('GET', '/reporting/html/comissoes')).status).toBe(200)
  })
})
