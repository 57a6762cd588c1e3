import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../fixtures/browser-session'
import { seriousFaults, settled, shot } from '../../fixtures/look'

/** What the frame says of the connection, and what leaving with something typed leaves behind. */

const session = browserTest()
const keys = new Keyboard(session)
const FORM = '/ui/estoque/fabricante/edit/new'

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}
const drafts = () =>
  session.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('prumo.rascunho')).length)

describe('a connection that is lost', () => {
  it.each(['/ui/estoque/fabricante', FORM])('is told at once over %s, and no more when it is back', async (path) => {
    const { page } = session
    await open(path)
    const line = page.locator('.offline')
    expect(await line.count()).toBe(0)
    await page.context().setOffline(true)
    await line.waitFor()
    expect(await line.count()).toBe(1)
    await shot(page, `fora-do-ar-${path.length}`)
    expect(await seriousFaults(page)).toEqual([])
    await page.context().setOffline(false)
    await line.waitFor({ state: 'detached' })
  })

  it('is told once, where a save waits for it', async () => {
    const { page } = session
    await open(FORM)
    await keys.type('Fábrica sem rede')
    await page.context().setOffline(true)
    await page.locator('.offline').waitFor()
    await keys.press('Control+s')
    await keys.text('Será salvo assim que a conexão voltar')
    expect(await page.getByText(/Sem conexão/).count()).toBe(1)
    await page.context().setOffline(false)
    await keys.text('Registro criado com sucesso.')
  })
})

describe('leaving with something typed', () => {
  it('discards its draft too, as the question says', async () => {
    const { page } = session
    await open(FORM)
    await keys.type('Fábrica que ninguém quer')
    await expect.poll(drafts).toBe(1)
    // The end of the session takes a while, in which what is typed last would be kept.
    await page.route('**/logout', async (route) => {
      await Bun.sleep(1_000)
      await route.continue()
    })
    await keys.type(' mesmo')
    // The menu lies under the form, where no pointer comes: it is pressed as a reader of the page would.
    await page.locator('.btn.user').dispatchEvent('click')
    await page.locator('[role="menuitem"]', { hasText: 'Sair' }).dispatchEvent('click')
    await keys.text('Sair e descartar o que foi digitado?')
    await keys.press('Control+Enter')
    await page.waitForSelector('[data-screen="/access/signin"]')
    expect(await drafts()).toBe(0)
  })

  it('and coming back: nobody sees the skip link who does not ask for it', async () => {
    const { page } = session
    await signIn(session)
    await settled(page)
    expect(await page.evaluate(() => document.activeElement?.className)).not.toBe('skip')
    const bottom = () => page.locator('.skip').evaluate((one) => one.getBoundingClientRect().bottom)
    expect(await bottom()).toBeLessThan(0)
    await page.locator('.skip').focus()
    await expect.poll(bottom).toBeGreaterThan(0)
  })
})

describe('where one is', () => {
  it('is marked once in the menu', async () => {
    const { page } = session
    for (const path of ['/ui/estoque/fabricante', '/ui/comercial/venda', '/ui/dashboard']) {
      await open(path)
      expect(await page.locator('.nav [aria-current="page"]').count(), path).toBe(1)
    }
  })
})
