import type { Request } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { seriousFaults, settled, shot } from '../../fixtures/look'
import { KEYMAP, KEY_NAMES } from './keys'

/** What is open on top hears the keys, and nothing under it: menus and other popovers of every kind, dialogs. */

const session = browserTest()
const keys = new Keyboard(session)

const open = async (path: string) => {
  await session.page.goto(session.url + path)
  await keys.screen(path.split('?')[0] ?? path)
  await settled(session.page)
}

/** As playwright names the keys of the map, a sequence as its parts. */
const pressed = (combo: string): readonly string[] =>
  combo.split(' ').map((key) => key.replace('Ctrl+', 'Control+').replace('Espaço', 'Space').replace('Esc', 'Escape'))

/** Every key of the map that the page itself hears; the lock is heard under everything. */
const MAPPED = KEY_NAMES.filter((name) => !('local' in KEYMAP[name]) && name !== 'lock').flatMap((name) => [
  ...KEYMAP[name].keys,
])

/** What would change if something below had heard a key. */
const below = () =>
  session.page.evaluate(() => ({
    address: location.href,
    dialogs: document.querySelectorAll('dialog').length,
    tab: document.querySelector('[role=tab][aria-selected=true]')?.id,
    narrow: document.querySelector('.shell-narrow') !== null,
    filters: document.querySelector('.row-filter') !== null,
    chat: document.querySelector('.chat-list') !== null,
    search: document.activeElement?.closest('.search-box') !== null,
    toasts: document.querySelectorAll('.toast').length,
    others: [...document.querySelectorAll('[popover]:popover-open')].map(({ id }) => id),
  }))

interface Kind {
  readonly name: string
  readonly path: string
  readonly opens: () => Promise<void>
  /** Keys that it takes itself. */
  readonly own?: readonly string[]
}

const press = (name: string | RegExp) => async () => {
  const button = session.page.getByRole('button', { name, exact: true }).last()
  await button.focus()
  await keys.press('Enter')
}

const SALE = '/ui/comercial/venda/edit/1'
const KINDS: readonly Kind[] = [
  { name: 'the verbs of a list', path: '/ui/cadastros/cliente', opens: () => keys.press('.') },
  { name: 'its views', path: '/ui/comercial/venda', opens: () => keys.press('v') },
  { name: 'its columns', path: '/ui/cadastros/cliente', opens: press('Colunas') },
  {
    name: 'the companies',
    path: '/ui/cadastros/cliente',
    opens: () => session.page.locator('.btn.company').press('Enter'),
  },
  {
    name: 'the user’s own menu',
    path: '/ui/cadastros/cliente',
    opens: () => session.page.locator('.btn.user').press('Enter'),
  },
  { name: 'the verbs of a document', path: SALE, opens: press('Mais') },
  {
    name: 'the discount of its lines',
    path: '/ui/comercial/venda/edit/new?tab=2',
    opens: press('Desconto'),
    own: ['Ctrl+Enter'],
  },
]

const isOpen = () => session.page.locator('.popover:popover-open')

describe('nothing below an open popover hears a key', () => {
  afterEach(async () => {
    await session.page.goto('about:blank')
  })

  it.each(KINDS)('$name', async ({ path, opens, own = [] }) => {
    await open(path)
    await opens()
    await isOpen().waitFor()
    const before = await below()
    let calls = 0
    const count = (request: Request): void => {
      if (request.method() !== 'GET') calls += 1
    }
    session.page.on('request', count)
    const heard: string[] = []
    for (const combo of MAPPED.filter((one) => !own.includes(one))) {
      await keys.press(...pressed(combo))
      const now = await below()
      if (JSON.stringify(now) !== JSON.stringify(before)) heard.push(combo)
      if ((await isOpen().count()) === 0) await opens()
    }
    session.page.off('request', count)
    expect({ heard, calls }).toEqual({ heard: [], calls: 0 })
    expect(session.errors).toEqual([])
  })
})

describe('a menu', () => {
  it('is found in by typing, and what is found runs with Enter', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    const download = page.waitForEvent('download')
    await page.keyboard.press('.')
    await page.keyboard.type('csv')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })

  it('says so when nothing is called that, and takes letters back', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    await keys.press('.')
    await keys.type('zebra')
    await page.getByRole('menuitem', { name: 'Nada com “zebra”' }).waitFor()
    await shot(page, 'menu-nada')
    expect(await seriousFaults(page)).toEqual([])
    for (let letters = 'zebra'.length; letters > 0; letters -= 1) await keys.press('Backspace')
    await keys.type('exp')
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Exportar XLSX\nE', 'Exportar CSV'])
    await shot(page, 'menu-achado')
  })

  it('gives the focus back to where it was opened from', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    await keys.press('.', 'Escape')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid')
    expect(await isOpen().count()).toBe(0)
  })

  it('closes when the focus goes on, and the list hears its keys again', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    await page.locator('.btn.user').press('Enter')
    await isOpen().waitFor()
    await page.locator('[role=grid]').focus()
    await isOpen().waitFor({ state: 'detached' })
    await keys.press('f')
    await page.locator('.row-filter').waitFor()
  })
})

describe('the lock', () => {
  it('is heard under everything', async () => {
    const { page } = session
    await open('/ui/cadastros/cliente')
    await keys.press('.', 'Control+Shift+L')
    await page.getByRole('button', { name: 'Desbloquear' }).waitFor()
  })
})
