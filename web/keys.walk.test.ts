import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'

import { seriousFaults, settled, shot } from '../fixtures/look'
import { KEYMAP, KEY_NAMES } from './app/keys'

/** What the screens say of their keys is true: every key that one shows does something there, and `?` tells those that do. */

const session = browserTest()
const keys = new Keyboard(session)

const SCREENS = [
  '/ui/dashboard',
  '/ui/cadastros/cliente',
  '/ui/cadastros/cliente/edit/1',
  '/ui/cadastros/empresa/edit/1',
  '/ui/cadastros/vendedor/edit/1',
  '/ui/cadastros/tipo_entrada_saida',
  '/ui/cadastros/role/edit/1',
  '/ui/comercial/venda',
  '/ui/comercial/venda/edit/1',
  '/ui/comercial/venda/edit/new',
  '/ui/comercial/orcamento/edit/1',
  '/ui/comercial/tabela_preco',
  '/ui/compras/nfe_compra',
  '/ui/compras/pedido_compra/edit/new',
  '/ui/compras/solicitacao',
  '/ui/configuracao/pagamento',
  '/ui/estoque/entrada/edit/1',
  '/ui/estoque/mercadoria/edit/1',
  '/ui/estoque/unidade/edit/new',
  '/ui/expedicao/roteirizacao',
  '/ui/financeiro/contas_receber',
  '/ui/mrp/planejamento/edit/new',
  '/ui/mrp/previsao',
  '/ui/producao/ordem_producao/edit/new',
] as const

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path)
  await settled(session.page)
}

/** Notes in the page whether the last key was taken, and lets nothing leave it. */
const LISTEN = `addEventListener('keydown', (event) => {
  if (!['Shift', 'Control', 'Alt'].includes(event.key)) globalThis.taken = event.defaultPrevented
})
globalThis.open = () => null`

/** The keys that the top layer shows, at its buttons, tabs and menus. */
const shownKeys = () =>
  session.page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const texts = [...top.querySelectorAll('kbd')].map((one) => one.textContent)
    const hints = [...top.querySelectorAll('button[title]')].flatMap(
      (one) => /\(((?:Ctrl|Shift|Alt|[A-Z]|F\d)[^ ]*(?: \w)?)\)$/.exec(one.getAttribute('title') ?? '')?.[1] ?? [],
    )
    return [...new Set([...texts, ...hints])].filter((key) => key !== '')
  })

/** Pressed elsewhere: the lock ends the session, and what is heard where the focus is has tests of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'Ctrl+Shift+L',
  ...KEY_NAMES.filter((name) => 'local' in KEYMAP[name]).flatMap((name) => [...KEYMAP[name].keys]),
])

/** As playwright names it: letters of the map are lower case, but where they are modified. */
const pressed = (shown: string): readonly string[] =>
  shown.split(' ').map((key) => {
    const name = key
      .replace('⇧', 'Shift+')
      .replace('Ctrl+', 'Control+')
      .replace('Del', 'Delete')
      .replace('Esc', 'Escape')
    return name.length === 1 ? name.toLowerCase() : name
  })

/** What a key may have changed, so that the next one would meet something else. */
const place = () =>
  session.page.evaluate(
    () =>
      `${location.href} ${document.querySelectorAll('dialog, :popover-open, .row-filter, .inline-edit, .chat-list').length} ${document.querySelector('[role=tab][aria-selected=true]')?.id}`,
  )

/** Where letters are keys: not in a box. */
const leaveBox = () =>
  session.page.evaluate(() => {
    const box = document.activeElement
    if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement || box instanceof HTMLSelectElement))
      return
    const around = box.closest('dialog')?.querySelector('button') ?? document.querySelector('[role=grid], .content')
    if (around instanceof HTMLElement) around.focus()
  })

