import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard, signIn } from '../../fixtures/browser-session'
import { settled } from '../../fixtures/look'

/** What the frame does for every screen: area pages, layouts, notices, focus, how lists are found again. */

const session = browserTest()
const keys = new Keyboard(session)

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path.split('?')[0] ?? path)
  await settled(session.page)
}
const focused = () => session.page.evaluate(() => document.activeElement?.tagName)
const boxOf = (selector: string) => session.page.locator(selector).first().boundingBox()

describe('area pages', () => {
  it('lead to their screens and create in them, and the menu leads to them', async () => {
    const { page } = session
    await page.getByRole('link', { name: 'Cadastros', exact: true }).click()
    await keys.screen('/ui/cadastros')
    expect(await page.title()).toBe('Cadastros')
    await page.getByRole('link', { name: 'Criar em Clientes' }).click()
    await keys.screen('/ui/cadastros/cliente/edit/new')
  })

  it('offer to create only what has a form for it', async () => {
    const { page } = session
    await open('/ui/compras')
    expect(await page.getByRole('link', { name: 'Criar em Pedidos de compra' }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Criar em NF-e de Compra' }).count()).toBe(0)
    await open('/ui/cadastros')
    expect(await page.getByRole('link', { name: 'Criar em Entregas de webhooks' }).count()).toBe(0)
  })
})

describe('titles', () => {
  it('are the screen’s', async () => {
    await open('/ui/configuracao/pagamento')
    expect(await session.page.title()).toBe('Formas de Pagamento')
  })
})

describe('the quick sale', () => {
  it('opens from any screen by key and by button', async () => {
    const { page } = session
    await open('/ui/estoque/unidade')
    await keys.press('g', 'n')
    await keys.screen('/ui/comercial/venda/edit/new')
    await open('/ui/estoque/unidade')
    await page.getByRole('button', { name: 'Venda rápida' }).click()
    await keys.screen('/ui/comercial/venda/edit/new')
  })
})

describe('the keys', () => {
  it('are told as far as their screens are there for whoever asks', async () => {
    const { page } = session
    const told = async (): Promise<number> => {
      await open('/ui/dashboard')
      await keys.press('?')
      await keys.text('Ir para Mercadorias')
      const found = await page.getByText('Ir para Fluxo de caixa').count()
      await keys.press('Escape')
      return found
    }
    expect(await told()).toBe(1)
    await signIn(session, 'estoque@demo.prumo.local')
    expect(await told()).toBe(0)
    await signIn(session)
  })
})

describe('the palette', () => {
  it('finds a document by its name and number', async () => {
    await open('/ui/dashboard')
    await keys.press('Control+k')
    await keys.type('venda 1')
    await session.page.getByRole('option', { name: /^Venda 1\b/ }).waitFor()
    await keys.press('Escape')
  })
})

describe('an empty list', () => {
  it('names its key only where there are keys', async () => {
    const { page, browser, url } = session
    const empty = '/ui/estoque/fabricante?busca=nenhum assim'
    await open(empty)
    await page.locator('.empty', { hasText: 'Nenhum registro encontrado · N para criar' }).waitFor()
    const storageState = await page.context().storageState()
    const phone = await browser.newContext({
      storageState,
      isMobile: true,
      hasTouch: true,
      viewport: { width: 390, height: 780 },
    })
    const small = await phone.newPage()
    await small.goto(url + empty)
    await expect.poll(() => small.locator('.empty').innerText()).toBe('Nenhum registro encontrado')
    await phone.close()
  })
})

describe('layouts of the address', () => {
  it('lateral puts the record beside its list, limpo takes the frame away, and padrao brings it back', async () => {
    const { page } = session
    await open('/ui/estoque/unidade/edit/1?layout=lateral')
    const sheet = await boxOf('dialog[data-screen]')
    expect(Math.round((sheet?.x ?? 0) + (sheet?.width ?? 0))).toBe(1366)
    expect(sheet?.height).toBe(768)
    await open('/ui/estoque/unidade?layout=limpo')
    expect(await page.locator('.topbar').isVisible()).toBe(false)
    await open('/ui/estoque/unidade?layout=padrao')
    expect(await page.locator('.topbar').isVisible()).toBe(true)
  })

  it('tab opens the tab that it names', async () => {
    await open('/ui/comercial/venda/edit/1?tab=3')
    expect(await session.page.getByRole('tab', { selected: true }).innerText()).toContain('Financeiro')
  })
})

describe('a list', () => {
  it('is found as it was left when one comes back to it by the menu', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    await keys.press('/')
    await keys.type('maria')
    await keys.press('Enter')
    await page.waitForURL(/busca=maria/)
    await page.getByRole('link', { name: 'Fornecedores' }).click()
    await keys.screen('/ui/cadastros/fornecedor')
    await page.getByRole('link', { name: 'Clientes', exact: true }).first().click()
    await keys.screen('/ui/cadastros/cliente')
    expect(await page.inputValue('.search-box input')).toBe('maria')
    expect(page.url()).toContain('busca=maria')
  })
})

describe('sections', () => {
  it('going to another one closes what is open', async () => {
    const { page } = session
    await open('/ui/estoque/unidade/edit/1')
    await keys.press('Control+k')
    await keys.type('fornecedores')
    await keys.press('Enter')
    await keys.screen('/ui/cadastros/fornecedor')
    await page.locator('dialog').waitFor({ state: 'detached' })
  })
})

describe('what was typed', () => {
  const question = () => session.page.getByRole('alertdialog', { name: 'Descartar o que foi digitado?' })
  const name = () => session.page.getByLabel('Descrição')
  const searchFor = async (screen: string) => {
    await keys.press('Control+k')
    await keys.type(screen)
    await keys.press('Enter')
  }
  const typeNew = async () => {
    await open('/ui/estoque/fabricante')
    await keys.press('n')
    await session.page.locator('dialog input:focus').waitFor()
    await keys.type('Fábrica sem salvar')
  }
  const stays = async () => {
    await question().waitFor()
    // As a scanner ends: that is no answer. The focus is on what loses nothing.
    await keys.type('7891000345245')
    await keys.press('Enter')
    await question().getByText('7891000345245 não foi usado: responda antes.').waitFor()
    await keys.press('Enter')
    await question().waitFor({ state: 'detached' })
    expect(await name().inputValue()).toBe('Fábrica sem salvar')
    expect(new URL(session.page.url()).pathname).toBe('/ui/estoque/fabricante/edit/new')
  }

  it('is asked about before Back closes it, and Back goes on once it may', async () => {
    const { page } = session
    await typeNew()
    await page.goBack()
    await stays()
    await page.goBack()
    await stays()
    await page.goBack()
    await question().waitFor()
    await keys.press('Control+Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/ui/estoque/fabricante')
  })

  it('is asked about before another screen opens over it', async () => {
    await typeNew()
    await searchFor('fornecedores')
    await stays()
    await searchFor('fornecedores')
    await question().waitFor()
    await keys.press('Control+Enter')
    await keys.screen('/ui/cadastros/fornecedor')
    await session.page.goBack()
    await keys.screen('/ui/estoque/fabricante/edit/new')
    expect(await name().inputValue()).toBe('')
  })

  it('is left alone by a scanner while the question of Esc is open', async () => {
    await typeNew()
    await keys.press('Escape')
    await stays()
    await keys.press('Escape')
    await question().waitFor()
    await keys.press('Control+Enter')
    await session.page.locator('dialog').waitFor({ state: 'detached' })
  })
})

describe('focus', () => {
  it('stays where one works when the pressed button goes away', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente?f.UF=PR')
    await page.locator('.filter-chip').focus()
    await keys.press('Enter')
    await page.locator('.filter-chip').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement !== document.body)
    expect(await focused()).not.toBe('BODY')
  })
})

