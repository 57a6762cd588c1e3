import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { fits, shot } from '../../../fixtures/look'

/** A line that the server refuses says which and why, where it is written. */

const session = browserTest()
const keys = new Keyboard(session)
const grid = () => session.page.getByRole('grid', { name: 'Mercadorias' })
const marked = () => grid().locator('[aria-invalid=true]')

interface Quote {
  readonly id: number
  readonly dhFechamento: string | null
  readonly dhCancelamento: string | null
}

it('is marked, told, gone to and, once changed, as the others', async () => {
  const { page, url } = session
  const quotes: readonly Quote[] = (await (await page.request.get(`${url}/api/orcamento?perPage=100`)).json()).data
  const open = quotes.find((one) => one.dhFechamento === null && one.dhCancelamento === null)
  if (open === undefined) throw new Error('The demo company has an open quote.')
  await page.goto(`${url}/ui/comercial/orcamento/edit/${open.id}`)
  await page.waitForSelector('dialog input:focus')
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
  const before = await grid().getByRole('row').count()
  await keys.type('7891000345245')
  await keys.press('Enter')
  await expect.poll(() => grid().getByRole('row').count()).toBe(before + 1)
  const headings = await grid().getByRole('columnheader').allTextContents()
  const column = headings.findIndex((label) => label.startsWith('Quant'))
  const quantity = grid().getByRole('row').nth(before).getByRole('gridcell').nth(column)
  await quantity.click()
  await keys.type('0')
  await keys.press('Enter')
  await grid().getByRole('row').nth(1).getByRole('gridcell').first().click()

  await keys.press('Control+s')
  const told = page.getByText(new RegExp(`^Linha ${before}, Quant\\S*: `)).first()
  await told.waitFor()
  expect(await marked().count()).toBe(1)
  expect(await quantity.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => quantity.getAttribute('aria-selected')).toBe('true')
  await shot(page, 'linha-recusada')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.line-card.cell-fault').waitFor()
  expect(await fits(page)).toBe(true)
  await page.setViewportSize({ width: 1366, height: 768 })

  await quantity.click()
  await keys.type('2')
  await keys.press('Enter')
  await expect.poll(() => marked().count()).toBe(0)
  expect(await told.count()).toBe(0)
  await keys.press('Control+s')
  await keys.text('Orçamento salvo com sucesso.')
})
