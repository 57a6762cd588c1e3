import { beforeEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'

/** What is scanned is never swallowed by a question, and never its answer. */

const session = browserTest()
const keys = new Keyboard(session)
const WITHOUT = '7899999000015'
let stocked: readonly string[] = []
const rows = () => session.page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
const question = () => session.page.getByRole('alertdialog')
const scan = (code: string) => session.page.keyboard.type(`${code}\n`)

const call = (method: string, path: string, body?: object) =>
  session.page.evaluate(
    async ([how, where, sent]) => {
      const answer = await fetch(`/api/${where}`, {
        method: how,
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      })
      return answer.json()
    },
    [method, path, body] as const,
  )

beforeEach(async () => {
  const { page, url } = session
  if (stocked.length === 0) {
    await call('POST', 'mercadoria', { xProd: 'Broca sem saldo', cEAN: WITHOUT })
    const all = await call('GET', 'mercadoria?perPage=400')
    stocked = all.data.filter(({ q_disp }: { q_disp: number }) => q_disp > 9).map(({ cEAN }: { cEAN: string }) => cEAN)
  }
  await page.goto(`${url}/ui/comercial/venda/edit/new`)
  await page.waitForSelector('dialog input:focus')
  await keys.type('a')
  await keys.pick()
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
})

describe('three scans in a row, the second of goods without stock', () => {
  it('are three lines, nothing is asked between them, and the second is marked', async () => {
    const [first = '', third = ''] = stocked
    for (const code of [first, WITHOUT, third]) await scan(code)
    await expect.poll(() => rows().count()).toBe(4)
    expect(await question().count()).toBe(0)
    const short = rows().filter({ hasText: 'Broca sem saldo' })
    expect(await short.textContent()).toContain('sem estoque')
    expect(await short.locator('.chip-ambar').count()).toBe(1)
    expect(await rows().filter({ hasText: 'sem estoque' }).count()).toBe(1)
  })

  it('are asked about once, when the sale is saved; Enter alone answers nothing', async () => {
    for (const code of [WITHOUT, ...stocked.slice(0, 2)]) await scan(code)
    await expect.poll(() => rows().count()).toBe(4)
    await keys.press('Control+s')
    await question().getByText('disponível 0, pedido 1').waitFor()
    await keys.press('Enter')
    expect(await question().count()).toBe(1)
    await keys.press('Control+Enter')
    await keys.text('Venda salva com sucesso.')
    await keys.press('Control+s')
    await keys.text('Venda salva com sucesso.')
    expect(await question().count()).toBe(0)
  })
})

describe('a scan while something is asked', () => {
  it('joins the lines, answers nothing, and is judged with them', async () => {
    const [first = '', third = ''] = stocked
    await scan(WITHOUT)
    await expect.poll(() => rows().count()).toBe(2)
    await keys.press('Control+s')
    await question().waitFor()
    await scan(first)
    await scan(`2*${third}`)
    await question().getByText(`2*${third} entrou na fila.`).waitFor()
    await expect.poll(() => rows().count()).toBe(4)
    await keys.press('Control+Enter')
    await keys.text('Venda salva com sucesso.')
    const id = session.page.url().split('/').at(-1)
    expect((await call('GET', `venda/${id}`)).venda_mercadorias).toHaveLength(3)
  })

  it('is taken out of a reason that is being written', async () => {
    const { page } = session
    const [first = ''] = stocked
    await scan(first)
    await expect.poll(() => rows().count()).toBe(2)
    await keys.press('Control+s')
    await keys.text('Venda salva com sucesso.')
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancelar a venda' }).click()
    const reason = page.getByRole('textbox', { name: 'Motivo do cancelamento' })
    await reason.fill('Cliente desistiu')
    await page.evaluate(() => Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 1000 }))
    await scan(first)
    await expect.poll(() => rows().count()).toBe(3)
    expect(await reason.inputValue()).toBe('Cliente desistiu')
  })
})
