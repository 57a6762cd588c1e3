import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, browserTest, Keyboard } from '../../../fixtures/browser-session'

/** Goods typed or scanned into a sale: none is lost while the server is away, and none becomes a quantity. */

const session = browserTest()
const keys = new Keyboard(session)
const CODE = '7891000345245'
const waiting = () => session.page.getByRole('group', { name: 'Esperam pelo servidor' })
const rows = () => session.page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
const cell = (column: number) => rows().nth(1).getByRole('gridcell').nth(column)
const PRODUCTS = /api\/mercadoria\?/

beforeEach(async () => {
  const { page, url } = session
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${url}/ui/comercial/venda/edit/new`)
  await page.waitForSelector('dialog input:focus')
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
})

describe('an entry that the server did not answer', () => {
  it('waits, keeps the sale from being saved, and is added once the server is back', async () => {
    const { page } = session
    await page.route(PRODUCTS, (route) => route.abort())
    await keys.type(`3*${CODE}`)
    await keys.press('Enter')
    await waiting().getByText(`3 × ${CODE}`).waitFor()
    await keys.type('2*999999999')
    await keys.press('Enter')
    await waiting().getByText('2 × 999999999').waitFor()
    await keys.press('Control+s')
    await waiting().getByRole('alert').getByText('Salve depois que ele responder, ou remova o que espera.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tentar de novo')
    expect(await page.locator('.toast', { hasText: 'espera' }).count()).toBe(0)
    await waiting().getByRole('button', { name: 'Remover 999999999' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await waiting().getByRole('button', { name: 'Tentar de novo' }).click()
    await waiting().waitFor({ state: 'detached' })
    await expect.poll(() => rows().count()).toBe(2)
    expect(await rows().nth(1).textContent()).toContain('UN3')
  })

  it('asks before it is left behind', async () => {
    await session.page.route(PRODUCTS, (route) => route.abort())
    await keys.type(CODE)
    await keys.press('Enter')
    await waiting().waitFor()
    await keys.press('Escape')
    await keys.text('Descartar o que foi digitado?')
    await keys.press('Escape')
    expect(await waiting().count()).toBe(1)
  })

  it('stays as the window becomes narrow and wide again', async () => {
    const { page } = session
    await page.route(PRODUCTS, (route) => route.abort())
    await keys.type(`3*${CODE}`)
    await keys.press('Enter')
    await waiting().waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('grid', { name: 'Mercadorias' }).waitFor({ state: 'detached' })
    expect(await waiting().getByText(`3 × ${CODE}`).count()).toBe(1)
    await page.setViewportSize({ width: 1366, height: 768 })
    await rows().first().waitFor()
    expect(await waiting().getByText(`3 × ${CODE}`).count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await waiting().getByRole('button', { name: 'Tentar de novo' }).click()
    await waiting().waitFor({ state: 'detached' })
    await expect.poll(() => rows().count()).toBe(2)
  })

  it('survives the end of the session and is added after signing in again', async () => {
    const { page } = session
    await keys.type(`3*${CODE}`)
    // Whatever else the page asks from now on asks for the password too: nothing is typed in between.
    await page.context().clearCookies()
    await keys.press('Enter')
    await page.getByLabel('Senha').fill(ADMIN.password)
    await page.getByLabel('Senha').press('Enter')
    await expect.poll(() => rows().count()).toBe(2)
    expect(await rows().nth(1).textContent()).toContain('UN3')
  })
})

describe('codes that are not found', () => {
  it('are told each by its number', async () => {
    for (const code of ['9990001', '9990002']) {
      await keys.type(code)
      await keys.press('Enter')
    }
    for (const code of ['9990001', '9990002'])
      await session.page.locator('.toast', { hasText: code }).getByText('Nenhum produto encontrado').waitFor()
  })
})

describe('a code scanned with a quantity focused', () => {
  it('adds its product and leaves the quantity', async () => {
    const { page } = session
    await keys.type(CODE)
    await keys.press('Enter')
    await expect.poll(() => rows().count()).toBe(2)
    const headings = await rows().first().getByRole('columnheader').allTextContents()
    const quantity = headings.findIndex((label) => label.startsWith('Quant'))
    await cell(quantity).click()
    // A busy machine passes keys on slower than a scanner types them.
    await page.evaluate(() => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1000 }))
    await page.keyboard.type(`${CODE}\n`)
    await expect.poll(() => rows().count()).toBe(3)
    expect(await cell(quantity).textContent()).toBe('1')
  })
})

describe('a number pasted into a field', () => {
  it('stays out where it is written in another way, and says so', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/comercial/meta/edit/new`)
    const box = page.getByLabel('Meta da empresa')
    await box.fill('5')
    for (const text of ['1234.56', '-12,00']) {
      const taken = await box.evaluate((input, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        return input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
      expect(taken).toBe(false)
      await keys.text(`“${text}” não foi colado`)
    }
    expect(await box.inputValue()).toBe('5')
  })
})
