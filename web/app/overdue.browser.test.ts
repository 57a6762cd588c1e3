import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn } from '../../fixtures/browser-session'
import { seriousFaults } from '../../fixtures/look'

/** The overdue notice as who can pay sees it; what the server says of it, http/sis/assinante.test.ts proves. */

const ACCOUNT = { qDiasDevedor: 3, qParcelasDevedor: 2, segundos: 90, boleto_url: 'https://cobranca.example/1' }

let session: BrowserSession
let keys: Keyboard
let closed = 0
beforeAll(async () => {
  session = await browserSession()
  const { page } = session
  keys = new Keyboard({ page })
  await page.clock.install()
  await page.route('**/api/sessao', async (route) => {
    const answer = await route.fetch()
    const body = answer.ok() ? { ...(await answer.json()), assinante: closed === 0 ? ACCOUNT : null } : undefined
    await route.fulfill({ response: answer, ...(body === undefined ? {} : { json: body }) })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/updateAvisoBloqueio') && request.method() === 'POST') closed++
  })
  await signIn(session)
}, 120_000)
afterAll(() => session?.close())

describe('the overdue notice', () => {
  it('counts down each second to 0 and stays there', async () => {
    const { page } = session
    const clock = page.getByRole('timer')
    await keys.text('Assinatura em atraso')
    await keys.text('Há 2 parcelas vencidas há 3 dias.')
    const start = await clock.innerText()
    await page.clock.runFor(10_000)
    expect(start > (await clock.innerText())).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await page.clock.runFor(120_000)
    expect(await clock.innerText()).toBe('00:00')
    await page.clock.runFor(5_000)
    expect(await clock.innerText()).toBe('00:00')
  })

  it('leads to where one pays', async () => {
    const { page } = session
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Pagar' }).click()
    await (await opened).close()
  })

  it('tells the server when it is closed, and does not come back', async () => {
    const { page } = session
    await page.getByRole('button', { name: 'Fechar' }).last().click()
    await page.getByRole('timer').waitFor({ state: 'detached' })
    await expect.poll(() => closed).toBe(1)
    await page.reload()
    await keys.screen('/ui/dashboard')
    expect(await page.getByRole('timer').count()).toBe(0)
    expect(session.errors).toEqual([])
  })
})
