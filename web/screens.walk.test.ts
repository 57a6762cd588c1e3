import { describe, expect, it } from 'vitest'
import { browserTest } from '../fixtures/browser-session'
import { expectPresentable, fits, seriousFaults, settled } from '../fixtures/look'
import { SCREENS } from './screens.fixture'

/** Every screen opens by its address, shows itself, raises no error, and axe finds nothing serious: light, dark, and on a phone. */

const session = browserTest()

describe('opened by its address, light, dark, and on a phone', () => {
  it.each(SCREENS)('%s', async (path) => {
    const { page, url, errors } = session
    errors.length = 0
    await page.goto(url + path)
    await page.waitForSelector(`[data-screen="${path}"]`)
    await expectPresentable(page, path.slice(4).replaceAll('/', '-'))
    expect(errors).toEqual([])
  })
})

describe('opened on a phone', () => {
  it.each(['/ui/dashboard', '/ui/comercial/venda', '/ui/comercial/venda/edit/1', '/ui/cadastros/cliente/edit/1'])(
    '%s',
    async (path) => {
      const { page, url, errors } = session
      await page.setViewportSize({ width: 390, height: 780 })
      await page.goto(url + path)
      await page.waitForSelector(`[data-screen="${path}"]`)
      await settled(page)
      expect(await fits(page)).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
      expect(errors).toEqual([])
    },
  )
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