describe('every key that is shown is bound', () => {
  it.each(SCREENS)('%s', async (path) => {
    const { page, errors } = session
    errors.length = 0
    await open(path)
    const shown = (await shownKeys()).filter((key) => !ELSEWHERE.has(key))
    expect(shown.length).toBeGreaterThan(0)
    const dead: string[] = []
    // What keys do must not change what the next of them meets.
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 400, json: { message: 'Agora não.' } }),
    )
    await page.evaluate(LISTEN)
    const before = await place()
    for (const key of shown) {
      if ((await place()) !== before) {
        await open(path)
        await page.evaluate(LISTEN)
      }
      await leaveBox()
      for (const part of pressed(key)) await page.keyboard.press(part)
      if (!(await page.evaluate('globalThis.taken === true'))) dead.push(key)
      await settled(page)
    }
    await page.unrouteAll({ behavior: 'wait' })
    expect(dead).toEqual([])
    expect(errors).toEqual([])
  })
})

const told = () =>
  session.page.locator('.key-help [data-key]').evaluateAll((all) => all.map((one) => one.getAttribute('data-key')))

describe('?', () => {
  it('tells in a list what a list does, and no key of forms', async () => {
    await open('/ui/cadastros/cliente')
    await keys.press('?')
    await keys.text('Ir para Vendas')
    const names = await told()
    expect(names).toEqual(
      expect.arrayContaining(['list_new', 'list_verbs', 'list_move', 'list_open', 'go_venda', 'palette']),
    )
    for (const name of ['save', 'tab1', 'dispatch', 'line_move', 'chat_send', 'list_duplicate'])
      expect(names).not.toContain(name)
  })

  it('tells in a document its tabs and verbs by their names, and no key of the list below; while one types too', async () => {
    const { page } = session
    await open('/ui/comercial/venda/edit/new')
    await keys.press('Control+/')
    await page.locator('.key-help').waitFor()
    const names = await told()
    expect(names).toEqual(
      expect.arrayContaining(['save', 'tab1', 'tab2', 'dispatch', 'invoice', 'line_move', 'close', 'help']),
    )
    for (const name of ['list_new', 'list_move', 'go_venda', 'tab5']) expect(names).not.toContain(name)
    await page.locator('.key-help [data-key=tab2]').getByText('Mercadorias').waitFor()
    await shot(page, 'teclas-venda')
    expect(await seriousFaults(page)).toEqual([])
    await keys.press('Escape')
    await page.locator('.key-help').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  })
})

describe('tabs beyond four', () => {
  it('open by Shift with the key', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente/edit/1')
    const fifth = page.getByRole('tab').nth(4)
    await keys.press('Shift+F1')
    expect(await fifth.getAttribute('aria-selected')).toBe('true')
    expect(await fifth.innerText()).toContain('⇧F1')
  })
})

describe('the next record of the list', () => {
  const at = () => new URL(session.page.url()).pathname

  it.each(['/ui/comercial/venda', '/ui/estoque/entrada', '/ui/cadastros/cliente', '/ui/estoque/unidade'])(
    '%s: opens in the same tab, also where the record is closed, and back',
    async (list) => {
      const { page } = session
      await open(list)
      await keys.press('Enter')
      await page.waitForURL(/edit/)
      await settled(page)
      const tabs = await page.getByRole('tab').count()
      const tab = () => page.getByRole('tab', { selected: true }).allInnerTexts()
      if (tabs > 1) await keys.press(`F${Math.min(tabs, 3)}`)
      const chosen = await tab()
      const first = at()
      const seen = [first]
      for (let step = 0; step < 4; step += 1) {
        await keys.press('Alt+ArrowDown')
        await page.waitForURL((url) => url.pathname !== seen.at(-1))
        await settled(page)
        seen.push(at())
        expect(await tab()).toEqual(chosen)
        expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
      }
      expect(new Set(seen).size).toBe(5)
      await keys.press('Alt+ArrowUp')
      await page.waitForURL((url) => url.pathname === seen.at(-2))
      await settled(page)
      await keys.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate(() => document.querySelector('.row-active')?.getAttribute('data-id')))
        .toBe(seen.at(-2)?.split('/').at(-1))
    },
  )

  it('goes on over the end of what the list has fetched, and says where the list ends', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    await keys.press('Enter')
    await page.waitForURL(/edit/)
    await settled(page)
    await keys.press('Alt+ArrowUp')
    await keys.text('Não há registro anterior na lista.')
  })
})
