import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'
import { settled, shot } from '../fixtures/look'
import { SCREENS } from './screens.fixture'

/** A notice is read where it stands, and hides nothing that one reads or presses next: on an office screen and on a phone. */

const session = browserTest()
const keys = new Keyboard(session)

/** A notice that stays: why a record was not deleted concerns no form, so it goes along to every screen. */
async function leaveNotice(): Promise<void> {
  const { page, url } = session
  await page.goto(`${url}/ui/estoque/fabricante`)
  await keys.screen('/ui/estoque/fabricante')
  await settled(page)
  await page.route('**/api/estoque/fabricante/**', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { message: 'Está em uso por um produto.' } })
      : route.continue(),
  )
  await keys.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  await keys.press('Control+Enter')
  await page.locator('.toast-danger').waitFor()
  await page.unrouteAll()
}

/** Goes on within the page, as a link does: a page that is loaded anew has no notices. */
async function goOn(path: string): Promise<void> {
  const { page } = session
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await keys.screen(path)
  await settled(page)
}

/** What a notice must not lie on, in words; each with its rectangle, of what can be seen of the layer that is worked on. */
const COVERED = `(() => {
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const own = (one) => (one.closest('dialog') ?? document) === layer && one.closest('.toasts') === null && one.checkVisibility()
  const box = (one) => one.getBoundingClientRect()
  const toasts = [...document.querySelectorAll('.toast')].map(box)
  const kept = '.list-foot, .form-summary, .dialog-foot *, .dialog-head *, .topbar button, .list-head :is(button, input), [role="tab"], .list-tools > .btn-primary'
  const faults = [...layer.querySelectorAll(kept)].filter(own).filter((one) => toasts.some((toast) => {
    const at = box(one)
    return at.width > 0 && at.left < toast.right - 1 && toast.left < at.right - 1 && at.top < toast.bottom - 1 && toast.top < at.bottom - 1
  })).map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? one.className).trim().slice(0, 40))
  const seen = toasts.length > 0 && toasts.every(({ top, bottom, left, right }) => top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth)
  return seen ? faults : ['no notice is seen']
})()`

/** Buttons of the top dialog's foot that the window cuts off. */
const CUT = `[...document.querySelectorAll('dialog[open] .dialog-foot button')]
  .filter((one) => one.checkVisibility())
  .filter((one) => { const at = one.getBoundingClientRect(); return at.left < 0 || at.right > innerWidth || at.bottom > innerHeight })
  .map((one) => one.textContent)`

describe.each([
  ['an office screen', 1366, 768],
  ['a phone', 390, 780],
])('on %s', (_, width, height) => {
  it('a notice lies on no figure and on no button, on any screen, and no button of a record is cut off', async () => {
    const { page } = session
    await page.setViewportSize({ width: 1366, height: 768 })
    await leaveNotice()
    await page.setViewportSize({ width, height })
    const faults: string[] = []
    for (const path of SCREENS) {
      await goOn(path)
      const [covered, cut] = [await page.evaluate<string[]>(COVERED), await page.evaluate<string[]>(CUT)]
      if (covered.length + cut.length > 0) await shot(page, `aviso-${width}-${path.slice(4).replaceAll('/', '-')}`)
      faults.push(...covered.map((one) => `${path}: over ${one}`), ...cut.map((one) => `${path}: cut off ${one}`))
    }
    expect(faults).toEqual([])
  }, 180_000)
})

describe('a save that the server refuses', () => {
  it('is said at the field, once; the notice leads there from another tab', async () => {
    const { page, url } = session
    await page.setViewportSize({ width: 1366, height: 768 })
    const path = '/ui/cadastros/cliente/edit/1'
    await page.goto(url + path)
    await keys.screen(path)
    await settled(page)
    const told = 'O nome desta prova é recusado.'
    await page.route('**/api/cliente/1', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            json: { message: told, errors: { xNome: [told], limite: ['Limite de outra tela.'] } },
          })
        : route.continue(),
    )
    await page.getByLabel('Nome fantasia').fill('Outra')
    await keys.press('Control+s')
    const notice = page.locator('.toast', { hasText: 'Erro de validação' })
    await notice.waitFor()
    await shot(page, 'recusado')
    expect(await page.getByText(told).count()).toBe(1)
    expect(await page.locator('.field-error', { hasText: told }).count()).toBe(1)
    await keys.press('F2')
    await notice.getByRole('button', { name: 'Ir ao campo' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
      .toBe('xNome')
    await page.unrouteAll()
  })
})
