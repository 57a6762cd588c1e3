import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** Files from the desk: pasted with a record, listed with it, seen, called otherwise, deleted. */

const session = browserTest()
const keys = new Keyboard(session)
const PATH = '/ui/sis/anexos'

it('a copied picture is pasted with a record; the list leads to it, shows it, renames and deletes it', async () => {
  const { page, url } = session
  const api = apiAt(session)
  const customer = await api('POST', 'cliente', { xNome: 'Maria da Serra' })
  await page.goto(`${url}/ui/cadastros/cliente/edit/${customer.id}`)
  await keys.screen(`/ui/cadastros/cliente/edit/${customer.id}`)
  await page.getByRole('tab', { name: /^Anexos/ }).click()
  await keys.text('Nenhum arquivo: solte ou cole um aqui')
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(200, 120)
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.fillStyle = 'teal'
      pen.fillRect(20, 20, 160, 80)
    }
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByRole('link', { name: /^image\.jpg/ }).waitFor()
  await settled(page)
  await page.goto(url + PATH)
  await keys.screen(PATH)
  await keys.text(/^0 kB da empresa, \d+ kB em comum$/)
  await page.getByRole('link', { name: `Cliente nº ${customer.id}` }).waitFor()
  await settled(page)
  await expectPresentable(page, 'anexos-lista')
  const { data } = await api('GET', 'sis/anexo')
  await page.goto(`${url}${PATH}/edit/${data[0].id}`)
  await keys.screen(`${PATH}/edit/${data[0].id}`)
  const picture = page.frameLocator('iframe').locator('img')
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(200)
  await settled(page)
  await expectPresentable(page, 'anexo-figura')
  const name = page.getByRole('textbox', { name: /^Arquivo/ })
  await name.fill('fachada.html')
  await keys.press('Control+s')
  await keys.text('O nome termina em .jpg, como o arquivo.')
  await name.fill('fachada.jpg')
  await page.getByRole('textbox', { name: /^Descrição/ }).fill('A frente da loja')
  await keys.press('Control+s')
  await page.locator('.table').getByText('fachada.jpg').waitFor()
  await page.goto(`${url}${PATH}/edit/${data[0].id}`)
  await keys.screen(`${PATH}/edit/${data[0].id}`)
  await page.getByRole('button', { name: 'Excluir' }).click()
  await keys.press('Control+Enter')
  await keys.text('Registro excluido com sucesso.')
  await expect.poll(async () => (await api('GET', 'sis/anexo')).total).toBe(0)
})
