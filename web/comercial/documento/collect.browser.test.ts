import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readBrCode } from '../../../core/pix/br-code'
import { type BrowserSession, browserSession, Keyboard, signIn, tellOfFailure } from '../../../fixtures/browser-session'
import { expectPresentable, guidePicture } from '../../../fixtures/look'
import { type CheckoutSimulator, signedNotice, startCheckout } from '../../../fixtures/simulators/checkout'

/** How an instalment is collected, from the sale's own form, by keyboard: its Pix code, its link, and what becomes of what is paid there. */

const SECRET = 'whsec_do_navegador'
let session: BrowserSession
let service: CheckoutSimulator
let sale: { id: number; empresa_id: number }

const call = (method: string, path: string, body?: object) =>
  session.page.evaluate(
    async ([verb, where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      return (await fetch(`/api/${where}`, { method: verb, headers, ...(sent === '' ? {} : { body: sent }) })).json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

beforeAll(async () => {
  service = await startCheckout()
  session = await browserSession({ PRUMO_ALLOW_PRIVATE_HOSTS: '1' })
  await signIn(session)
  const where = encodeURIComponent(JSON.stringify({ status: 0 }))
  const [open] = (await call('GET', `venda?where=${where}&perPage=1`)).data
  const methods = (await call('GET', 'financeiro/pagamentos?perPage=1')).data
  await call('POST', 'venda_duplicata/addString', { venda_id: open.id, string: '30/60', pagamento_id: methods[0].id })
  sale = open
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(async () => {
  await session?.close()
  await service?.stop()
})

const collect = async () => {
  const button = session.page.getByRole('button', { name: 'Cobrar a parcela 1' })
  await button.focus()
  await new Keyboard(session).press('Enter')
}

it('the Pix code is told why there is none, and drawn and copied once the company has a key', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/comercial/venda/edit/${sale.id}?tab=3`)
  await collect()
  await new Keyboard(session).text('Não foi possível gerar o link de pagamento')
  const company = await call('GET', `empresa/${sale.empresa_id}`)
  const [town] = (await call('GET', 'municipio?perPage=1')).data
  await call('PUT', `empresa/${company.id}`, { pix_chave: 'loja@exemplo.com.br', cMun: company.cMun ?? town.id })
  await collect()
  const code = page.getByRole('textbox', { name: 'Pix copia e cola' })
  await code.waitFor()
  await page.getByRole('img', { name: 'QR code Pix da parcela 1' }).waitFor()
  expect(readBrCode(await code.inputValue())).toMatchObject({ key: 'loja@exemplo.com.br', txid: `V${sale.id}P1` })
  await expectPresentable(page, 'cobranca-pix')
  await new Keyboard(session).press('Escape')
})

it('the link of the payment service comes by itself, and a payment of another amount waits in the queue with its proposal', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await call('PUT', `empresa/${sale.empresa_id}`, {
    checkout_url: service.url,
    checkout_token: service.key,
    checkout_segredo: SECRET,
  })
  await page.goto(`${url}/ui/comercial/venda/edit/${sale.id}?tab=3`)
  await collect()
  const link = page.getByLabel('Link de pagamento')
  await link.waitFor()
  expect(await link.inputValue()).toBe(service.made[0]?.url)
  await expectPresentable(page, 'cobranca-link')
  await guidePicture(page, 'cobranca')
  const [made] = service.made
  const notice = {
    id: 'evt_1',
    type: 'payment.paid',
    data: {
      payment_id: 'pay_1',
      reference: made?.reference,
      amount: Number(made?.amount) + 500,
      method: 'pix',
      paid_at: new Date().toISOString(),
    },
  }
  const told = async (event: object) => {
    const { text, signature } = signedNotice(SECRET, event)
    const headers = { 'Content-Type': 'application/json', 'Checkout-Signature': signature }
    return fetch(`${url}/publico/pagamento/${sale.empresa_id}`, { method: 'POST', headers, body: text })
  }
  expect((await told({ ...notice, id: 'evt_0', data: { ...notice.data, reference: 'outra' } })).status).toBe(200)
  await call('POST', `venda/${sale.id}/fecha`, { confirmaSemEstoque: true })
  expect(await call('POST', `venda/${sale.id}/fatura`)).toMatchObject({ status: 4 })
  expect((await told({ ...notice, data: { ...notice.data, payment_id: 'pay_2' } })).status).toBe(200)
  await page.goto(`${url}/ui/financeiro`)
  await keys.text('Pagamentos por link a conferir')
  await page.goto(`${url}/ui/financeiro/aviso_pagamento`)
  await keys.text('Valor maior que o devido')
  await expectPresentable(page, 'pagamentos-por-link')
  await guidePicture(page, 'pagamentos-por-link')
  await page.goto(`${url}/ui/financeiro/aviso_pagamento/edit/2`)
  await keys.chip('A conferir')
  await expectPresentable(page, 'pagamento-por-link')
  await page.getByRole('button', { name: /Aceitar a proposta/ }).click()
  await keys.text(/Dá baixa na conta a receber/)
  await keys.press('Enter')
  await keys.text('Pagamento lançado.')
  await keys.chip('Lançado')
  await page.goto(`${url}/ui/comercial/venda/edit/${sale.id}?tab=3`)
  await keys.text(/^Nº \d+ · paga$/)
  await page.goto(`${url}/ui/financeiro/aviso_pagamento/edit/1`)
  await keys.text('Pagamento de um link desconhecido')
  await page.getByRole('button', { name: 'Escolher a conta que ele paga' }).click()
  await page.getByLabel('Procurar a conta por número ou cliente').fill(`${sale.id}/2`)
  await page.getByRole('button', { name: new RegExp(`^${sale.id}/2 · `) }).click()
  await keys.text(/^Baixar a conta .* com este pagamento\?$/)
  await keys.press('Enter')
  await keys.chip('Lançado')
  expect(session.errors).toEqual([])
})
