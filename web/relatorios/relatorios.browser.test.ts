import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../fixtures/browser-session'
import { expectPresentable, fits, seriousFaults, settled, shot } from '../../fixtures/look'

/** The report launcher, by keyboard, on a phone, and for someone who may run few reports. */

const session = browserTest()
const keys = new Keyboard(session)

const open = async (query = '') => {
  await session.page.goto(`${session.url}/ui/relatorios${query}`)
  await keys.screen('/ui/relatorios')
  await settled(session.page)
}
const preview = () => session.page.frameLocator('iframe')

describe('the launcher', () => {
  it('finds a report, fills its filters, and shows it without a mouse', async () => {
    const { page } = session
    await open()
    expect(await page.title()).toBe('Relatórios')
    await page.getByLabel('Pesquisar relatório').focus()
    await keys.type('posição')
    await keys.press('Tab', 'Enter')
    await page.getByRole('heading', { name: 'Posição de estoque' }).waitFor()
    await page.getByLabel('Situação').focus()
    await keys.press('Control+Enter')
    await keys.text('Gerar o relatório sem filtros?')
    await keys.press('Enter')
    await preview().getByRole('heading', { name: 'Posição de estoque' }).waitFor()
    await shot(page, 'relatorios-previa')
    expect(await seriousFaults(page)).toEqual([])
  })

  it('opens PDF, page and spreadsheet in another window, across or upright', async () => {
    const { page } = session
    await open('?relatorio=vendas_periodo')
    await page.getByRole('button', { name: 'Paisagem' }).click()
    for (const [button, path] of [
      ['PDF', '/reporting/pdf/vendas_periodo'],
      ['HTML', '/reporting/html/vendas_periodo'],
    ] as const) {
      const asked = page.context().waitForEvent('request', (request) => request.url().includes(path))
      await page.getByRole('button', { name: button, exact: true }).click()
      expect(new URL((await asked).url()).searchParams.get('orientation')).toBe('L')
    }
    const [book] = await Promise.all([
      page.context().waitForEvent('request', (request) => request.url().includes('/reporting/xlsx/')),
      page.getByRole('button', { name: 'XLSX' }).click(),
    ])
    expect(book.url()).toContain('periodo_ini=')
    const asked = page.context().waitForEvent('request', (request) => request.url().includes('/reporting/csv/'))
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await asked).url()).toContain('periodo_ini=')
    for (const other of page.context().pages()) if (other !== page) await other.close()
  })

  it('shows a chart, and goes from each figure to the records that it is made of', async () => {
    const { page } = session
    await open('?relatorio=vendas_vendedor')
    await page.getByRole('button', { name: 'Gráfico' }).click()
    const first = page.getByRole('list', { name: 'De que cada número é feito' }).getByRole('listitem').first()
    await first.waitFor()
    await expectPresentable(page, 'relatorios-grafico')
    expect(await seriousFaults(page)).toEqual([])
    const figure = (await first.locator('b').textContent())?.replaceAll(/\s/g, ' ') ?? ''
    await first.getByRole('link').click()
    await keys.screen('/ui/comercial/venda')
    await page.waitForSelector('.list-foot:has-text("registro")')
    expect((await page.locator('.list-foot').textContent())?.replaceAll(/\s/g, ' ')).toContain(figure)
  })

  it('says which filter is missing, and keeps a period in order', async () => {
    const { page } = session
    await open('?relatorio=lista_precos')
    await keys.press('Control+Enter')
    await keys.text('Preencha este campo.')
    await open('?relatorio=vendas_periodo')
    await page.getByRole('textbox', { name: 'Período: até' }).fill('01/02/2026')
    await page.getByRole('textbox', { name: 'Período: de' }).focus()
    expect(await page.getByRole('textbox', { name: 'Período: de' }).inputValue()).toBe('01/02/2026')
  })

  it('keeps favourites on top, also after a reload', async () => {
    const { page } = session
    await open()
    await page.getByRole('button', { name: 'Curva ABC de produtos entre os favoritos' }).click()
    await page.getByRole('heading', { name: 'Favoritos' }).waitFor()
    await settled(page)
    await open()
    expect(await page.locator('.report-list section').first().innerText()).toMatch(/favoritos\s+Curva ABC/i)
  })
})

describe('by mail', () => {
  it('asks when and to whom, and says where the server sends no mail', async () => {
    const { page } = session
    await open('?relatorio=vendas_periodo')
    await page.getByRole('button', { name: 'Agendar envio…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agendar envio: Vendas por período' })
    await dialog.getByLabel('Para').fill('ana@mercado.example')
    await dialog.getByLabel('Dia da semana').selectOption('1')
    await expectPresentable(page, 'relatorios-agendar')
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Agendar' }).click()
    await keys.text('O envio de e-mails não está configurado')
    await keys.press('Escape')
  })

  it('lists what is sent, and changes it', async () => {
    const { page } = session
    const kept = { rel_name: 'vendas_periodo', para: 'ana@mercado.example', dia_mes: 1, hora: '08:00', ativo: false }
    await page.evaluate(async (body) => {
      await fetch('/api/relatorios/agenda', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
        body: JSON.stringify(body),
      })
    }, kept)
    await page.goto(`${session.url}/ui/relatorios/agenda`)
    await page.getByText('Vendas por período').first().waitFor()
    await expectPresentable(page, 'relatorios-agenda')
    await page.getByText('Vendas por período').first().dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Para').waitFor()
    expect(await dialog.getByLabel('Para').inputValue()).toBe('ana@mercado.example')
    await expectPresentable(page, 'relatorios-agenda-envio')
    expect(await seriousFaults(page)).toEqual([])
    await keys.press('Escape')
  })
})

describe('on a phone', () => {
  it('the list and the report take turns', async () => {
    const { page } = session
    await page.setViewportSize({ width: 390, height: 780 })
    await open()
    await page.getByRole('button', { name: /^Vendas por vendedor Vendas/ }).click()
    await page.getByRole('button', { name: 'Visualizar' }).click()
    await preview().getByRole('heading', { name: 'Vendas por vendedor' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'Relatórios', exact: true }).click()
    await page.getByRole('heading', { name: 'Relatórios' }).waitFor()
    await page.setViewportSize({ width: 1366, height: 768 })
  })
})

describe('rights', () => {
  it('without the group there is no such screen', async () => {
    await signIn(session, 'vendas@demo.prumo.local')
    await session.page.goto(`${session.url}/ui/relatorios`)
    await keys.screen('/404')
    expect(session.errors).toEqual([])
  })
})
