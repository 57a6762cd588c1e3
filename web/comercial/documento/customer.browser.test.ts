import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'

/** What follows a document's customer in its form. */

const session = browserTest()
const keys = new Keyboard(session)

it('the address of delivery goes with the customer whose it is', async () => {
  const { page, url } = session
  const id = await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const post = async (path: string, body: object) =>
      (await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const [cliente, other] = [
      await post('cliente', { xNome: 'Zenite Obras', endereco_entrega_list: [{ xLgr: 'Rua da Obra', nro: '7' }] }),
      await post('cliente', { xNome: 'Zumbi Reformas' }),
    ]
    const sale = await post('venda', {
      cliente_id: cliente.id,
      tipo_entrada_saida_id: (await (await fetch('/api/tipo_entrada_saida?search=venda')).json()).data[0].id,
      endereco_id: cliente.endereco_entrega_list[0].id,
    })
    return other.id > 0 ? sale.id : 0
  })
  await page.goto(`${url}/ui/comercial/venda/edit/${id}`)
  const customer = page.getByRole('combobox', { name: 'Cliente' })
  await expect.poll(() => customer.inputValue()).toBe('Zenite Obras')
  await customer.fill('zumbi reformas')
  await page.getByRole('option', { name: /Zumbi/ }).first().waitFor()
  await keys.press('Enter')
  await expect.poll(() => customer.inputValue()).toBe('Zumbi Reformas')
  const saved = page.waitForResponse((one) => one.request().method() === 'PUT')
  await keys.press('Control+s')
  const answer = await saved
  expect([answer.status(), (await answer.json()).endereco_id]).toEqual([200, null])
})
