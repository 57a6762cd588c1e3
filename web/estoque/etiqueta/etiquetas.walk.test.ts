import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** Labels of products, from the list and from a product: chosen, looked at, printed. */

const session = browserTest()
const keys = new Keyboard(session)
const LIST = '/ui/estoque/mercadoria'

/** The address of the file that opens in a window of its own. */
async function opened(act: () => Promise<void>): Promise<URL> {
  const [answer] = await Promise.all([
    session.page.context().waitForEvent('response', { predicate: (one) => one.url().includes('etiqueta_avulsa') }),
    act(),
  ])
  expect(answer.status()).toBe(200)
  return new URL(answer.url())
}

it('of chosen products are looked at on their sheet, and printed by key from the first free place on', async () => {
  const { page, url } = session
  await page.goto(`${url}${LIST}`)
  await keys.screen(LIST)
  const rows = page.locator('.row[data-id]')
  await rows.first().waitFor()
  for (const at of [0, 1]) await rows.nth(at).locator('input[type=checkbox]').check()
  const ids = await rows.evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute('data-id')))
  await page.getByRole('button', { name: 'Ações' }).click()
  await page.getByRole('menuitem', { name: 'Etiquetas' }).click()
  const sheet = page.getByRole('img', { name: 'A primeira folha' })
  await expect.poll(() => sheet.locator('text').count()).toBeGreaterThan(4)
  await page.getByRole('textbox', { name: 'Primeiro lugar livre' }).fill('4')
  await page
    .getByRole('textbox', { name: /^Etiquetas de / })
    .first()
    .fill('5')
  await page.getByText('6 etiquetas').waitFor()
  await expect.poll(() => sheet.locator('.label-used').count()).toBe(3)
  await page.getByRole('switch', { name: 'Com borda' }).click()
  await expectPresentable(page, 'etiquetas-folha')
  const file = await opened(() => keys.press('Control+Enter'))
  expect(Object.fromEntries(file.searchParams)).toMatchObject({
    id_list: ids.join(','),
    qEtiquetas: '5,1',
    template: 'padrao-1',
    posInit: '4',
    withBorder: 'true',
    formato: 'pdf',
  })
})

it('of one product go to a roll, as paper or as the printer takes them; nothing is printed of none', async () => {
  const { page, url } = session
  await page.goto(`${url}${LIST}/edit/1`)
  await page.getByRole('button', { name: 'Etiquetas' }).click()
  await page
    .getByRole('combobox', { name: 'Modelo' })
    .selectOption({ label: 'Produto · rolo de 1 coluna (60 × 40 mm)' })
  await page.getByRole('img', { name: 'A primeira etiqueta' }).locator('path').first().waitFor()
  await expectPresentable(page, 'etiquetas-rolo')
  const count = page.getByRole('textbox', { name: /^Etiquetas de / })
  await count.fill('0')
  await keys.press('Control+Enter')
  await page.getByText('Quantidade inválida').first().waitFor()
  await count.fill('3')
  const [download] = await Promise.all([
    page.context().waitForEvent('response', { predicate: (one) => one.url().includes('etiqueta_avulsa') }),
    page.getByRole('button', { name: 'Baixar para a impressora' }).click(),
  ])
  expect(download.headers()['content-disposition']).toContain('etiquetas-mercadoria.zpl')
})

it('of a product are proposed on the template for its kind of label', async () => {
  const { page, url } = session
  await page.goto(`${url}${LIST}/edit/2`)
  const kind = page.getByRole('textbox', { name: 'Tipo de etiqueta' })
  await expect.poll(() => kind.inputValue()).toBe('1')
  await kind.fill('4')
  await keys.press('Control+s')
  await keys.text('O registro foi salvo com sucesso.')
  await page.goto(`${url}${LIST}/edit/2`)
  await page.getByRole('button', { name: 'Etiquetas' }).click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Modelo' }).inputValue()).toBe('padrao-4')
})

it('a template is made from one that there is, an element of it is changed while it is looked at, and products are printed by it', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/estoque/etiqueta_modelo/edit/new`)
  await page
    .getByRole('combobox', { name: 'Começar de' })
    .selectOption({ label: 'Produto · rolo de 1 coluna (60 × 40 mm)' })
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Balcão 60 × 40')
  await page.getByRole('textbox', { name: 'Impressora', exact: true }).fill('Zebra do balcão')
  await expectPresentable(page, 'etiqueta-modelo')
  await page.getByRole('tab', { name: 'Elementos' }).click()
  const picture = page.getByRole('img', { name: 'A etiqueta com um produto de exemplo' })
  await picture.getByText('R$ 48,90').waitFor()
  await keys.press('Control+Enter')
  await page.waitForURL(/etiqueta_modelo\/edit\/\d+$/)
  await page.getByRole('tab', { name: 'Elementos' }).click()
  await expectPresentable(page, 'etiqueta-elementos')
  const row = page.getByRole('grid', { name: 'Elementos' }).getByRole('row').nth(3)
  await row.getByRole('gridcell').first().click()
  await keys.press('Enter')
  const dialog = page.getByRole('dialog').last()
  const value = dialog.getByRole('textbox', { name: 'Texto e campos' })
  await value.fill('Ref. ')
  await dialog.getByRole('button', { name: 'Código', exact: true }).click()
  await dialog.getByRole('img', { name: 'A etiqueta com um produto de exemplo' }).getByText('Ref. 1024').waitFor()
  await expectPresentable(page, 'etiqueta-elemento')
  await keys.press('Control+Enter')
  await expect.poll(() => picture.count()).toBe(1)
  await picture.getByText('Ref. 1024').waitFor()

  await page.goto(`${url}${LIST}/edit/1`)
  await page.getByRole('button', { name: 'Etiquetas' }).click()
  await page.getByRole('combobox', { name: 'Modelo' }).selectOption({ label: 'Balcão 60 × 40' })
  await page
    .getByRole('img', { name: 'A primeira etiqueta' })
    .getByText(/^Ref\. /)
    .waitFor()
  const file = await opened(() => keys.press('Control+Enter'))
  expect(file.searchParams.get('template')).toMatch(/^\d+$/)
})
