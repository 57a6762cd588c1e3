import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { fits, seriousFaults, settled, shot } from '../../../fixtures/look'

/** A plan from nothing to the orders it makes, by keyboard alone. The steps follow one another. */

const session = browserTest()
const keys = new Keyboard(session)

const PATH = '/ui/mrp/planejamento'
const waitFor = (text: string | RegExp) => session.page.getByText(text).first().waitFor({ timeout: 20_000 })
const grid = () => session.page.getByRole('grid', { name: 'Itens do planejamento' })
const view = (name: string) =>
  session.page.getByRole('toolbar', { name: 'Filtros dos itens' }).getByRole('button', { name })
const focusGrid = () => grid().focus()
const items = async () => Number(await grid().getAttribute('aria-rowcount')) - 1

describe('a plan', () => {
  it('is made from its sources, and generated while one watches', async () => {
    await session.page.goto(session.url + PATH)
    await keys.screen(PATH)
    await keys.press('n')
    await keys.screen(`${PATH}/edit/new`)
    await keys.type('Semana do cliente')
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('F9')
    await waitFor(/Planejamento gerado: \d+ itens\./)
    await waitFor(/\d+ itens, \d+ com ação, 0 executados/)
    await keys.chip('Gerado')
    expect(await session.page.evaluate(() => location.pathname)).toMatch(/edit\/\d+$/)
    await grid().getByText('Comprar').first().waitFor()
    expect(await seriousFaults(session.page)).toEqual([])
  })

  it('shows of an item how its stock goes, when to order, and which sale needs it', async () => {
    await session.page.getByRole('searchbox', { name: 'Pesquisar mercadoria' }).focus()
    await keys.type('Kit instalação')
    await expect.poll(items).toBe(1)
    await focusGrid()
    await keys.press('Enter')
    await session.page.waitForURL(/planejamento_mercadoria\/\d+$/)
    await waitFor(/Produzir .* falta 24 no horizonte/)
    await session.page.getByRole('img', { name: /Evolução do estoque de Kit instalação/ }).waitFor()
    await waitFor('Prazo do item')
    await session.page
      .getByRole('link', { name: /^Venda \d+ · / })
      .first()
      .waitFor()
    await shot(session.page, 'planejamento-item')
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Escape')
    await session.page.waitForURL(/edit\/\d+$/)
  })

  it('says that nothing is chosen before anything is', async () => {
    await keys.press('F10')
    await waitFor('Nenhum item selecionado.')
  })

  it('executes what was chosen: changed, confirmed, made as drafts, with the way to them', async () => {
    await session.page.getByRole('searchbox', { name: 'Pesquisar mercadoria' }).focus()
    await keys.press('Control+a', 'Delete')
    await expect.poll(items).toBeGreaterThan(10)
    await view('A executar').press('Enter')
    await settled(session.page)
    await focusGrid()
    await keys.press('Control+a')
    await waitFor(/\d+ selecionadas/)
    // The first one is left for later.
    await keys.press('Home', 'Space')
    await keys.press('F10')
    await waitFor(/Executar as ações de \d+ itens/)
    expect(await seriousFaults(session.page)).toEqual([])
    await shot(session.page, 'planejamento-acoes')
    await keys.type('75')
    await keys.press('Enter')
    await keys.press('Control+Enter')
    await waitFor('Ações executadas')
    await session.page
      .getByRole('link', { name: /^Ordem de produção \d+$/ })
      .first()
      .waitFor()
    await session.page
      .getByRole('link', { name: /^Pedido de compra \d+$/ })
      .first()
      .waitFor()
    await session.page
      .getByRole('link', { name: /^Solicitação de compra \d+$/ })
      .first()
      .waitFor()
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Enter')
    await keys.chip('Executado')
  })

  it('goes on with what was left', async () => {
    await focusGrid()
    await keys.press('Home', 'Space', 'F10')
    await waitFor('Executar a ação de 1 item')
    await keys.press('Control+Enter')
    await waitFor('1 documento criado')
    await keys.press('Enter')
    await waitFor('Nenhum item em “A executar”')
    await view('Com ação').press('Enter')
    await grid()
      .getByRole('link', { name: /^Pedido \d+$/ })
      .first()
      .waitFor()
    await shot(session.page, 'planejamento-executado')
  })

  it('is not generated again: the button says why', async () => {
    await keys.press('F9')
    await waitFor('Este planejamento já teve ações executadas: duplique-o para planejar de novo.')
  })
})

describe('what it made', () => {
  it.each([
    ['/ui/producao/ordem_producao', 'Aberta'],
    ['/ui/compras/pedido_compra', 'Aberto'],
    ['/ui/compras/solicitacao', 'Aberta'],
  ])('%s lists the drafts, and opens them', async (path, state) => {
    await session.page.goto(session.url + path)
    await keys.screen(path)
    await session.page.locator('.table .chip', { hasText: state }).first().waitFor()
    expect(await seriousFaults(session.page)).toEqual([])
    await keys.press('Enter')
    await session.page.waitForURL(/edit\/\d+$/)
    await keys.chip(state)
    await settled(session.page)
    await shot(session.page, path.slice(4).replaceAll('/', '-'))
    expect(await seriousFaults(session.page)).toEqual([])
  })

  it('a purchase request is decided with the space bar and saved', async () => {
    const { page } = session
    await page.locator('dialog .lines').focus()
    await keys.press('Space')
    await page.locator('dialog .lines').getByText('Aprovado').first().waitFor()
    await keys.press('Space')
    await page.locator('dialog .lines').getByText('Reprovado').first().waitFor()
    await keys.press('Control+s')
    await waitFor('O registro foi salvo com sucesso.')
  })
})

describe('on a phone', () => {
  it('the plan and its items fit, and axe finds nothing serious', async () => {
    const { page, url } = session
    await page.setViewportSize({ width: 390, height: 780 })
    for (const path of [`${PATH}`, `${PATH}/edit/1`]) {
      await page.goto(url + path)
      await keys.screen(path)
      await settled(page)
      await shot(page, `${path.slice(4).replaceAll('/', '-')}-celular`)
      expect(await fits(page)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
    }
  })
})
