import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** What the state of a document forbids is locked before anybody types into it, and says why. */

const session = browserTest()

it('a dispatched sale keeps its customer, operation and place; the rest may be written', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/comercial/venda`)
  const sale = await page.evaluate(
    async () => (await (await fetch('/api/venda?perPage=1&where={"status":2}')).json()).data[0].id,
  )
  await page.goto(`${url}/ui/comercial/venda/edit/${sale}`)
  await settled(page)
  const box = (name: string) => page.locator(`[data-field="${name}"] input`).first()
  for (const name of ['cliente_id', 'tipo_entrada_saida_id', 'armazenamento_id'])
    expect(await box(name).isDisabled(), name).toBe(true)
  expect(await box('vendedor_id').isDisabled()).toBe(false)
  const lock = page.locator('[data-field="cliente_id"]').getByRole('img')
  expect(await lock.getAttribute('aria-label')).toContain('Esta venda já foi expedida')
  await expectPresentable(page, 'venda-expedida')
  expect(session.errors).toEqual([])
})

it('while a record comes from the server nothing is done with it; then its menu opens and stays', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/comercial/venda`)
  const sale = await page.evaluate(
    async () => (await (await fetch('/api/venda?perPage=1&where={"status":1}')).json()).data[0].id,
  )
  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/venda/${sale}`, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`${url}/ui/comercial/venda/edit/${sale}`)
  const more = page.locator('.dialog-foot').getByRole('button', { name: 'Mais', exact: true, includeHidden: true })
  await more.waitFor()
  expect(await more.evaluate((button) => button.closest('[inert]') !== null)).toBe(true)
  await keys.press('F10')
  await keys.text('O documento ainda está abrindo.')
  answer.resolve()
  await more.click()
  await page.getByRole('menuitem', { name: 'Duplicar' }).waitFor()
  expect(session.errors).toEqual([])
})
