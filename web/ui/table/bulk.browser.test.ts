import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, seriousFaults } from '../../../fixtures/look'

/** The same done to many records of a list: progress, then those that could not be done with the way to mend each. */

const browser = browserTest()
const keys = new Keyboard(browser)
const page = () => browser.page

const api = async (method: 'get' | 'post', path: string, data?: object) => {
  const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-Empresa': '1' }
  const answer = await page().request[method](`${browser.url}/api/${path}`, { headers, ...(data ? { data } : {}) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}
const select = (id: number) => page().locator(`.row[data-id="${id}"] input[type=checkbox]`).check()
const choose = async (name: string | RegExp): Promise<void> => {
  await page().getByRole('button', { name: 'Ações' }).click()
  await page().getByRole('menuitem', { name }).click()
}

/** An open sale of the demo company, copied: with its items, or without any. */
const sales = async () => {
  const { data } = await api('get', 'venda?where={"status":2}&perPage=1')
  const copied = await api('post', `venda/${data[0].id}/duplica`)
  const { cliente_id, tipo_entrada_saida_id } = data[0]
  const empty = await api('post', 'venda', { cliente_id, tipo_entrada_saida_id })
  return { whole: Number(copied.venda.id), empty: Number(empty.id) }
}

describe('a verb on the chosen documents', () => {
  it('is done one by one: what could not be done says why and opens to be mended', async () => {
    const { whole, empty } = await sales()
    await page().goto(`${browser.url}/ui/comercial/venda`)
    await keys.screen('/ui/comercial/venda')
    await select(whole)
    await select(empty)
    await choose('Expedir')
    await page().getByRole('button', { name: 'Expedir' }).last().click()
    const left = page().getByRole('list', { name: 'Não feitos' })
    await left.waitFor()
    await page().getByText('Inclua ao menos um item antes de expedir.').waitFor()
    await expectPresentable(page(), 'bulk')
    expect(await seriousFaults(page())).toEqual([])
    await page()
      .getByRole('button', { name: `Corrigir ${empty}` })
      .click()
    await keys.screen(`/ui/comercial/venda/edit/${empty}`)
    expect((await api('get', `venda/${empty}`)).status).toBe(0)
  })

  it('asks one reason for all where the verb needs one', async () => {
    const [one, other] = [await sales(), await sales()]
    await page().goto(`${browser.url}/ui/comercial/venda`)
    await keys.screen('/ui/comercial/venda')
    await select(one.empty)
    await select(other.empty)
    await choose('Cancelar')
    await page().getByRole('textbox', { name: 'Motivo' }).fill('Pedidos repetidos por engano')
    await page().getByRole('button', { name: 'Cancelar' }).last().click()
    await page().getByText('2 feitos.').waitFor()
    const { data } = await api('get', `venda?where={"id":[${one.empty},${other.empty}]}`)
    expect(data.map((sale: { status: number }) => sale.status)).toEqual([5, 5])
  })
})
