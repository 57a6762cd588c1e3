import { beforeEach, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** The sale at the counter: by scanner and keyboard alone, from the first scan to the next sale. */

const session = browserTest()
const keys = new Keyboard(session)
const rows = () => session.page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
const scan = (text: string) => session.page.keyboard.type(`${text}\n`)
let codes: readonly string[] = []

const read = (path: string) => session.page.evaluate(async (where) => (await fetch(`/api/${where}`)).json(), path)

beforeEach(async () => {
  const { page, url } = session
  const { data } = await read('mercadoria?perPage=400')
  codes = data.filter((one: { q_disp: number }) => one.q_disp > 20).map((one: { cEAN: string }) => one.cEAN)
  await page.goto(`${url}/ui/comercial/venda_rapida`)
  await page.locator('.quick:focus').waitFor()
  await page.evaluate(() => {
    window.open = (address) => {
      document.documentElement.dataset.printed = String(address)
      return null
    }
  })
})

it('scans, is paid, prints, and is ready for the next, without a mouse', async () => {
  const { page } = session
  for (const code of [codes[0], `2*${codes[1] ?? ''}`, codes[2]]) await scan(code ?? '')
  await expect.poll(() => rows().count()).toBe(4)
  await expect.poll(() => page.getByRole('combobox', { name: 'Cliente' }).inputValue()).toBe('Consumidor')
  await keys.press('F4')
  await keys.type('dinheiro')
  await keys.pick()
  await keys.press('Tab')
  await keys.type('99999')
  await page.getByText('Troco').waitFor()
  await expectPresentable(page, 'venda-balcao')
  await page.getByRole('textbox', { name: 'Recebido' }).focus()
  await keys.press('Enter')
  await keys.text(/Venda \d+ recebida\./)
  const printed = await page.evaluate(() => document.documentElement.dataset.printed ?? '')
  const id = /pdf\/venda\?id=(\d+)/.exec(printed)?.[1]
  const sale = await read(`venda/${id}`)
  expect(sale).toMatchObject({ status: 4, cliente_xNome: 'Consumidor', geraNFe: 3 })
  expect(sale.venda_mercadorias.map((one: { qTrib: number }) => one.qTrib)).toEqual([1, 2, 1])
  expect(sale.venda_duplicatas).toMatchObject([{ vDup: sale.vTotal }])
  await page.locator('.quick:focus').waitFor()
  expect(await rows().count()).toBe(1)
})

it('remembers how it was paid: the next sale is a scan and one key', async () => {
  await scan(codes[0] ?? '')
  await expect.poll(() => rows().count()).toBe(2)
  await keys.press('F9')
  await keys.text(/Venda \d+ recebida\./)
  await session.page.locator('.quick:focus').waitFor()
})

it('asks for something to sell, and sells what has no stock only after a yes', async () => {
  const { page } = session
  await keys.press('F9')
  await keys.text('Inclua ao menos um item antes de receber.')
  // Wherever it was, the focus is where the next reading goes.
  await page.locator('[role="grid"][aria-label="Mercadorias"]').focus()
  await keys.press('F9')
  await page.locator('.quick:focus').waitFor()
  await scan(`99999*${codes[3] ?? ''}`)
  await expect.poll(() => rows().count()).toBe(2)
  await keys.press('F9')
  const question = page.getByRole('alertdialog')
  await question.getByText('sem estoque').waitFor()
  await keys.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await rows().count()).toBe(2)
})
