import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN, type BrowserSession, browserSession, Keyboard } from '../../fixtures/browser-session'
import { settled } from '../../fixtures/look'
import { startSmtp, type SmtpSimulator } from '../../fixtures/simulators/smtp'

/** The screens before sign-in, and how a session begins, ends, is locked and is lost (document 1, sections 2, 4, 5, 8). */

let smtp: SmtpSimulator
let session: BrowserSession
let keys: Keyboard
beforeAll(async () => {
  smtp = await startSmtp()
  session = await browserSession({ SMTP_URL: smtp.url })
  keys = new Keyboard(session)
}, 120_000)
afterAll(async () => {
  await session?.close()
  await smtp?.stop()
})
beforeEach(() => session.page.context().clearCookies())

const open = (path: string) => session.page.goto(session.url + path)
const address = () => session.page.evaluate(() => location.pathname + location.search)
const acl = () => session.page.evaluate(() => sessionStorage.getItem('AppAcl'))

async function signIn(path = '/access/signin', email: string = ADMIN.email): Promise<void> {
  const { page } = session
  await open(path)
  await page.fill('input[type=email]', email)
  await page.fill('input[type=password]', ADMIN.password)
  await keys.press('Enter')
}

describe('sign-in', () => {
  it('says in its own words what was wrong, with its title', async () => {
    await open('/access/signin')
    await session.page.fill('input[type=email]', ADMIN.email)
    await session.page.fill('input[type=password]', 'errada-de-todo')
    await keys.press('Enter')
    await keys.text('Não foi possível logar')
    await keys.text('Usuário ou senha inválidos')
  })

  it('takes the e-mail from the address, and comes back to where one was going', async () => {
    await open('/access/signin?email=admin%40teste.example&redirectTo=%2Fui%2Festoque%2Funidade')
    expect(await session.page.inputValue('input[type=email]')).toBe(ADMIN.email)
    await keys.type(ADMIN.password)
    await keys.press('Enter')
    await keys.screen('/ui/estoque/unidade')
  })

  it('keeps an unknown or foreign place to go to out', async () => {
    await signIn('/access/signin?redirectTo=https%3A%2F%2Fmal.example%2Fui%2F')
    await keys.screen('/ui/dashboard')
  })

  it('sends whoever is out to sign in, keeping the place', async () => {
    await open('/ui/cadastros/cliente?busca=ana')
    await keys.screen('/access/signin')
    expect(await address()).toBe('/access/signin?redirectTo=%2Fui%2Fcadastros%2Fcliente%3Fbusca%3Dana')
    await open('/nada')
    await keys.screen('/access/signin')
  })

  it('keeps the rights under AppAcl, and forgets them when one leaves, also without a server', async () => {
    await signIn()
    await keys.screen('/ui/dashboard')
    expect(JSON.parse((await acl()) ?? '{}').roles).toContain('admin')
    await session.page.route('**/api/logout', (route) => route.abort())
    await session.page.getByTitle('Usuário: Administrador').click()
    await session.page.getByRole('menuitem', { name: 'Sair' }).click()
    await keys.screen('/access/signin')
    expect(await acl()).toBeNull()
    await session.page.unroute('**/api/logout')
  })

  it('tells someone who is in already, and lets another person in', async () => {
    await signIn()
    await keys.screen('/ui/dashboard')
    await open('/access/signin')
    await keys.text('Você já entrou')
    await keys.press('Enter')
    await keys.screen('/ui/dashboard')
    await open('/access/signin')
    await session.page.getByRole('button', { name: 'Entrar com outro usuário' }).click()
    await session.page.waitForSelector('input[type=email]')
  })
})

describe('a session that ends by itself', () => {
  it('sends to sign in once, with its title, and back to the same place', async () => {
    const { page } = session
    await signIn()
    await keys.screen('/ui/dashboard')
    await open('/ui/estoque/unidade')
    await keys.screen('/ui/estoque/unidade')
    await settled(page)
    await page.context().clearCookies()
    await keys.press('r')
    await keys.text('Deslogado por inatividade')
    await keys.text('Por segurança, faça login novamente.')
    expect(await page.getByText('Deslogado por inatividade').count()).toBe(1)
    expect(await page.inputValue('input[type=email]')).toBe(ADMIN.email)
    await page.fill('input[type=password]', ADMIN.password)
    await keys.press('Enter')
    await keys.screen('/ui/estoque/unidade')
  })
})

