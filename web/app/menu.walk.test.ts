import { afterEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../fixtures/browser-session'
import { seriousFaults, settled } from '../../fixtures/look'

/** The menu of many screens: areas fold, favourites and what was used last stand on top, registers lie behind their area's page, and what waits is counted. */

const session = browserTest()
const keys = new Keyboard(session)
const nav = () => session.page.getByRole('navigation', { name: 'Menu principal' })
const names = (title: string) => session.page.locator(`.nav section[aria-label="${title}"] .nav-link`).allInnerTexts()

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}

afterEach(async () => {
  await session.page.evaluate(() => localStorage.clear())
})

/** The addresses of all areas' pages. */
const areas = () => session.page.$$eval('.nav-head a', (found) => found.map((one) => one.getAttribute('href') ?? ''))

describe('areas', () => {
  it('are folded but for the one where one is, and stay as they were left', async () => {
    const { page } = session
    await open('/ui/estoque/entrada')
    expect(await nav().getByRole('link', { name: 'Mercadorias' }).count()).toBe(1)
    expect(await nav().getByRole('link', { name: 'Fornecedores' }).count()).toBe(0)
    await nav().getByRole('button', { name: 'Abrir Cadastros' }).press('Enter')
    await nav().getByRole('button', { name: 'Recolher Estoque' }).press('Enter')
    await page.reload()
    await keys.screen('/ui/estoque/entrada')
    expect(await nav().getByRole('link', { name: 'Fornecedores' }).count()).toBe(1)
    expect(await nav().getByRole('link', { name: 'Mercadorias' }).count()).toBe(0)
    // Folded, the area still shows where one is.
    expect(await nav().getByRole('link', { name: 'Entradas' }).last().getAttribute('aria-current')).toBe('page')
    expect(await seriousFaults(page)).toEqual([])
  })

  it('hold their registers on their page, and the menu shows one while one is in it', async () => {
    await open('/ui/estoque')
    expect(await nav().getByRole('link', { name: 'Unidades' }).count()).toBe(0)
    await session.page.getByRole('link', { name: 'Unidades', exact: true }).click()
    await keys.screen('/ui/estoque/unidade')
    await nav().getByRole('link', { name: 'Unidades' }).first().waitFor()
  })

  it('show each screen by a picture of its own', async () => {
    const { page } = session
    await open('/ui/comercial')
    const pictures: [string, string][] = []
    for (const area of await areas()) {
      await open(area)
      pictures.push(
        ...(await page.$$eval('.place-name', (found) =>
          found.map((one): [string, string] => [
            one.querySelector('path')?.getAttribute('d') ?? '',
            one.getAttribute('href') ?? '',
          ]),
        )),
      )
    }
    const screens = Map.groupBy(pictures, ([picture]) => picture)
    expect([...screens.values()].filter((same) => new Set(same.map(([, to]) => to)).size > 1)).toEqual([])
    expect(pictures.length).toBeGreaterThan(45)
  })

  it('keep where one is in view', async () => {
    const { page } = session
    await page.setViewportSize({ width: 1366, height: 420 })
    await open('/ui/configuracao/pagamento')
    const link = nav().getByRole('link', { name: 'Formas de Pagamento' }).last()
    expect(await link.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  it('are pictures when the menu is collapsed, each with its name', async () => {
    const { page } = session
    await open('/ui/comercial/venda')
    await keys.press('Control+b')
    await nav().getByRole('link', { name: 'Estoque' }).click()
    await keys.screen('/ui/estoque')
    expect(await seriousFaults(page)).toEqual([])
  })
})

describe('favourites', () => {
  it('are marked on an area’s page and by key, stand on top, and are each person’s own', async () => {
    const { page } = session
    await open('/ui/estoque')
    await page.getByRole('button', { name: 'Favorito: Locais' }).press('Space')
    await page.getByRole('button', { name: 'Favorito: Entradas' }).press('Space')
    await page.reload()
    await keys.screen('/ui/estoque')
    expect(await names('Favoritos')).toEqual(['Locais', 'Entradas'])
    await page.locator('.nav').getByRole('button', { name: 'Favorito: Locais' }).click()
    expect(await names('Favoritos')).toEqual(['Entradas'])
    await signIn(session, 'gerente@demo.prumo.local')
    expect(await names('Favoritos')).toEqual([])
    await signIn(session)
    expect(await names('Favoritos')).toEqual(['Entradas'])
  })
})

describe('what was used last', () => {
  it('stands on top, four of them, and does not change places under the hand', async () => {
    for (const path of ['estoque/entrada', 'comercial/venda', 'cadastros/cliente', 'estoque/unidade', 'mrp/previsao'])
      await open(`/ui/${path}`)
    const last = ['Previsões', 'Unidades', 'Clientes', 'Vendas']
    expect(await names('Recentes')).toEqual(last)
    await nav().getByRole('link', { name: 'Clientes' }).click()
    await keys.screen('/ui/cadastros/cliente')
    expect(await names('Recentes')).toEqual(last)
  })
})

describe('queues', () => {
  it('tell as many as the lists that they lead to', async () => {
    const { page, url } = session
    const told: [string, number][] = []
    for (const area of await areas()) {
      await open(area)
      told.push(
        ...(await page.$$eval('.queue', (found) =>
          found.map((one): [string, number] => [
            one.getAttribute('href') ?? '',
            Number(one.querySelector('b')?.textContent),
          ]),
        )),
      )
    }
    expect(told.length).toBeGreaterThan(15)
    const counted: [string, number][] = []
    for (const [path] of told) {
      await page.goto(url + path)
      await page.locator('.list-head h1 small').waitFor()
      await settled(page)
      counted.push([path, Number((await page.innerText('.list-head h1 small')).replaceAll('.', ''))])
    }
    expect(counted).toEqual(told)
  })

  it('are reached by key from the area’s page', async () => {
    const { page } = session
    await open('/ui/comercial')
    await page.getByRole('link', { name: /A faturar/ }).press('Enter')
    await keys.screen('/ui/comercial/venda')
    expect(page.url()).toContain('visao=A+faturar')
    await open('/ui/comercial')
    expect(await seriousFaults(page)).toEqual([])
  })
})
