import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { seriousFaults, settled, shot } from '../../../fixtures/look'

/** Documents on a wide screen: the head in two rows over the items, F1 and F2 go there by the focus, the rest stays in tabs. A narrow screen keeps its tabs. */

const session = browserTest()
const keys = new Keyboard(session)

const DOCUMENTS = [
  ['/ui/comercial/venda/edit/new', 6],
  ['/ui/comercial/orcamento/edit/new', 6],
  ['/ui/compras/pedido_compra/edit/new', 5],
  ['/ui/compras/solicitacao/edit/new', 2],
  ['/ui/estoque/entrada/edit/new', 3],
  ['/ui/producao/ordem_producao/edit/new', 2],
] as const

const open = async (path: string, width = 1366) => {
  await session.page.setViewportSize({ width, height: 768 })
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}

/** In which part of the surface the focus is. */
const focusedPart = () =>
  session.page.evaluate(() =>
    [...document.querySelectorAll('.surface-part')].findIndex((part) => part.contains(document.activeElement)),
  )

describe('a document on a wide screen', () => {
  it.each(DOCUMENTS)('%s: head in two rows, items under it, keys go to both', async (path, tabs) => {
    const { page } = session
    await open(path)
    const rows = await page.$$eval('.surface-part:first-child .field', (fields) => {
      const tops = fields.map((one) => Math.round(one.getBoundingClientRect().top))
      return new Set(tops).size
    })
    expect(rows).toBeLessThanOrEqual(2)
    expect(await page.locator('.surface .lines').isVisible()).toBe(true)
    await keys.press('F2')
    await expect.poll(focusedPart).toBe(1)
    await keys.press('F1')
    await expect.poll(focusedPart).toBe(0)
    expect(await page.getByRole('tab').count()).toBe(tabs === 2 ? 0 : tabs - 1)
    expect(await seriousFaults(page)).toEqual([])
    await shot(page, `documento${path.replaceAll('/', '-')}`)
    if (tabs === 2) return
    await keys.press('F3')
    expect(await page.locator('.surface').getAttribute('inert')).not.toBeNull()
    await keys.press('F2')
    await expect.poll(focusedPart).toBe(1)
  })

  it.each(DOCUMENTS)('%s keeps its tabs on a narrow one', async (path, tabs) => {
    const { page } = session
    await open(path, 1000)
    expect(await page.getByRole('tab').count()).toBe(tabs)
    expect(await page.locator('.lines').first().isVisible()).toBe(false)
    await keys.press('F2')
    expect(await page.locator('.lines').first().isVisible()).toBe(true)
  })

  it('keeps what was typed while its window becomes narrow and wide again', async () => {
    const { page } = session
    await open('/ui/compras/solicitacao/edit/new')
    const notes = page.getByLabel('Observações')
    await notes.fill('Comprar antes do feriado')
    await page.setViewportSize({ width: 900, height: 768 })
    await page.setViewportSize({ width: 1366, height: 768 })
    expect(await notes.inputValue()).toBe('Comprar antes do feriado')
  })
})
