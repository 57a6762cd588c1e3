import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  apiAt,
  type BrowserSession,
  browserSession,
  Keyboard,
  signIn,
  tellOfFailure,
} from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { type SmtpSimulator, startSmtp } from '../../../fixtures/simulators/smtp'

/** A mail from the desk: written, refused, mended, sent, and read as its reader sees it. */

let session: BrowserSession
let smtp: SmtpSimulator
beforeAll(async () => {
  smtp = await startSmtp()
  session = await browserSession({ SMTP_URL: smtp.url })
  await signIn(session)
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(async () => {
  await session?.close()
  await smtp?.stop()
})

const keys = new Keyboard({
  get page() {
    return session.page
  },
})
const PATH = '/ui/sis/emails/list'

it('is written and sent by keyboard, mended where it was refused, and shown in a page that can do nothing', async () => {
  const { page, url } = session
  await page.goto(url + PATH)
  await keys.screen(PATH)
  await settled(page)
  await keys.press('n')
  await keys.screen(`${PATH}/edit/new`)
  await settled(page)
  await keys.type('errado@mercado.example')
  await keys.press('Tab', 'Tab')
  await keys.type('Sobre a entrega')
  await keys.press('Tab')
  await keys.type('Chega amanhã: https://prumo.example/rota <script>alert(1)</script>')
  await expectPresentable(page, 'email-novo')
  smtp.refuse(550)
  await keys.press('F10')
  await keys.text('O e-mail é enviado como está.')
  await keys.press('Control+Enter')
  await keys.text('Email colocado na fila de envio')
  await keys.chip('Erro')
  await expectPresentable(page, 'email-recusado')
  await page.getByRole('textbox', { name: /^Para/ }).fill('certo@mercado.example')
  await keys.press('F10')
  await keys.text('O e-mail é enviado de novo.')
  await keys.press('Control+Enter')
  await keys.chip('Enviado')
  await smtp.arrived(1)
  expect(smtp.mails[0]?.to).toEqual(['certo@mercado.example'])
  const id = Number(/edit\/(\d+)/.exec(page.url())?.[1])
  const { chave } = await apiAt(session)('GET', `sis/email/${id}`)
  await apiAt(session)('POST', 'sis/email/sinaliza', { chave, evento: 'lido' })
  await keys.chip('Lido')
  await page.goto(`${url}${PATH}/view/${id}`)
  const body = page.frameLocator('iframe')
  await body.getByRole('link', { name: 'https://prumo.example/rota' }).waitFor()
  await body.getByText('<script>alert(1)</script>').waitFor()
  await settled(page)
  await expectPresentable(page, 'email-mensagem')
  await page.goto(url + PATH)
  await page.locator('.table .chip', { hasText: 'Lido' }).first().waitFor()
  await settled(page)
  await expectPresentable(page, 'emails-lista')
  expect(session.errors).toEqual([])
})
