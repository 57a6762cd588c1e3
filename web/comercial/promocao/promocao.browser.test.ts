import { beforeAll, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** A promotion is made by keyboard, gives its price to a quote while it is typed, says so on the line, and is not asked about when the quote is saved. */

const session = browserTest()
const keys = new Keyboard(session)
const CODE = '7899999000039'
const rows = () => session.page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
const line = () => rows().nth(1)

const call = (path: string, body?: object) =>
  session.page.evaluate(
    async ([where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const how = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }
      return (await fetch(`/api/${where}`, { headers, ...how })).json()
    },
    [path, body] as const,
  )

async function write(heading: string, text: string): Promise<void> {
  const headings = await rows().first().getByRole('columnheader').allTextContents()
  await line()
    .getByRole('gridcell')
    .nth(headings.findIndex((one) => one.startsWith(heading)))
    .click()
  await keys.type(text)
  await keys.press('Enter')
}

beforeAll(async () => {
  const { data } = await call('comercial/tabela_preco?orderBy=id&sortedBy=asc')
  const product = await call('mercadoria', {
    xProd: 'Serra promocional',
    cEAN: CODE,
    custo: 60,
    mercadoria_precos: [{ tabela_preco_id: data[0].id, vUnTrib: 100 }],
  })
  expect(product.id).toBeGreaterThan(0)
})

describe('a promotion', () => {
  it('is written by keyboard, its goods after it', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/comercial/promocao/edit/new`)
    await page.waitForSelector('dialog input:focus')
    await keys.type('Semana da serra')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
    await page.getByRole('button', { name: 'Adicionar' }).click()
    const goods = page.getByRole('dialog').last()
    await goods.locator('input:focus').waitFor()
    await keys.type('serra pro')
    await keys.pick()
    await keys.press('Tab')
    await keys.type('80')
    for (const _ of [1, 2]) await keys.press('Tab')
    await keys.type('2')
    await expectPresentable(page, 'promocao-mercadoria')
    await keys.press('Control+s')
    await page.getByRole('button', { name: /^Serra promocional · R\$/ }).waitFor()
    await expectPresentable(page, 'promocao')
  })

  it('gives a quote its price while it is typed, takes it back, and is not asked about when it is saved', async () => {
    const { page, url } = session
    await page.goto(`${url}/ui/comercial/orcamento/edit/new`)
    await page.waitForSelector('dialog input:focus')
    await keys.type('a')
    await keys.pick()
    await keys.press('F2')
    await page.locator('.quick:focus').waitFor()
    await page.keyboard.type(`${CODE}\n`)
    await expect.poll(() => rows().count()).toBe(2)
    expect(await line().textContent()).toContain('100,00')
    await write('Quant.', '2')
    await line().getByText('promoção').waitFor()
    expect(await line().textContent()).toContain('160,00')
    const why = 'promoção Semana da serra, na tabela Varejo R$ 100,00'
    expect(await line().locator('.line-marks').getAttribute('title')).toContain(why)
    await write('Quant.', '1')
    await line().getByText('promoção').waitFor({ state: 'detached' })
    expect(await line().textContent()).toContain('100,00')
    await write('Preço', '95')
    await write('Quant.', '3')
    expect(await line().textContent()).toContain('285,00')
    await write('Preço', '100')
    await line().getByText('promoção').waitFor()
    await keys.press('Control+s')
    const question = page.getByRole('alertdialog')
    await question.getByText('sem estoque').waitFor()
    expect(await question.textContent()).not.toContain('promoção')
    await keys.press('Control+Enter')
    await keys.text('Orçamento salvo com sucesso.')
    expect(await line().textContent()).toContain('240,00')
    await expectPresentable(page, 'orcamento-promocao')
  })
})