describe('toasts', () => {
  it('stand above a document’s totals and buttons', async () => {
    const { page } = session
    await open('/ui/comercial/venda/edit/new')
    await page.getByLabel('Observações').fill('Entregar cedo')
    await keys.press('Alt+ArrowDown')
    await keys.text('Salve ou descarte as alterações antes de passar a outro registro.')
    await keys.text('Aviso')
    const above = async (): Promise<number> => {
      const [toasts, totals] = [await boxOf('dialog .toasts'), await boxOf('dialog .form-summary')]
      return (totals?.y ?? 0) - (toasts?.y ?? 0) - (toasts?.height ?? 0)
    }
    expect(await above()).toBeGreaterThanOrEqual(0)
    // Also those that came while the window was narrow.
    const size = page.viewportSize() ?? { width: 0, height: 0 }
    await page.setViewportSize({ width: 390, height: 780 })
    await page.locator('dialog .toast .icon-btn').click()
    await keys.press('Alt+ArrowDown')
    await page.locator('dialog .toast').waitFor()
    await page.setViewportSize(size)
    await expect.poll(above).toBeGreaterThanOrEqual(0)
    expect(await page.locator('dialog .toast').count()).toBe(1)
  })
})

describe('a connection that was lost', () => {
  it('is opened again, and the open list looks for what it did not hear of', async () => {
    const { page } = session
    let drop = () => Promise.resolve()
    let isOpen = false
    await page.routeWebSocket('**/ws/events', (socket) => {
      if (!isOpen) socket.connectToServer()
      isOpen = true
      drop = () => socket.close()
    })
    await open('/ui/estoque/unidade')
    await expect.poll(() => isOpen).toBe(true)
    const again = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/unidade'))
    await drop()
    expect((await again).status()).toBe(200)
    await page.unrouteAll()
  })
})

describe('a toast', () => {
  it('covers nothing of a small dialog', async () => {
    const { page } = session
    await open('/ui/comercial/venda/edit/new')
    await page.getByLabel('Observações').fill('Entregar cedo')
    await keys.press('Alt+ArrowDown', 'Escape')
    await page.locator('[role=alertdialog] .toast').waitFor()
    const [toasts, question] = [await boxOf('[role=alertdialog] .toasts'), await boxOf('[role=alertdialog]')]
    expect(toasts?.y).toBeGreaterThanOrEqual((question?.y ?? 0) + (question?.height ?? 0))
    await keys.press('Control+Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
  })

  it('of a save that failed goes with the next save', async () => {
    const { page } = session
    await open('/ui/estoque/fabricante/edit/new')
    await page.getByLabel('Descrição').fill('Fábrica sem rede')
    await page.route('**/api/estoque/fabricante', (route) => route.abort())
    await keys.press('Control+s')
    const failed = page.getByText('Sem conexão com o servidor.')
    await failed.waitFor()
    await page.unroute('**/api/estoque/fabricante')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
    expect(await failed.count()).toBe(0)
  })
})

describe('a new version on the server', () => {
  it('is told calmly, and one press loads it at the same place', async () => {
    const { page } = session
    await page.routeWebSocket('**/ws/events', (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => socket.send(String(message).replace(/main-[\w-]+\.js/, 'main-outra.js')))
    })
    await open('/ui/estoque/unidade')
    const notice = page.getByRole('button', { name: 'Nova versão: recarregar' })
    await notice.waitFor()
    const loaded = page.waitForEvent('load')
    await notice.click()
    await loaded
    await keys.screen('/ui/estoque/unidade')
    expect(session.errors).toEqual([])
  })
})
