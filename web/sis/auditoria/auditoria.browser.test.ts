import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** The trail from the desk: what was done to all records, and one of them as it stood on a day. */

const session = browserTest()
const keys = new Keyboard({
  get page() {
    return session.page
  },
})

it('tells what was done, by whom and to what, narrows it, and shows a record as it stood', async () => {
  const { page, url } = session
  const api = apiAt(session)
  const { id } = await api('POST', 'cadastro/motorista', { xNome: 'Motorista da trilha' })
  await api('PUT', `cadastro/motorista/${id}`, { xNome: 'Motorista que mudou' })
  await page.goto(`${url}/ui/sis/auditoria`)
  await keys.screen('/ui/sis/auditoria')
  await keys.text('Motorista que mudou')
  await page.getByRole('combobox', { name: 'Cadastro' }).selectOption('motorista')
  await page.getByRole('textbox', { name: 'Registro' }).fill(String(id))
  await expect.poll(() => page.locator('.trail-rows > li').count()).toBe(2)
  await expectPresentable(page, 'auditoria')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar' }).click()
  expect((await file).suggestedFilename()).toBe('auditoria.csv')
  await page
    .getByRole('link', { name: `Motorista nº ${id}` })
    .first()
    .click()
  await keys.screen(`/ui/cadastros/motorista/edit/${id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Histórico' }).click()
  await page.getByLabel('Como estava no fim do dia').fill('2020-01-01')
  await keys.text('Este registro ainda não existia.')
  await page.getByLabel('Como estava no fim do dia').fill('2090-01-01')
  await page.locator('.audit-stood', { hasText: 'Motorista que mudou' }).waitFor()
  await expectPresentable(page, 'como-estava')
})
