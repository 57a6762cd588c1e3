import { beforeAll, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** The prices of a table are written as in a spreadsheet, by keyboard: typed, stepped, filled down, pasted, taken back, and sent together. */

const session = browserTest()
const keys = new Keyboard(session)
const NAMES = ['Zz grade A', 'Zz grade B', 'Zz grade C', 'Zz grade D']
let table = 0
let ids: number[] = []
const grid = () => session.page.getByRole('grid', { name: 'Preços da Tabela' })
const rows = () => grid().getByRole('row')

const call = (path: string, body?: object) =>
  session.page.evaluate(
    async ([where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const how = sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }
      return (await fetch(`/api/${where}`, { headers, ...how })).json()
    },
    [path, body] as const,
  )

/** The text of a cell, by its row among those that the search finds and its heading. */
async function cell(row: number, heading: string): Promise<string> {
  const headings = await rows().first().getByRole('columnheader').allTextContents()
  const at = headings.findIndex((one) => one.startsWith(heading))
  return (
    (await rows()
      .nth(row + 1)
      .getByRole('gridcell')
      .nth(at)
      .textContent()) ?? ''
  )
}
const price = (row: number) => cell(row, 'Preço')

async function stored(): Promise<(number | null)[]> {
  const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: table }))
  const { data } = await call(`comercial/tabela_preco/mercadorias?where=${where}&search=Zz%20grade&orderBy=xProd`)
  return data.map((one: { vUnTrib: number | null }) => one.vUnTrib)
}

