import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable } from '../../fixtures/look'

const session = browserTest()
const keys = new Keyboard(session)
const PATH = '/ui/estoque/mercadoria_fechamento'

it('the stock is closed on a day, a wrong cost is told on its line, and finalised it stays', async () => {
  const { page, url } = session
  await page.goto(`${url}${PATH}/edit/new`)
  const day = page.getByRole('textbox', { name: 'Dia' })
  await day.waitFor()
  await day.fill(new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' }))
  await keys.press('Control+Enter')
  await keys.text('Fechamento aberto.')
  await page.waitForURL(/mercadoria_fechamento\/edit\/\d+$/)
  await expectPresentable(page, 'fechamento-estoque')
  await page.getByRole('link', { name: 'O saldo de cada mercadoria no dia' }).click()
  await keys.screen(`${PATH}_item`)
  await page.locator('.table .row, .table [role="row"]').nth(1).waitFor()
  await expectPresentable(page, 'fechamento-estoque-linhas')
  await page.getByRole('row').nth(1).click()
  const cost = page.getByRole('textbox', { name: 'Custo informado' })
  await cost.fill('12,5')
  await keys.press('Control+Enter')
  await page.getByRole('gridcell', { name: '12,5' }).first().waitFor()

  await page.goto(`${url}${PATH}`)
  await page.getByRole('row').nth(1).click()
  await page.getByRole('button', { name: /^Finalizar/ }).waitFor()
  await keys.press('F10')
  const dialog = page.getByRole('alertdialog', { name: /^Finalizar/ })
  await dialog.waitFor()
  await expectPresentable(page, 'fechamento-estoque-finaliza')
  await keys.press('Enter')
  await keys.text(/Fechamento finalizado|O estoque não pode ser fechado/)
  expect(session.errors).toEqual([])
})
