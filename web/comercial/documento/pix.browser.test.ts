import { expect, it } from 'vitest'
import { readBrCode } from '../../../core/pix/br-code'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** The Pix code of an instalment, from the sale's own form, by keyboard. */

const session = browserTest()
const keys = new Keyboard(session)

const call = (method: string, path: string, body?: object) =>
  session.page.evaluate(
    async ([verb, where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      return (await fetch(`/api/${where}`, { method: verb, headers, ...(sent === '' ? {} : { body: sent }) })).json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

it('is told why there is none, and copied once the company has a key', async () => {
  const { page, url } = session
  const where = encodeURIComponent(JSON.stringify({ status: 0 }))
  const [open] = (await call('GET', `venda?where=${where}&perPage=1`)).data
  const methods = (await call('GET', 'financeiro/pagamentos?perPage=1')).data
  await call('POST', 'venda_duplicata/addString', { venda_id: open.id, string: '30/60', pagamento_id: methods[0].id })
  await page.goto(`${url}/ui/comercial/venda/edit/${open.id}?tab=3`)
  const button = page.getByRole('button', { name: 'Pix da parcela 1' })
  await button.focus()
  await keys.press('Enter')
  await keys.text('Não foi possível gerar o link de pagamento')
  const company = await call('GET', `empresa/${open.empresa_id}`)
  const [town] = (await call('GET', 'municipio?perPage=1')).data
  await call('PUT', `empresa/${company.id}`, { pix_chave: 'loja@exemplo.com.br', cMun: company.cMun ?? town.id })
  await button.focus()
  await keys.press('Enter')
  const code = page.getByRole('textbox', { name: 'Pix copia e cola' })
  await code.waitFor()
  expect(readBrCode(await code.inputValue())).toMatchObject({ key: 'loja@exemplo.com.br', txid: `V${open.id}P1` })
  await expectPresentable(page, 'pix-da-parcela')
})