async function paste(text: string): Promise<void> {
  await grid().evaluate((element, told) => {
    const data = new DataTransfer()
    data.setData('text/plain', told)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

beforeAll(async () => {
  table = (await call('comercial/tabela_preco', { descricao: 'Grade de teste' })).id
  ids = []
  for (const [at, xProd] of NAMES.entries())
    ids.push((await call('mercadoria', { xProd, codigo: `ZZ${at}`, custo: 60 })).id)
  await call(`comercial/tabela_preco/${table}/salvaPrecos`, {
    precos: ids.slice(0, 3).map((mercadoria_id) => ({ mercadoria_id, vUnTrib: 100 })),
  })
  const { page, url } = session
  await page.goto(`${url}/ui/comercial/tabela_preco_mercadorias?busca=Zz grade&f.tabela_preco_id=${table}`)
  await grid()
    .getByText(NAMES[3] ?? '')
    .waitFor()
})

describe('the grid of prices', () => {
  it('shows cost, margin, markup and price, and one follows the other as it is typed', async () => {
    expect([await price(0), await cell(0, 'Margem'), await cell(0, 'Markup'), await price(3)]).toEqual([
      '100,00',
      '40',
      '66,67',
      '',
    ])
    await keys.press('End')
    await keys.type('120')
    await keys.press('Enter')
    expect([await price(0), await cell(0, 'Margem'), await cell(0, 'Markup')]).toEqual(['120,00', '50', '100'])
    // Enter went down; Shift+Tab goes back to the markup, and to the margin.
    for (const _ of [1, 2]) await keys.press('Shift+Tab')
    await keys.type('25')
    await keys.press('Tab')
    expect([await price(1), await cell(1, 'Margem'), await cell(1, 'Markup')]).toEqual(['80,00', '25', '33,33'])
    await session.page.getByText('2 preços alterados').waitFor()
    await expectPresentable(session.page, 'tabela-preco-grade')
  })

  it('steps a price to the next ,90 while it is typed, fills it down over the rows that are chosen, and takes steps back', async () => {
    for (const key of ['PageDown', 'ArrowUp', 'End', 'Enter', 'ArrowUp', 'Enter']) await keys.press(key)
    expect(await price(2)).toBe('100,90')
    await keys.press('ArrowUp')
    for (const key of ['Shift+ArrowDown', 'Control+d']) await keys.press(key)
    await expect.poll(() => price(3)).toBe('100,90')
    await keys.press('Control+z')
    await expect.poll(() => price(3)).toBe('')
    await keys.press('Control+z')
    await expect.poll(() => price(2)).toBe('100,00')
  })

  it('takes a column of a spreadsheet from the cell on, and says what is no number and what has no row', async () => {
    for (const key of ['PageUp', 'End']) await keys.press(key)
    await paste('1.234,56\n12,9\nabc\n50\n60\n')
    await expect.poll(() => price(3)).toBe('50,00')
    expect([await price(0), await price(1), await price(2)]).toEqual(['1.234,56', '12,90', '100,00'])
    await keys.text('1 célula colada não foi escrita')
    await keys.text('1 linha colada ficou')
  })

  it('asks before it is left with changes, and stays where it is told to', async () => {
    const { page } = session
    for (const key of ['g', 'v']) await page.keyboard.press(key)
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    expect(new URL(page.url()).pathname).toBe('/ui/comercial/tabela_preco_mercadorias')
    await grid().focus()
  })

  it('sends only what changed; what another changed meanwhile stays, is told with the price of now, and is written when it is saved again', async () => {
    const { data } = await call(
      `comercial/tabela_preco/mercadorias?where=${encodeURIComponent(`{"tabela_preco_id":${table}}`)}&search=ZZ1`,
    )
    await call(`comercial/tabela_preco/${table}/salvaPrecos`, {
      precos: [{ mercadoria_id: ids[1], versao: data[0].preco_versao, vUnTrib: 77 }],
    })
    await keys.press('Control+s')
    await keys.text('2 preços gravados.')
    await session.page
      .getByRole('alert')
      .getByText('Zz grade B: Este preço foi alterado por outro usuário. Agora: 77.')
      .waitFor()
    expect(await stored()).toEqual([1234.56, 77, 100, 50])
    await keys.press('Control+s')
    await keys.text('1 preço gravado.')
    expect(await stored()).toEqual([1234.56, 12.9, 100, 50])
  })

  it('changes all that it finds by a percentage with an ending, looked at before, and gives it back', async () => {
    const { page } = session
    await keys.press('.')
    await page.getByRole('menuitem', { name: 'Alterar os preços da lista' }).click()
    const dialog = page.getByRole('dialog', { name: /Precificar 4 mercadorias/ })
    await dialog.getByLabel('Reajuste (%)').fill('10')
    await dialog.getByLabel('Arredondar').selectOption({ label: 'Terminar em ,90' })
    await keys.press('Control+s')
    await dialog.getByText('4 preços mudam.').waitFor()
    await expectPresentable(page, 'tabela-preco-reajuste')
    await keys.press('Control+s')
    await keys.text('4 preços calculados.')
    expect(await stored()).toEqual([1357.9, 13.9, 109.9, 54.9])
    await page.getByRole('button', { name: 'Desfazer' }).last().click()
    await keys.text('4 preços voltaram ao que era.')
    expect(await stored()).toEqual([1234.56, 12.9, 100, 50])
  })

  it('copies the table with its prices, and shows the copy beside what it was made of', async () => {
    const { page } = session
    await keys.press('.')
    await page.getByRole('menuitem', { name: 'Copiar a tabela' }).click()
    const dialog = page.getByRole('dialog', { name: /Copiar a tabela Grade de teste/ })
    await dialog.getByLabel('Reajuste (%)').fill('-50')
    await expectPresentable(page, 'tabela-preco-copia')
    await keys.press('Control+s')
    await keys.text('Tabela criada com 4 preços.')
    await expect.poll(() => new URL(page.url()).search).not.toContain(`=${table}`)
    await expect.poll(() => price(0)).toBe('617,28')
    expect(await cell(0, 'Na origem')).toBe('1.234,56')
  })

  it('is read and written on a phone, name and price', async () => {
    const { page, url } = session
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`${url}/ui/comercial/tabela_preco_mercadorias?busca=Zz grade&f.tabela_preco_id=${table}`)
    await expect.poll(() => rows().count()).toBe(NAMES.length + 1)
    expect(await price(3)).toBe('50,00')
    await expectPresentable(page, 'tabela-preco-grade-390')
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})

it('without a table in its address it shows the usual one', async () => {
  const { page, url } = session
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${url}/ui/comercial/tabela_preco_mercadorias`)
  await page.waitForURL(/f\.tabela_preco_id=\d+/)
  await expect.poll(() => rows().count()).toBeGreaterThan(5)
  expect(await page.getByRole('combobox', { name: 'Tabela de preço' }).inputValue()).toBe('Varejo')
})

it('a table that has run out is marked where it is used, and is not proposed', async () => {
  const { page, url } = session
  const over = await call('comercial/tabela_preco', { descricao: 'Verão passado', dFim: '2020-02-28' })
  const customer = await call('cliente', { xNome: 'Cliente da tabela vencida', tabela_preco_id: over.id })
  await page.goto(`${url}/ui/comercial/tabela_preco?busca=Verão`)
  await keys.text('Valeu até 28/02/2020')
  await page.goto(`${url}/ui/cadastros/cliente/edit/${customer.id}`)
  await page.getByRole('tab', { name: 'Comercial' }).click()
  await keys.text('valeu até 28/02/2020: valem os preços da tabela padrão')
  const box = page.getByRole('dialog').getByRole('combobox', { name: 'Tabela de preço' })
  const asked = page.waitForResponse(/tabela_preco\?.*search=passado/)
  await box.fill('passado')
  expect((await (await asked).json()).data).toEqual([])
  await keys.press('Escape')
})

it('a seller sees how far the goal is, on a sale of their own alone', async () => {
  const { page, url } = session
  const { user } = await call('sessao')
  const mine = await call('vendedor', { xNome: 'Zz vendedora', user_id: user.id })
  await call('comercial/meta', {
    descricao: 'do ano',
    dIni: '2020-01-01',
    dFim: '2099-12-31',
    meta_vendedor_list: [{ vendedor_id: mine.id, vMeta: 1000 }],
  })
  const first = async (of: string) => (await call(of)).data[0].id
  const sale = await call('venda', {
    cliente_id: await first('cliente?orderBy=id&sortedBy=asc'),
    tipo_entrada_saida_id: await first('tipo_entrada_saida?where=%7B%22tipo%22%3A1%7D'),
    vendedor_id: mine.id,
  })
  await page.goto(`${url}/ui/comercial/venda/edit/${sale.id}`)
  await keys.text('Sua meta do ano, até 31/12/2099: R$ 0,00 de R$ 1.000,00 (0 %)')
  await expectPresentable(page, 'venda-meta')
})

it('a product without a price asks whether it is to be saved all the same', async () => {
  const { page, url } = session
  await page.goto(`${url}/ui/estoque/mercadoria/edit/new`)
  await page.waitForSelector('dialog input:focus')
  await page.getByRole('dialog').getByLabel('Descrição', { exact: true }).fill('Zz sem preço')
  await keys.press('Control+s')
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  expect(await question.getByRole('heading').textContent()).toBe('Mercadoria sem preço, deseja salvar mesmo assim?')
  await question.getByRole('button', { name: 'Salvar sem preço' }).click()
  await keys.text('Registro criado com sucesso.')
})
