import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, type BrowserSession, browserSession, Keyboard } from '../../../fixtures/browser-session'
import { codeOf, stepOf } from '../../../http/sis/seguranca/totp'

/** One's own second factor and sessions, keys for programs, and what is written down of all that, on their screens. */

let session: BrowserSession
let keys: Keyboard
beforeAll(async () => {
  session = await browserSession()
  keys = new Keyboard(session)
}, 120_000)
afterAll(() => session?.close())

const open = (path: string) => session.page.goto(session.url + path)
const button = (name: string) => session.page.getByRole('button', { name, exact: true })
const SECURITY = '/ui/configuracao/seguranca'

async function signIn(): Promise<void> {
  await session.page.context().clearCookies()
  await open('/access/signin')
  await session.page.fill('input[type=email]', ADMIN.email)
  await session.page.fill('input[type=password]', ADMIN.password)
  await keys.press('Enter')
}

describe('one’s own security', () => {
  it('ends the other sessions, sets the second factor up, and is asked for it at the next sign-in', async () => {
    const { page } = session
    await signIn()
    await keys.screen('/ui/dashboard')
    await signIn()
    await keys.screen('/ui/dashboard')
    await open(SECURITY)
    await button('Encerrar as outras').click()
    await button('Encerrar').last().click()
    await keys.text('Sessão encerrada.')
    await page.getByLabel('Sua senha').fill(ADMIN.password)
    await button('Ativar').click()
    const secret = ((await page.getByLabel('Chave do aplicativo').textContent()) ?? '').replaceAll(/\s/g, '')
    const code = (steps: number) => codeOf(secret, stepOf(Date.now()) + steps)
    await page.getByLabel('Código do aplicativo').fill(code(-1))
    await button('Confirmar').click()
    const codes = ((await page.getByLabel('Códigos de recuperação').textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)
    await button('Guardei os códigos').click()
    await keys.text('O segundo fator está ativo')
    await signIn()
    await page.getByLabel('Código do aplicativo, ou de recuperação').fill('000000')
    await keys.press('Enter')
    await keys.text('Código incorreto ou já usado.')
    await page.getByLabel('Código do aplicativo, ou de recuperação').fill(code(1))
    await keys.press('Enter')
    await keys.screen('/ui/dashboard')
    await open(SECURITY)
    await page.getByLabel('Sua senha').fill(ADMIN.password)
    await page.getByLabel('Código do aplicativo, ou de recuperação').fill(codes[0] ?? '')
    await button('Remover o segundo fator').click()
    await keys.text('Segundo fator removido.')
  })

  it('a key is made for a program, told once, and revoked; and all of it is written down', async () => {
    const { page } = session
    await open('/ui/configuracao/chave_api')
    await page
      .getByRole('button', { name: /^Criar chave/ })
      .first()
      .click()
    await page.locator('#key-name').fill('Loja')
    await page.locator('#key-user').fill(ADMIN.email)
    await page.locator('#key-until').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
    await page.locator('#key-rights').fill('show cliente')
    await button('Criar').click()
    expect(await page.getByLabel('Chave', { exact: true }).textContent()).toMatch(/^prumo_/)
    await button('Guardei a chave').click()
    await keys.text('Loja')
    await open('/ui/configuracao/evento_seguranca')
    await keys.text('Chave de API criada')
    await keys.text('Segundo fator ativado')
  })
})
