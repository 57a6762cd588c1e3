import { beforeEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'

/** Choosing a record faster than the server answers: what Enter was pressed on is chosen, and nothing is lost. */

const session = browserTest()
const customer = () => session.page.getByRole('combobox', { name: 'Cliente' }).inputValue()
let keys: Keyboard
let answerAfterMs = 0

beforeEach(async () => {
  keys = new Keyboard(session)
  const { page } = session
  answerAfterMs = 0
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/cliente?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerAfterMs))
    await route.continue().catch(() => undefined)
  })
  await page.goto(`${session.url}/ui/comercial/orcamento/edit/new`)
  await page.waitForSelector('dialog [role=combobox]:focus')
})

describe('Enter before the answer', () => {
  for (const [afterMs, slowMs] of [
    [0, 0],
    [0, 400],
    [200, 400],
  ] as const) {
    it(`takes the best row, ${afterMs} ms after typing and with an answer of ${slowMs} ms, whoever went on meanwhile`, async () => {
      answerAfterMs = slowMs
      const answer = session.page.waitForResponse(/api\/cliente\?/)
      await session.page.keyboard.type('a')
      await session.page.waitForTimeout(afterMs)
      await keys.press('Enter', 'F2')
      await answer
      await keys.press('F1')
      await expect.poll(customer).toMatch(/^.{5}/)
      expect(await session.page.locator('[role=option]').count()).toBe(0)
    })
  }

  it('takes the words that were typed last, not the row of an earlier Enter', async () => {
    answerAfterMs = 300
    await session.page.keyboard.type('a')
    await keys.press('Enter')
    await session.page.keyboard.type('zzzzz')
    await session.page.getByRole('option', { name: 'Criar' }).waitFor()
    expect(await customer()).toBe('azzzzz')
  })

  it('keeps the words where nothing was found, to be mended', async () => {
    answerAfterMs = 300
    await session.page.keyboard.type('zzzzz')
    await keys.press('Enter')
    await session.page.getByRole('option', { name: 'Criar' }).waitFor()
    expect(await customer()).toBe('zzzzz')
  })
})
