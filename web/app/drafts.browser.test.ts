import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN, browserTest, Keyboard, signIn } from '../../fixtures/browser-session'
import { expectPresentable, settled, watchRequests } from '../../fixtures/look'

/** What was typed and not saved outlives the page: for the one who typed it alone, and readable by nobody else. */

const session = browserTest()
const keys = new Keyboard(session)
const NEW = '/ui/estoque/fabricante/edit/new'
const TYPED = 'Fábrica que ninguém salvou'

/** All that this browser stores. */
const stored = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).map(([name, value]) => `${name}=${value}`))
const drafts = async (page: Page) => (await stored(page)).filter((one) => one.startsWith('prumo.rascunho.'))

/** The page is killed without a word, and another one opened in the same browser. */
async function killed(page: Page, path: string): Promise<Page> {
  const next = await page.context().newPage()
  watchRequests(next)
  await page.close({ runBeforeUnload: false })
  await next.goto(session.url + path)
  await next.waitForSelector(`[data-screen="${path}"]:not(:empty)`)
  await settled(next)
  return next
}

const offer = (page: Page) => page.locator('.draft-bar')

async function typeNew(): Promise<Page> {
  const page = await session.page.context().newPage()
  watchRequests(page)
  await page.goto(session.url + NEW)
  await page.waitForSelector(`[data-screen="${NEW}"]:not(:empty)`)
  await settled(page)
  await page.getByLabel('Descrição').fill(TYPED)
  await expect.poll(() => drafts(page)).toHaveLength(1)
  return page
}

describe('a page that is killed', () => {
  it('leaves a draft that nobody can read, and offers it on return', async () => {
    const page = await typeNew()
    for (const text of await stored(page)) {
      expect(text).not.toContain('que ninguém')
      expect(text).not.toMatch(/fabricante.*rascunho|rascunho.*fabricante/)
    }
    const next = await killed(page, NEW)
    await offer(next)
      .getByText(/Há um rascunho de \d\d:\d\d\./)
      .waitFor()
    expect(await next.getByLabel('Descrição').inputValue()).toBe('')
    await expectPresentable(next, 'rascunho')
    await offer(next).getByRole('button', { name: 'Retomar' }).click()
    expect(await next.getByLabel('Descrição').inputValue()).toBe(TYPED)
    expect(await offer(next).count()).toBe(0)
    await next.keyboard.press('Control+s')
    await next.getByText('Registro criado com sucesso.').waitFor()
    await expect.poll(() => drafts(next)).toEqual([])
    await next.close()
  })

  it('leaves what was typed into a record that is there, with the version that it was typed over', async () => {
    const path = '/ui/comercial/venda/edit/1'
    await session.page.goto(session.url + path)
    await keys.screen(path)
    await settled(session.page)
    const list = '/ui/comercial/orcamento/edit/1'
    const page = await session.page.context().newPage()
    watchRequests(page)
    await page.goto(session.url + list)
    await page.waitForSelector(`[data-screen="${list}"]:not(:empty)`)
    await settled(page)
    await page.getByLabel('Observações').fill('Escrito antes de a luz acabar')
    await expect.poll(() => drafts(page)).toHaveLength(1)
    const next = await killed(page, list)
    await offer(next).getByRole('button', { name: 'Descartar' }).click()
    await expect.poll(() => drafts(next)).toEqual([])
    const again = await killed(next, list)
    expect(await offer(again).count()).toBe(0)
    await again.close()
  })
})

describe('another person at the same browser', () => {
  it('is offered nothing, and finds nothing to read', async () => {
    const page = await typeNew()
    await page.close({ runBeforeUnload: false })
    await signIn(session, 'vendas@demo.prumo.local')
    await session.page.goto(`${session.url}/ui/cadastros/cliente/edit/new`)
    await keys.screen('/ui/cadastros/cliente/edit/new')
    await settled(session.page)
    expect(await offer(session.page).count()).toBe(0)
    expect(await drafts(session.page)).toHaveLength(1)
    await signIn(session, ADMIN.email)
    await session.page.goto(session.url + NEW)
    await offer(session.page).waitFor()
    await offer(session.page).getByRole('button', { name: 'Descartar' }).click()
  })
})

describe('a shared computer', () => {
  it('keeps nothing of who signs out, where the company says so', async () => {
    const { page, url } = session
    await page.evaluate(async () => {
      const how = { headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' } }
      const { data } = await (await fetch('/api/configuracao?search=RASCUNHO', how)).json()
      await fetch(`/api/configuracao/${data[0].id}`, { ...how, method: 'PUT', body: JSON.stringify({ value: 'true' }) })
    })
    const typed = await typeNew()
    await typed.close({ runBeforeUnload: false })
    await page.goto(`${url}/ui/dashboard`)
    await keys.screen('/ui/dashboard')
    expect(await drafts(page)).toHaveLength(1)
    await page.locator('.btn.user').click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.waitForSelector('[data-screen="/access/signin"]')
    expect(await drafts(page)).toEqual([])
    await signIn(session)
  })
})
