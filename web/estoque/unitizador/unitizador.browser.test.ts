import { expect, it } from 'vitest'
import { withCheckDigit } from '../../../core/gs1'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { calls, invoice, wedge } from '../recebimento/receiving-page.fixture'

/** A pallet: opened, filled and emptied by scanner, moved with all that is on it, and its label printed. */

const session = browserTest()
const keys = new Keyboard(session)
const LIST = '/ui/estoque/unitizador'

it('is filled by scanner, moves with what is on it, and its label is printed', async () => {
  const { page, url } = session
  await page.goto(`${url}${LIST}`)
  await keys.screen(LIST)
  const call = calls(session)
  const { id: entry } = await invoice(session, 1, 70)
  const { entrada_mercadorias } = await call(`entrada/${entry}`)
  const { ids } = await call(`entrada_mercadoria/${entrada_mercadorias[0].id}/geraEtiquetas`, {
    entrada_mercadoria_lote_list: [{ qMultipla: 5, qEtiquetas: 2 }],
  })
  const code = (at: number): string => `000${String(ids[at]).padStart(12, '0')}`
  const { id, codBar } = await call('estoque/unitizador', {})

  await page.goto(`${url}${LIST}/edit/${id}`)
  await page.getByText(codBar).first().waitFor()
  await page.getByText('Nenhum volume está nele.').waitFor()
  await page.getByRole('button', { name: 'Pôr e tirar volumes' }).click()
  const box = page.getByRole('textbox', { name: 'Etiqueta a pôr' })
  await box.waitFor()
  await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true)
  for (const at of [0, 1]) {
    await wedge(page, code(at))
    await page.locator('.reading', { hasText: code(at) }).waitFor()
  }
  await page.getByText('2 volumes').last().waitFor()
  await wedge(page, code(1))
  await page
    .getByText(`A etiqueta ${code(1)} já está neste unitizador.`)
    .first()
    .waitFor()
  await expectPresentable(page, 'unitizador-leitura')
  await page.setViewportSize({ width: 390, height: 780 })
  await expectPresentable(page, 'unitizador-leitura-celular')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Tirar', exact: true }).click()
  await page.getByRole('textbox', { name: 'Etiqueta a tirar' }).waitFor()
  await wedge(page, code(1))
  await page.getByText('Tirado').first().waitFor()
  await page.getByRole('button', { name: 'Pronto' }).click()

  // At the door the pallet counts by one reading, and an SSCC that nobody knew opens another.
  const door = `/ui/estoque/recebimento/edit/${entry}`
  await page.goto(url + door)
  await keys.screen(door)
  await settled(page)
  await wedge(page, codBar)
  await page.locator('.reading', { hasText: `Palete ${codBar}` }).waitFor()
  await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()
  await page.locator('.reading', { hasText: '1 de 1 volumes' }).waitFor()
  await wedge(page, `00${withCheckDigit('37891234000000001')}`)
  await page.locator('.reading', { hasText: 'Nada está nele ainda: ponha as etiquetas dos volumes.' }).waitFor()
  const { itens } = await call(`entrada/${entry}/conferencia`)
  expect(itens).toMatchObject([{ qRecebida: 5 }])

  await page.goto(`${url}${LIST}/edit/${id}`)
  const volumes = page.getByRole('region', { name: 'Volumes' })
  await volumes.getByRole('rowheader', { name: code(0) }).waitFor()
  await expect.poll(() => volumes.getByRole('rowheader').count()).toBe(1)
  await expectPresentable(page, 'unitizador')
  await volumes.getByRole('button', { name: 'Mover' }).click()
  const ask = page.getByRole('dialog', { name: `Mover ${codBar}` })
  const to = ask.getByRole('combobox', { name: 'Para o local' })
  await to.click()
  await ask.getByRole('option').first().click()
  await ask.getByRole('button', { name: 'Mover' }).click()
  await page.getByText('Unitizador movido, com tudo o que está nele.').waitFor()
  const [printed] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/getprintfile')),
    volumes.getByRole('button', { name: 'Imprimir etiqueta' }).click(),
  ])
  expect(printed.status()).toBe(200)
  expect(await call(`estoque/unitizador/${id}`)).toMatchObject({ nVias: 1, qEtiquetas: 1 })
})
