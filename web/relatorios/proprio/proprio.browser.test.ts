import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../../fixtures/browser-session'
import { expectPresentable, fits, seriousFaults, settled, shot } from '../../../fixtures/look'

/** A report is put together, looked at while it is, kept, run and printed; and on a phone. */

const session = browserTest()
const keys = new Keyboard(session)
const PATH = '/ui/relatorios/proprios'

const preview = () => session.page.getByRole('region', { name: 'Prévia' })
const chosen = () => session.page.getByRole('list', { name: 'Colunas do relatório' }).getByRole('textbox')
const field = (name: string) => session.page.locator(`[data-field="${name}"] :is(input, select)`)
const headings = () => preview().getByRole('columnheader').allInnerTexts()
const add = async (words: string) => {
  const box = session.page.getByLabel('Pesquisar coluna')
  const before = await chosen().count()
  await box.fill(words)
  await box.press('Enter')
  await expect.poll(() => chosen().count()).toBe(before + 1)
}

describe('the builder', () => {
  it('makes a report of sales: columns by search, order by keys, a filter, a group, a sum, a chart', async () => {
    const { page } = session
    page.setDefaultTimeout(8000)
    await page.goto(`${session.url}${PATH}/edit/new`)
    await keys.screen(`${PATH}/edit/new`)
    await field('nome').fill('Vendas por cliente')
    await field('recurso').selectOption('venda')
    await add('código')
    await add('cliente')
    await add('vTotal')
    await expect.poll(headings).toHaveLength(3)
    // Alt+↑ puts the last column before the one above it.
    await chosen().last().press('Alt+ArrowUp')
    await expect.poll(async () => (await headings())[1]).toMatch(/total/i)
    // So does a drag.
    const grips = page.locator('.own-grip')
    await grips.nth(2).dragTo(grips.nth(1))
    await expect.poll(async () => (await headings())[2]).toMatch(/total/i)
    await chosen().last().press('Alt+ArrowUp')
    await chosen().first().fill('Venda nº')
    await expect.poll(async () => (await headings())[0]).toMatch(/venda nº/i)
    await page
      .getByRole('checkbox', { name: /^Somar/ })
      .first()
      .check()
    await preview().locator('tfoot').waitFor()
    await page.getByLabel('Incluir filtro').selectOption('vTotal')
    await page.getByLabel(/^Filtrar /).fill('1 a 900000')
    await page.getByLabel(/^Filtrar /).press('Enter')
    await field('grupo').selectOption('cliente_id')
    await preview().getByRole('region', { name: 'Grupos' }).waitFor()
    await field('grafico').selectOption('barras')
    await preview().locator('.chart-plot svg').waitFor()
    await settled(page)
    await expectPresentable(page, 'relatorio-proprio')
    expect(await seriousFaults(page)).toEqual([])
  })

  it('keeps it, prints it, and runs it among all reports', async () => {
    const { page } = session
    await keys.press('Control+s')
    await page.getByRole('button', { name: 'Executar' }).waitFor()
    const asked = page.context().waitForEvent('request', (request) => request.url().includes('/reporting/pdf/proprio_'))
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    const answer = await page.request.get((await asked).url())
    expect([answer.status(), (await answer.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    for (const other of page.context().pages()) if (other !== page) await other.close()
    await page.getByRole('button', { name: 'Executar' }).click()
    await keys.screen('/ui/relatorios')
    await page.getByRole('heading', { name: 'Próprios' }).waitFor()
    await page.getByRole('button', { name: 'Visualizar' }).click()
    await page.frameLocator('iframe').getByRole('heading', { name: 'Vendas por cliente' }).waitFor()
    await page.frameLocator('iframe').getByText('Registros').waitFor()
    await shot(page, 'relatorio-proprio-executado')
    await page.getByRole('button', { name: 'Gráfico' }).click()
    await page.locator('.report-chart .chart-plot svg').waitFor()
  })

  it('opens again as it was left, and is copied and shared', async () => {
    const { page } = session
    await page.goto(`${session.url}${PATH}`)
    await keys.screen(PATH)
    await page.getByText('Vendas por cliente').first().dblclick()
    await page.getByRole('button', { name: 'Duplicar' }).waitFor()
    expect(await page.getByLabel(/^Filtrar /).inputValue()).toBe('1 a 900.000')
    expect(await chosen().count()).toBe(3)
    await page.getByRole('button', { name: 'Duplicar' }).click()
    await expect.poll(() => field('nome').inputValue()).toBe('Vendas por cliente (cópia)')
    await field('compartilhado').click()
    await keys.press('Control+s')
    await expect
      .poll(async () => {
        const { data } = await (await page.request.get(`${session.url}/api/relatorios/proprio`)).json()
        return data.map((one: { compartilhado: boolean }) => one.compartilhado)
      })
      .toEqual([false, true])
  })

  it('draws a line over months', async () => {
    const { page } = session
    await page.goto(`${session.url}${PATH}/edit/1`)
    await field('grupo').selectOption('criado_em')
    await preview()
      .getByRole('region', { name: 'Grupos' })
      .getByText(/^\d{2}\/\d{4}$/)
      .first()
      .waitFor()
    await field('grafico').selectOption('linha')
    await preview().locator('.time-chart canvas').waitFor()
    await preview().locator('.time-chart').scrollIntoViewIfNeeded()
    await settled(page)
    await shot(page, 'relatorio-proprio-linha')
    await keys.press('Escape')
    await page.getByRole('button', { name: /Descartar/ }).click()
  })

  it('begins as a list stands that is gathered', async () => {
    const { page } = session
    await page.goto(`${session.url}/ui/comercial/venda?grupo=cliente.xNome&f.vTotal=1..900000`)
    await page.getByRole('link', { name: 'Salvar como relatório' }).click()
    await preview().getByRole('region', { name: 'Grupos' }).waitFor()
    expect(await field('recurso').inputValue()).toBe('venda')
    expect(await field('grupo').inputValue()).toBe('cliente_id')
    expect(await page.getByLabel(/^Filtrar Total/).inputValue()).toBe('1 a 900.000')
    await field('nome').fill('Da lista')
    await keys.press('Control+s')
    await page.getByRole('button', { name: 'Executar' }).waitFor()
  })

  it('says what is missing', async () => {
    const { page } = session
    await page.goto(`${session.url}${PATH}/edit/new`)
    await field('nome').fill('Nada')
    await field('recurso').selectOption('cliente')
    await keys.press('Control+s')
    await page.getByText('Escolha ao menos uma coluna.').first().waitFor()
  })

  it('fits a phone', async () => {
    const { page } = session
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto(`${session.url}${PATH}/edit/1`)
    await preview().getByRole('region', { name: 'Grupos' }).waitFor()
    await settled(page)
    expect(await fits(page)).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await shot(page, 'relatorio-proprio-390')
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})

describe('rights', () => {
  it('without the group there is no such screen', async () => {
    await signIn(session, 'vendas@demo.prumo.local')
    await session.page.goto(`${session.url}${PATH}`)
    await keys.screen('/404')
  })
})
