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

describe('the board', () => {
  it('fills its width, each row of one height, with whole reais whose cents stand in their title', async () => {
    const { page, url } = session
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(`${url}/ui/dashboard`)
    await page.locator('.chart-plot svg').first().waitFor()
    const rows = await page.$$eval('.figures, .panels', (found) =>
      found.map((row) => {
        const parts = [...row.children].map((one) => one.getBoundingClientRect())
        const box = row.getBoundingClientRect()
        return {
          heights: new Set(parts.map(({ height }) => Math.round(height))).size,
          rest: Math.round(box.right - Math.max(...parts.map(({ right }) => right))),
        }
      }),
    )
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.filter(({ heights, rest }) => heights > 1 || rest > 1)).toEqual([])
    const told = await page.$$eval('.figure b', (found) =>
      found.map((one) => ({ text: one.textContent ?? '', title: one.getAttribute('title') ?? '' })),
    )
    expect(told.filter(({ text, title }) => text.includes(',') || !/^-?R\$ [\d.]+,\d\d$/.test(title))).toEqual([])
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  it('shows how it begins in place of charts that are empty', async () => {
    const { page, url } = session
    const none = Array.from({ length: 30 }, (_, at) => ({
      dia: `2026-11-${String(at + 1).padStart(2, '0')}`,
      vTotal: 0,
    }))
    await page.route('**/api/painel', (route) =>
      route.fulfill({
        json: {
          vendas_periodo: none,
          vendas_vendedores: [],
          vendas_hoje: { qtd: 0, vTotal: 0 },
          caixa: [{ dia: '2026-11-01', entra: 0, sai: 0 }],
        },
      }),
    )
    await page.goto(`${url}/ui/dashboard`)
    await page.getByRole('link', { name: 'Fazer uma venda' }).waitFor()
    expect(await page.locator('.chart-plot').count()).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
    await page.unroute('**/api/painel')
  })

  it('of the demo company has no day that stands out', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/dashboard`)
    const days: number[] = await page.evaluate(async () => {
      const answer = await fetch('/api/painel', { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
      const panel = await answer.json()
      return panel.vendas_periodo.map((day: { vTotal: number }) => day.vTotal)
    })
    const usual = days.toSorted((a, b) => a - b)[Math.floor(days.length / 2)] ?? 0
    expect(Math.min(...days.slice(1))).toBeGreaterThan(0)
    expect(Math.max(...days)).toBeLessThan(5 * usual)
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
