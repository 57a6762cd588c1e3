import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, seriousFaults } from '../../../fixtures/look'

/** Many products at once: a field changed and taken back, prices looked at before they change, codes by themselves. */

const browser = browserTest()
const keys = new Keyboard(browser)
const page = () => browser.page
const LIST = '/ui/estoque/mercadoria'

const open = async (): Promise<void> => {
  await page().goto(`${browser.url}${LIST}`)
  await keys.screen(LIST)
  await page().waitForSelector('.row[data-id]')
}
const choose = async (name: string): Promise<void> => {
  await page().getByRole('button', { name: 'Ações' }).click()
  await page().getByRole('menuitem', { name }).click()
}
const chosen = async (): Promise<number[]> => {
  const rows = page().locator('.row[data-id]')
  const ids: number[] = []
  for (const at of [0, 1]) {
    await rows.nth(at).locator('input[type=checkbox]').check()
    ids.push(Number(await rows.nth(at).getAttribute('data-id')))
  }
  return ids
}
const product = async (id: number) => {
  const answer = await page().request.get(`${browser.url}/api/mercadoria/${id}`, { headers: { 'X-Empresa': '1' } })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

describe('products of a list', () => {
  it('have a field changed together, and get it back', async () => {
    await open()
    const ids = await chosen()
    const before = await Promise.all(ids.map(product))
    await choose('Alterar campo')
    await page().getByLabel('Campo').selectOption({ label: 'Desconto máximo (%)' })
    await page().getByRole('textbox', { name: 'Desconto máximo (%)' }).fill('33')
    await expectPresentable(page(), 'bulk-edit')
    await page().getByRole('button', { name: 'Alterar' }).last().click()
    await page().getByText('2 feitos.').waitFor()
    expect((await Promise.all(ids.map(product))).map((one) => one.pDescMaximo)).toEqual([33, 33])
    expect(await seriousFaults(page())).toEqual([])
    await page().getByRole('button', { name: 'Desfazer' }).click()
    await page().getByRole('heading', { name: 'Desfazer' }).waitFor()
    await page().getByText('2 feitos.').waitFor()
    expect((await Promise.all(ids.map(product))).map((one) => one.pDescMaximo)).toEqual(
      before.map((one) => one.pDescMaximo),
    )
  })

  it('show their prices of before and after, and only then change them', async () => {
    await open()
    await chosen()
    await choose('Precificar')
    await page().getByRole('combobox', { name: 'Tabela de preço' }).click()
    await keys.type('a')
    await keys.pick()
    await page().getByLabel('Markup (%)').fill('77,5')
    await page().getByRole('button', { name: 'Ver preços' }).click()
    await page()
      .getByRole('button', { name: /^Alterar 2 preços/ })
      .waitFor()
    await expectPresentable(page(), 'reprice')
    await page()
      .getByRole('button', { name: /^Alterar 2 preços/ })
      .click()
    await page().getByText('2 preços calculados.').waitFor()
  })

  it('are numbered from where somebody says', async () => {
    await open()
    await choose('Numeração')
    await page().getByLabel('Próximo código').fill('90001')
    await page().getByRole('button', { name: 'Salvar' }).click()
    await page().getByText('A próxima mercadoria sem código recebe este número.').waitFor()
    await page().goto(`${browser.url}${LIST}/edit/new`)
    await page().getByLabel('Descrição', { exact: true }).fill('Numerada por si')
    await keys.press('Control+s')
    await page().getByRole('button', { name: 'Salvar sem preço' }).click()
    await page()
      .getByText(/sucesso/)
      .first()
      .waitFor()
    await page().goto(`${browser.url}${LIST}?busca=Numerada`)
    await page().locator('.row[data-id]', { hasText: '90001' }).waitFor()
  })
})
