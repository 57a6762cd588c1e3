import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** Prices that are wrong are marked on their line, asked about once when the sale is saved, and block the sale of who may not release it. */

const session = browserTest()
const keys = new Keyboard(session)
const CODE = '7899999000022'
const rows = () => session.page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
const line = () => rows().nth(1)
const question = () => session.page.getByRole('alertdialog')

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

async function open(kind: 'venda' | 'orcamento' = 'venda'): Promise<void> {
  const { page, url } = session
  await page.goto(`${url}/ui/comercial/${kind}/edit/new`)
  await page.waitForSelector('dialog input:focus')
  await keys.type('a')
  await keys.pick()
  await keys.press('F2')
  await page.locator('.quick:focus').waitFor()
  await page.keyboard.type(`${CODE}\n`)
  await expect.poll(() => rows().count()).toBe(2)
}

beforeAll(async () => {
  const { data } = await call('comercial/tabela_preco?orderBy=id&sortedBy=asc')
  const product = await call('mercadoria', {
    xProd: 'Serra guardada',
    cEAN: CODE,
    custo: 60,
    mercadoria_precos: [{ tabela_preco_id: data[0].id, vUnTrib: 100 }],
  })
  expect(product.id).toBeGreaterThan(0)
})

describe('who may know costs and release sales', () => {
  beforeEach(() => open())

  it('sees price and margin as they are typed, is asked once, and is not blocked', async () => {
    const { page } = session
    expect(await line().textContent()).not.toContain('abaixo')
    await page.getByRole('button', { name: 'Colunas dos itens' }).click()
    for (const name of ['Tabela', 'Margem', 'Disponível']) await page.getByRole('menuitemcheckbox', { name }).click()
    await keys.press('Escape')
    await write('Preço', '50')
    await line().getByText('abaixo do custo').waitFor()
    const why = 'líquido R$ 50,00, custo R$ 60,00; preço digitado (na tabela Varejo, R$ 100,00)'
    expect(await line().locator('.line-marks').getAttribute('title')).toContain(why)
    expect(await line().textContent()).toContain('-20%')
    await write('Desconto', '5+3%')
    expect(await line().textContent()).toContain('5+3%')
    await expectPresentable(page, 'venda-preco-marcado')
    await keys.press('Control+s')
    await question().getByText('Serra guardada: abaixo do custo, líquido R$ 46,08').waitFor()
    await expectPresentable(page, 'venda-preco-pergunta')
    await keys.press('Enter')
    expect(await question().count()).toBe(1)
    await keys.press('Control+Enter')
    await keys.text('Venda salva com sucesso.')
    await keys.chip('Aberta')
  })
})

describe('a line of a sale', () => {
  it('adds up under the grid while it is marked, and has an address that opens it: by a link, and by its card on a phone', async () => {
    const { page, url } = session
    const first = async (of: string) => (await call(of)).data[0].id
    const mercadoria_id = (await call(`mercadoria?search=${CODE}`)).data[0].id
    const sale = await call('venda', {
      cliente_id: await first('cliente'),
      tipo_entrada_saida_id: await first('tipo_entrada_saida?where=%7B%22tipo%22%3A1%7D'),
      venda_mercadorias: [1, 2].map((qTrib) => ({ mercadoria_id, qTrib, vUnTrib: 100 })),
    })
    expect(sale.id, JSON.stringify(sale)).toBeGreaterThan(0)
    const form = `/ui/comercial/venda/edit/${sale.id}`
    await page.goto(`${url}${form}`)
    await page.waitForSelector('dialog input:focus')
    await keys.press('F2')
    await line().getByRole('gridcell').nth(2).click()
    await keys.press('Space')
    const foot = page.locator('.lines-foot', { hasText: 'marcado' })
    await foot.getByText('1 item marcado').waitFor()
    expect(await foot.textContent()).toContain('100,00')
    await keys.press('Control+a')
    await foot.getByText('2 itens marcados').waitFor()
    expect(await foot.textContent()).toContain('300,00')
    await keys.press('Control+a')
    await expect.poll(() => foot.count()).toBe(0)
    const own = `${form}/venda_mercadoria/${sale.venda_mercadorias[1].id}`
    await page.goto(`${url}${own}?venda_id=${sale.id}`)
    await keys.screen(own)
    await expect.poll(() => page.locator(`[data-screen="${own}"]`).getByLabel('Quantidade').inputValue()).toBe('2')
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`${url}${form}`)
    await page.getByRole('tab', { name: 'Mercadorias' }).click()
    await page.locator('.line-card').nth(1).click()
    await keys.screen(own)
    await expectPresentable(page, 'venda-item-390')
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})

describe('who may neither', () => {
  it('is not told the cost, and the sale is blocked when it is saved', async () => {
    await signIn(session, 'vendas@demo.prumo.local')
    await open()
    await write('Preço', '50')
    expect(await line().textContent()).not.toContain('abaixo')
    await keys.press('Control+s')
    await question().getByText('sem estoque').waitFor()
    await keys.press('Control+Enter')
    await keys.text('Este pedido foi bloqueado.')
    await keys.chip('Bloqueada')
    await line().getByText('abaixo do mínimo').waitFor()
    expect(await session.page.content()).not.toContain('R$ 60,00')
  })

  it('is told before saving that a price of nothing blocks the sale, and that the quote’s sale will be', async () => {
    await open()
    await write('Preço', '0')
    await line().getByText('sem preço').waitFor()
    await keys.press('Control+s')
    await question().getByText('A venda fica bloqueada até que alguém a libere.').waitFor()
    await keys.press('Escape')
    await open('orcamento')
    await write('Preço', '0')
    await keys.press('Control+s')
    await question().getByText('A venda que sair deste orçamento fica bloqueada').waitFor()
  })
})
