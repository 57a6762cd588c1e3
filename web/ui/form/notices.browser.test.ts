import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { settled, shot } from '../../../fixtures/look'

/** What is told stands where it belongs, once, and ends with what it is about. */

const session = browserTest()
const keys = new Keyboard(session)

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path.split('?')[0] ?? path)
  await settled(session.page)
}

describe('without a connection', () => {
  it('a save says so once, waits for the server, and makes one record however often it was sent', async () => {
    const { page } = session
    const name = 'Fábrica de antes da queda'
    await open('/ui/estoque/fabricante/edit/new')
    await keys.type(name)
    const sent: (string | undefined)[] = []
    let back = false
    await page.route('**/api/estoque/fabricante', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent.push(route.request().headers()['idempotency-key'])
      // The first is done, and its answer lost; what comes after it comes to nobody until the connection is back.
      if (sent.length === 1) await route.fetch()
      return back ? route.continue() : route.abort()
    })
    await keys.press('Control+s')
    const offline = page.locator('.toast', { hasText: 'Sem conexão com o servidor.' })
    await offline.waitFor()
    await shot(page, 'sem-conexao')
    await keys.press('Control+s')
    await expect.poll(() => sent.length).toBeGreaterThan(1)
    back = true
    await keys.text('Registro criado com sucesso.')
    expect(await offline.count()).toBe(0)
    await page.unroute('**/api/estoque/fabricante')
    expect(new Set(sent).size).toBe(1)
    const found = await page.evaluate(
      async (search) =>
        (
          await fetch(`/api/estoque/fabricante?search=${encodeURIComponent(search)}`, {
            headers: { 'X-Requested-With': 'XMLHttpRequest' },
          })
        ).json(),
      name,
    )
    expect(found.total).toBe(1)
  })

  it('a save that waits is given up with its form', async () => {
    const { page } = session
    await open('/ui/estoque/fabricante/edit/new')
    await keys.type('Fábrica abandonada')
    let sent = 0
    await page.route('**/api/estoque/fabricante', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      return route.abort()
    })
    await keys.press('Control+s')
    const offline = page.locator('.toast', { hasText: 'Sem conexão com o servidor.' })
    await offline.waitFor()
    await keys.press('Escape')
    await page.getByRole('alertdialog').waitFor()
    await keys.press('Control+Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await offline.count()).toBe(0)
    const before = sent
    await page.unroute('**/api/estoque/fabricante')
    await page.waitForResponse((answer) => answer.url().endsWith('/healthz'))
    await settled(page)
    expect(sent).toBe(before)
    expect(await page.getByText('Registro criado com sucesso.').count()).toBe(0)
  })
})

describe('an error of a form', () => {
  it('goes when the form is closed', async () => {
    const { page } = session
    await open('/ui/estoque/fabricante/edit/new')
    await keys.type('Fábrica recusada')
    await page.route('**/api/estoque/fabricante', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { message: 'Recusado por esta prova.' } })
        : route.continue(),
    )
    await keys.press('Control+s')
    await keys.text('Recusado por esta prova.')
    await keys.press('Escape')
    await page.getByRole('alertdialog').waitFor()
    await keys.press('Control+Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await page.getByText('Recusado por esta prova.').count()).toBe(0)
    await page.unrouteAll()
  })
})

describe('a payment condition', () => {
  it('says that it is not applied until it is', async () => {
    const { page } = session
    await open('/ui/comercial/venda/edit/1?tab=3')
    const box = page.getByPlaceholder('30/60/90, à vista, 3x, entrada+2x')
    const pending = page.getByText('Condição não aplicada: Enter ou Gerar parcelas.')
    if ((await box.count()) === 0) await open('/ui/comercial/venda/edit/new?tab=3')
    await box.fill('30/60')
    await page.getByRole('button', { name: 'Voltar' }).focus()
    await pending.waitFor()
    await shot(page, 'condicao')
    await box.fill('')
    await pending.waitFor({ state: 'detached' })
  })
})

describe('what is missing', () => {
  it('is said once: the pop-up goes to it, then it stands below its field', async () => {
    const { page } = session
    await open('/ui/estoque/fabricante/edit/new')
    await keys.press('Control+s')
    const told = page.getByText(/^(Preencha|Informe) este campo\.?$/)
    const seen = async () =>
      (await Promise.all((await told.all()).map((one) => one.isVisible()))).filter(Boolean).length
    await page.locator('.field-popup').waitFor()
    expect(await seen()).toBe(1)
    await page.locator('.field-popup').waitFor({ state: 'detached' })
    expect(await seen()).toBe(1)
    await keys.press('Escape')
  })
})

describe('Ctrl+A', () => {
  it('selects the first page, then all that the list finds, then nothing', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    const told = page.locator('.list-foot')
    await keys.press('Control+a')
    await told.getByText('50 selecionadas').waitFor()
    await keys.text(/Ctrl\+A de novo seleciona todos os [\d.]+ do filtro/)
    await keys.press('Control+a')
    await expect.poll(() => told.innerText()).toMatch(/\d{3,} selecionadas/)
    await keys.press('Control+a')
    await expect.poll(() => told.innerText()).not.toContain('selecionadas')
  })
})

describe('a form that comes in a chunk of its own', () => {
  it('has its frame while its fields are on their way', async () => {
    const { page } = session
    let release = () => {}
    const held = new Promise<void>((go) => {
      release = go
    })
    let hold = false
    await page.route('**/c-*.js', async (route) => {
      if (hold) await held
      await route.continue()
    })
    await page.goto(`${session.url}/ui/cadastros/empresa`)
    await page.locator('[role=row][data-id]').first().waitFor()
    hold = true
    await keys.press('Enter')
    await page.getByRole('dialog', { name: 'Abrindo…' }).waitFor()
    await shot(page, 'abrindo')
    release()
    await page.getByRole('dialog', { name: 'Abrindo…' }).waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.tab-panel') !== null)).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await keys.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
  })
})

describe('the skip link', () => {
  it('is unseen until it has the focus', async () => {
    const { page } = session
    await open('/ui/estoque/unidade')
    const link = page.locator('.skip')
    const top = () => link.evaluate((one) => one.getBoundingClientRect().bottom)
    expect(await top()).toBeLessThan(0)
    await link.focus()
    await keys.press('Shift')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
  })
})
