import { beforeAll, describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../fixtures/browser-session'
import { seriousFaults } from '../../fixtures/look'

/** The dashboard: each number leads to the list that it counts, charts can be read without seeing or a mouse, and each role has its own. */

const session = browserTest()
const keys = new Keyboard(session)
beforeAll(() => session.page.locator('.figure').first().waitFor())

async function enter(email: string): Promise<void> {
  await signIn(session, email)
  await session.page.locator('.figure').first().waitFor()
}

interface Tile {
  readonly to: string
  readonly label: string
  readonly count: number
}

const tiles = (): Promise<Tile[]> =>
  session.page.$$eval('a.figure', (found) =>
    found.map((one) => ({
      to: one.getAttribute('href') ?? '',
      label: one.querySelector('span')?.textContent ?? '',
      count: Number(/\d+/.exec(one.querySelector('small')?.textContent?.replaceAll('.', '') ?? '')?.[0] ?? -1),
    })),
  )

describe('the figures', () => {
  it('each leads to a list of as many records', async () => {
    const { page, url } = session
    const found = (await tiles()).filter(({ to }) => to.includes('visao='))
    expect(found.length).toBeGreaterThan(10)
    const counted: [string, number][] = []
    for (const { to, label } of found) {
      await page.goto(url + to)
      await page.locator('.list-head h1 small').waitFor()
      counted.push([label, Number((await page.innerText('.list-head h1 small')).replaceAll('.', ''))])
    }
    expect(counted).toEqual(found.map(({ label, count }) => [label, count]))
  })

  it('a seller’s line leads to what they sold', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/dashboard`)
    const line = page.locator('.bar').first()
    const count = Number(/\d+/.exec(await line.locator('small').innerText())?.[0])
    await line.click()
    await keys.screen('/ui/comercial/venda')
    await page.waitForFunction(
      (wanted) => document.querySelector('.list-head h1 small')?.textContent === String(wanted),
      count,
      { timeout: 10_000 },
    )
  })
})

describe('a number', () => {
  it.each(['R$ 10.000.000,00', '-R$ 9.999.999.999,99'])('%s stays whole, on one line of its tile', async (text) => {
    const { page, url } = session
    await page.goto(`${url}/ui/dashboard`)
    const tile = page.locator('.figure b').first()
    await tile.evaluate((one, shown) => {
      one.textContent = shown
      one.style.setProperty('--long', String(shown.length))
    }, text)
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 768 })
      const fits = await tile.evaluate((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getClientRects().length === 1 && range.getBoundingClientRect().width <= one.clientWidth
      })
      expect(fits).toBe(true)
    }
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})

describe('the charts', () => {
  it('are read by the arrow keys, and stand as tables behind', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/dashboard`)
    await page.locator('.chart-plot svg').first().waitFor()
    await page.locator('.chart-plot').first().focus()
    await keys.press('ArrowLeft', 'ArrowLeft')
    expect(await page.locator('.chart-read').first().innerText()).toMatch(/^\d\d\/\d\d · Vendas: R\$ /)
    await page.getByText('Ver como tabela').first().click()
    expect(await page.locator('.chart-table tbody tr').count()).toBeGreaterThanOrEqual(30)
    expect(await seriousFaults(page)).toEqual([])
  })
})

describe('roles', () => {
  it('finance begins with finance', async () => {
    await enter('financeiro@demo.prumo.local')
    expect(await session.page.locator('.board-group h2').first().innerText()).toBe('Financeiro')
  })

  it('a seller begins with their own sales, and is shown no number of finance', async () => {
    await enter('vendas@demo.prumo.local')
    const groups = await session.page.locator('.board-group h2').allInnerTexts()
    expect(groups[0]).toBe('Minhas vendas')
    expect(groups).not.toContain('Financeiro')
    expect(session.errors).toEqual([])
  })
})