describe('a new password', () => {
  const mailed = async () => {
    const [before] = [smtp.mails.length]
    await open('/access/forgot-password')
    await session.page.fill('input[type=email]', 'estoque@demo.prumo.local')
    await keys.press('Enter')
    await keys.text('Será enviado um link para redefinição de senha para seu e-mail, o link expira em 60 segundos.')
    await keys.press('Enter')
    await keys.text('Link enviado com sucesso.')
    await smtp.arrived(before + 1)
    return new URL(/http\S+/.exec(smtp.mails.at(-1)?.text ?? '')?.[0] ?? '')
  }

  it('is set by the link of the mail, which says whose it is, and works', async () => {
    const { page } = session
    const link = await mailed()
    await open(link.pathname + link.search)
    await keys.text('Para estoque@demo.prumo.local')
    const [first, again] = [page.getByLabel('Nova senha'), page.getByLabel('Confirme a senha')]
    await first.fill('lanterna-acesa-22')
    await again.fill('outra-senha-22')
    await keys.press('Enter')
    await keys.text('As senhas não coincidem.')
    await again.fill('lanterna-acesa-22')
    await keys.press('Enter')
    await keys.text('Senha alterada com sucesso')
    await keys.screen('/access/signin')
    expect(await page.inputValue('input[type=email]')).toBe('estoque@demo.prumo.local')
    await open(link.pathname + link.search)
    await first.fill('mais-uma-33')
    await again.fill('mais-uma-33')
    await keys.press('Enter')
    await keys.text('Link inválido')
  })
})

describe('a locked screen', () => {
  const TYPED = 'Escrito antes de bloquear'

  it('shows nothing, keeps what was typed, and opens with the password alone', async () => {
    const { page } = session
    await signIn()
    await keys.screen('/ui/dashboard')
    await open('/ui/estoque/fabricante/edit/new')
    await keys.screen('/ui/estoque/fabricante/edit/new')
    await page.getByLabel('Descrição').fill(TYPED)
    await keys.press('Control+Shift+L')
    await keys.screen('/access/lockme')
    expect(await page.title()).toBe('Tela bloqueada')
    expect(await page.getByLabel('Descrição').isVisible()).toBe(false)
    expect(await page.innerText('body')).not.toMatch(/Fabricante|Mercadorias/)
    expect(await page.evaluate(async () => (await fetch('/api/sessao')).status)).toBe(401)
    await keys.press('Escape', 'Escape', 'Escape')
    expect(await page.locator('.lock-screen').isVisible()).toBe(true)
    await keys.type('errada-de-todo')
    await keys.press('Enter')
    await keys.text('Usuário ou senha inválidos')
    await keys.type(ADMIN.password)
    await keys.press('Enter')
    await page.locator('.lock-screen').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Descrição').inputValue()).toBe(TYPED)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
  })

  it('locks the other windows too, and what is opened anew asks to sign in', async () => {
    const { page } = session
    await signIn()
    await keys.screen('/ui/dashboard')
    const other = await page.context().newPage()
    await other.goto(`${session.url}/ui/estoque/unidade`)
    await other.waitForSelector('[data-screen="/ui/estoque/unidade"]')
    await keys.press('Control+Shift+L')
    await other.waitForSelector('[data-screen="/access/lockme"]')
    await other.goto(`${session.url}/ui/estoque/unidade`)
    await other.waitForSelector('[data-screen="/access/signin"]')
    await page.locator('.lock-screen input[type=password]').fill(ADMIN.password)
    await keys.press('Enter')
    await page.locator('.lock-screen').waitFor({ state: 'detached' })
    await other.close()
  })

  it('its address locks nothing by itself, and is nothing to whoever is out', async () => {
    const { page } = session
    await open('/access/lockme')
    await keys.screen('/access/signin')
    await signIn()
    await keys.screen('/ui/dashboard')
    await open('/access/lockme')
    await keys.screen('/access/lockme')
    await open('/ui/estoque/unidade')
    await keys.screen('/ui/estoque/unidade')
    await open('/access/lockme')
    await keys.screen('/access/lockme')
    await keys.press('Enter')
    await page.waitForSelector('.lock-screen')
    await keys.type(ADMIN.password)
    await keys.press('Enter')
    await keys.screen('/ui/dashboard')
  })
})

describe('leaving with unsaved work', () => {
  it('asks first', async () => {
    const { page } = session
    await signIn()
    await keys.screen('/ui/dashboard')
    expect(session.errors).toEqual([])
    await open('/ui/estoque/fabricante/edit/new')
    await keys.screen('/ui/estoque/fabricante/edit/new')
    await page.getByLabel('Descrição').fill('Nunca salvo')
    const asked = page.waitForEvent('dialog')
    await page.reload()
    expect((await asked).type()).toBe('beforeunload')
  })
})
