import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFaults } from '../fixtures/axe'
import { ADMIN, type BrowserSession, browserSession, shot } from '../fixtures/browser-session'

/** Every screen opens by its address, shows itself, raises no error, and axe finds nothing serious: light, dark, and on a phone. */

const SCREENS = [
  '/ui/dashboard',
  '/ui/cadastros',
  '/ui/relatorios',
  '/ui/cadastros/solicitacao_conta',
  '/ui/comercial/orcamento',
  '/ui/comercial/orcamento/edit/1',
  '/ui/comercial/venda',
  '/ui/comercial/venda/edit/1',
  '/ui/comercial/tabela_preco',
  '/ui/compras/nfe_compra',
  '/ui/compras/pedido_compra',
  '/ui/compras/pedido_compra/edit/new',
  '/ui/compras/solicitacao',
  '/ui/compras/solicitacao/edit/new',
  '/ui/producao/ordem_producao',
  '/ui/producao/ordem_producao/edit/new',
  '/ui/mrp/planejamento',
  '/ui/mrp/planejamento/edit/new',
  '/ui/estoque/entrada',
  '/ui/estoque/entrada/edit/1',
  '/ui/estoque/mercadoria',
  '/ui/estoque/mercadoria/edit/1',
  '/ui/estoque/mercadoria_grupo',
  '/ui/estoque/fabricante',
  '/ui/estoque/unidade',
  '/ui/estoque/armazem_logistico',
  '/ui/estoque/locais',
  '/ui/mrp/previsao',
  '/ui/financeiro/contas_receber',
  '/ui/financeiro/contas_pagar',
  '/ui/cadastros/cliente',
  '/ui/cadastros/cliente/edit/1',
  '/ui/cadastros/fornecedor',
  '/ui/cadastros/importacao',
  '/ui/cadastros/lgpd',
  '/ui/cadastros/transportadora',
  '/ui/cadastros/vendedor',
  '/ui/cadastros/empresa/edit/1',
  '/ui/cadastros/webhook_entrega',
  '/ui/cadastros/user/edit/1',
  '/ui/cadastros/role/edit/1',
  '/ui/cadastros/tipo_entrada_saida',
  '/ui/configuracao/pagamento',
] as const

const WAYS = [
  { name: 'claro', width: 1366, height: 768, colorScheme: 'light' },
  { name: 'escuro', width: 1366, height: 768, colorScheme: 'dark' },
  { name: 'celular', width: 390, height: 780, colorScheme: 'light' },
] as const

let session: BrowserSession
beforeAll(async () => {
  session = await browserSession()
  const { page, url } = session
  await page.goto(`${url}/access/signin`)
  await page.fill('input[type=email]', ADMIN.email)
  await page.fill('input[type=password]', ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-screen="/ui/dashboard"]')
}, 120_000)
afterAll(() => session?.close())

describe.each(WAYS)('$name', ({ name, width, height, colorScheme }) => {
  it.each(SCREENS)('%s', async (path) => {
    const { page, url, errors } = session
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    errors.length = 0
    await page.goto(url + path)
    await page.waitForSelector(`[data-screen="${path}"]`)
    await page.waitForLoadState('networkidle')
    await shot(page, `${path.slice(4).replaceAll('/', '-')}-${name}`)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'the page scrolls sideways',
    ).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    expect(errors).toEqual([])
  })
})

describe('what is not there', () => {
  it.each([
    ['/ui/nada', '/404'],
    ['/ui/comercial/nada', '/404'],
    ['/qualquer', '/access/signin'],
  ])('%s is %s', async (path, shown) => {
    await session.page.goto(session.url + path)
    await session.page.waitForSelector(`[data-screen="${shown}"]`)
  })
})
