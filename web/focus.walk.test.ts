import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'
import { atList, atWork } from '../fixtures/focus'
import { settled } from '../fixtures/look'

/** Over every list: after opening, closing, beginning, deleting and taking that back, the focus stands on the next sensible thing. */

const session = browserTest()
const keys = new Keyboard(session)
const closed = () => session.page.locator('dialog').waitFor({ state: 'detached' })
const AREAS = [
  'comercial',
  'compras',
  'estoque',
  'expedicao',
  'mrp',
  'producao',
  'financeiro',
  'cadastros',
  'configuracao',
].map((one) => `/ui/${one}`)

async function opensAndCloses(): Promise<void> {
  const { page } = session
  const list = page.url()
  if ((await page.locator('[role=row][data-id]').count()) === 0) return
  await keys.press('Enter')
  await settled(page)
  // Tables that the law writes and rows that only tell something have no form.
  if (page.url() === list) return
  await atWork(page, 'opening a record')
  // A title opens the document that it is of.
  if (!page.url().startsWith(list)) return
  const row = page.url().split('/').at(-1)
  await keys.press('Escape')
  await closed()
  await atList(page, 'closing it')
  expect(await page.locator('.row-active').first().getAttribute('data-id')).toBe(row)
}

async function deletes(path: string): Promise<void> {
  const { page } = session
  if (!page.url().includes(path) || (await page.locator('[role=row][data-id]').count()) === 0) return
  await keys.press('Delete')
  await settled(page)
  const asked = page.getByRole('alertdialog')
  // What is cancelled and never deleted has no such key.
  if ((await asked.count()) === 0) return atList(page, 'no key')
  await atWork(page, 'being asked')
  await keys.press('Control+Enter')
  await asked.waitFor({ state: 'detached' })
  await page.locator('.toast').first().waitFor()
  await settled(page)
  await atList(page, 'deleting')
  if ((await page.getByRole('button', { name: /^Desfazer/ }).count()) > 0) {
    await keys.press('Control+z')
    await settled(page)
    await atList(page, 'undoing')
  }
}

async function walked(path: string): Promise<void> {
  const { page, url } = session
  await page.goto(url + path)
  await keys.screen(path)
  await settled(page)
  if ((await page.locator('main [role=grid]').count()) === 0 || path === '/ui/comercial/venda_rapida') return
  await atList(page, 'coming to it')
  await opensAndCloses()
  if ((await page.getByRole('button', { name: /^Criar/ }).count()) > 0) {
    await keys.press('n')
    await page.waitForURL(/\/edit\/new/)
    await settled(page)
    await atWork(page, 'beginning a new one')
    await keys.press('Escape')
    await closed()
    await atList(page, 'leaving it')
  }
  await deletes(path)
}

describe('over every list of', () => {
  it.each(AREAS)('%s', async (area) => {
    const { page, url, errors } = session
    await page.goto(url + area)
    await keys.screen(area)
    await settled(page)
    const paths = await page
      .locator('main a.place-name')
      .evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''))
    expect(paths.length).toBeGreaterThan(0)
    const faults: string[] = []
    for (const path of paths)
      await walked(path).catch((error: unknown) => faults.push(`${path}: ${String(error).slice(0, 300)}`))
    expect(faults).toEqual([])
    expect(errors).toEqual([])
  })
})
