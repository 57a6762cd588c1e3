import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../fixtures/browser-session'
import { settled } from '../fixtures/look'

/** Each kind of dialog has one width and one height, on every screen and in every tab. */

const session = browserTest()
const keys = new Keyboard(session)

/** Width and height in px on an office screen of 1366 by 768; dialogs over dialogs are inset and not looked at here. */
const KINDS: Readonly<Record<string, readonly [number, number]>> = {
  md: [640, 460],
  lg: [880, 600],
  xl: [1120, 700],
  xxl: [1342, 720],
  full: [1342, 744],
}

const sizeOf = () =>
  session.page.locator('dialog[open]').evaluate((one) => {
    const { width, height } = one.getBoundingClientRect()
    const kind = /dialog-(md|lg|xl|xxl|full)(?: |$)/.exec(one.className)?.[1] ?? ''
    return { kind, size: [Math.round(width), Math.round(height)] }
  })

it('of every form for a new record, and of its tabs', async () => {
  const { page, url } = session
  const areas = await page.$$eval('.nav-head a', (found) => found.map((one) => one.getAttribute('href') ?? ''))
  const forms: string[] = []
  for (const area of areas) {
    await page.goto(url + area)
    await keys.screen(area)
    await settled(page)
    forms.push(...(await page.$$eval('.place-new', (found) => found.map((one) => one.getAttribute('href') ?? ''))))
  }
  expect(forms.length).toBeGreaterThan(25)
  const wrong: string[] = []
  for (const form of forms) {
    await page.goto(url + form)
    await page.locator('dialog[open]').waitFor()
    await settled(page)
    const seen = [await sizeOf()]
    for (const tab of await page.locator('dialog[open] [role=tab]:not(:disabled)').all()) {
      await tab.click()
      seen.push(await sizeOf())
    }
    for (const { kind, size } of seen)
      if (String(KINDS[kind]) !== String(size)) wrong.push(`${form}: ${kind} ${String(size)}`)
  }
  expect(wrong).toEqual([])
}, 180_000)
