import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** How the server is, as an administrator sees it. */

const session = browserTest()
const keys = new Keyboard({
  get page() {
    return session.page
  },
})

it('shows who is on, what is slow and what grows, with units, on a desk and on a phone', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/sis/saude`)
  await keys.screen('/ui/sis/saude')
  const part = (name: string) => page.getByRole('region', { name })
  await expect.poll(() => part('Quem está no sistema').getByText('Esta', { exact: true }).count()).toBe(1)
  expect(await part('Tabelas').innerText()).toMatch(/O banco de dados ocupa [\d,.]+ MB/)
  expect(await part('Tabelas').locator('tbody tr').count()).toBe(30)
  await expectPresentable(page, 'saude')
})
