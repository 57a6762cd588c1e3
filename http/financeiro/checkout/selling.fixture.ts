import { expect } from 'vitest'
import { startCheckout, type CheckoutSimulator, signedNotice } from '../../../fixtures/simulators/checkout'
import { type TestClock, testClock } from '../../../fixtures/test-clock'
import { testServer, type TestServer } from '../../../fixtures/test-server'

export const SECRET = 'whsec_teste_0123456789'

/** A company that sells by links of a payment service: its server, the service, and what tests ask of both. */
export interface Selling {
  readonly server: TestServer
  readonly service: CheckoutSimulator
  readonly clock: TestClock
  readonly customer: number
  /** A sale with instalments of these amounts, due on 8 January 2027, a Friday; invoiced unless told. */
  readonly sale: (amounts: readonly number[], invoiced?: boolean) => Promise<Sale>
  readonly ask: (duplicata: number) => ReturnType<TestServer['admin']>
  /** Asks for an instalment's link and waits for it: the record as it then is. */
  readonly link: (duplicata: number) => Promise<LinkShown>
  /** Tells of a payment, signed: the status of the answer, and its JSON. */
  readonly tell: (
    event: object,
    how?: Telling,
  ) => Promise<{ readonly status: number; readonly body: { message?: string; code?: string } }>
  readonly close: () => Promise<void>
}

interface Sale {
  readonly id: number
  readonly dues: readonly number[]
}

interface LinkShown {
  readonly id: number
  readonly referencia: string
  readonly situacao: string
  readonly url: string
}

interface Telling {
  readonly empresa_id?: number
  readonly secret?: string
  /** Seconds since 1970. */
  readonly at?: number
  readonly signature?: string
}

export const DUE = '2027-01-08'

/** Another company's service is the same, under a secret of its own. */
export const account = (service: CheckoutSimulator, secret = SECRET) => ({
  checkout_url: service.url,
  checkout_token: service.key,
  checkout_segredo: secret,
})

/** Starts all of it; the clock stands at noon of 4 January 2027. */
export async function selling(): Promise<Selling> {
  const service = await startCheckout()
  const clock = testClock('2027-01-04T15:00:00Z')
  const server = await testServer({ clock, allowPrivate: true, publicUrl: 'https://prumo.example' })
  const { admin, insert } = server
  const set = await admin('PUT', `/api/empresa/${server.empresa_id}`, account(service))
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const customer = (
    await insert('cliente', { xNome: 'Maria Exemplo', CNPJ_CPF: '52998224725', email: 'maria@teste.example' })
  ).id
  const product = (await insert('mercadoria', { xProd: 'Parafuso' })).id
  const sells = (await insert('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, movimenta_estoque: false })).id
  const sale: Selling['sale'] = async (amounts, invoiced = true) => {
    const made = await admin('POST', '/api/venda', {
      cliente_id: customer,
      tipo_entrada_saida_id: sells,
      venda_mercadorias: [{ mercadoria_id: product, qTrib: 1, vUnTrib: amounts.reduce((sum, one) => sum + one, 0) }],
      venda_duplicatas: amounts.map((vDup, at) => ({ n: at + 1, vDup, dVencimento: DUE })),
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    if (invoiced) expect((await admin('POST', `/api/venda/${made.body.id}/fatura`)).status).toBe(200)
    return { id: made.body.id, dues: made.body.venda_duplicatas.map((one: { id: number }) => one.id) }
  }
  const ask = (duplicata: number) => admin('POST', `/api/venda_duplicata/${duplicata}/gerarLinkPagamento`)
  return {
    server,
    service,
    clock,
    customer,
    sale,
    ask,
    link: async (duplicata) => {
      const { status, body } = await ask(duplicata)
      expect(status, JSON.stringify(body)).toBe(200)
      await server.runJobs()
      return (await admin('GET', `/api/link_pagamento/${body.link.id}`)).body
    },
    tell: async (
      event,
      { empresa_id = server.empresa_id, secret = SECRET, at = Date.parse(clock.now()) / 1_000, signature } = {},
    ) => {
      const signed = signedNotice(secret, event, at)
      const answer = await server.app.request(`/publico/pagamento/${empresa_id}`, {
        method: 'POST',
        body: signed.text,
        headers: { 'Content-Type': 'application/json', 'Checkout-Signature': signature ?? signed.signature },
      })
      return { status: answer.status, body: await answer.json() }
    },
    close: async () => {
      await server.close()
      await service.stop()
    },
  }
}
