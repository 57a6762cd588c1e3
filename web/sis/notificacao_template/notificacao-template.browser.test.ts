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

/** A template from the desk: written with names that a click inserts, seen for a record, refused, put in use, and what became of it. */

let session: BrowserSession
let smtp: SmtpSimulator
beforeAll(async () => {
  smtp = await startSmtp()
  session = await browserSession({ SMTP_URL: smtp.url, PRUMO_URL: 'https://prumo.example' })
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
const PATH = '/ui/sis/notificacao_template'

it('is written by clicks and keys, seen for a record in a page that can do nothing, and put in use', async () => {
  const { page, url } = session
  const api = apiAt(session)
  const customer = await api('POST', 'cliente', { xNome: 'Maria <b>da Serra</b>' })
  const order = await api('POST', 'srv/ordem_servico', { cliente_id: customer.id })
  const labour = await api('POST', 'srv/servico', { descricao: 'Mão de obra', codigo: 'MO', valor: 80, un: 'h' })
  await api('POST', 'srv/ordem_servico_servico', { ordem_servico_id: order.id, servico_id: labour.id })
  await page.goto(url + PATH)
  await keys.screen(PATH)
  await settled(page)
  await keys.press('n')
  await keys.screen(`${PATH}/edit/new`)
  await settled(page)
  await page.getByRole('textbox', { name: /^Descrição/ }).fill('Ordem pronta')
  await page.getByRole('combobox', { name: /^Quando/ }).selectOption('ordem_servico.finalizada')
  const subject = page.getByRole('textbox', { name: /^Assunto/ })
  const body = page.getByRole('textbox', { name: /^Mensagem/ })
  await subject.fill('Ordem ')
  await page.getByRole('button', { name: 'Número', exact: true }).click()
  await expect.poll(() => subject.inputValue()).toBe('Ordem {{numero}}')
  await body.fill('Olá, !')
  await body.press('ArrowLeft')
  await page.getByRole('button', { name: 'Cliente', exact: true }).click()
  await expect.poll(() => body.inputValue()).toBe('Olá, {{cliente}}!')
  await body.press('End')
  await body.pressSequentially(' Falta {{nada}}.')
  await keys.press('Control+s')
  await page.getByRole('region', { name: 'Prévia' }).waitFor()
  await page.getByRole('combobox', { name: /^Prévia/ }).fill(String(order.id))
  await page.locator('.combo-item').first().click()
  await page.frameLocator('iframe').getByText('Olá, Maria <b>da Serra</b>! Falta {{nada}}.').waitFor()
  await page.getByText(`Ordem ${order.id}`, { exact: true }).waitFor()
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
  await settled(page)
  await expectPresentable(page, 'aviso-modelo')
  await keys.press('F10')
  await keys.text('Ordem de serviço não tem {{nada}}.')
  await body.fill('Olá, {{cliente}}!')
  await keys.press('F10')
  await keys.text('O modelo passa a ser usado')
  await keys.press('Control+Enter')
  await keys.chip('Finalizado')
  expect(await body.isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Cliente', exact: true }).isDisabled()).toBe(true)
  await api('POST', `srv/ordem_servico/${order.id}/finalizarOrdemServico`)
  await page.getByRole('tab', { name: /^Avisos/ }).click()
  await keys.text('O cliente não tem e-mail no cadastro.')
  await settled(page)
  await expectPresentable(page, 'aviso-falha')
  await page.goto(url + PATH)
  await page.locator('.table .chip', { hasText: 'Finalizado' }).first().waitFor()
  await page.getByRole('button', { name: 'Visões' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Com falha/ }).click()
  await page.getByText('Ordem pronta').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'avisos-lista')
  expect(session.errors).toEqual([])
})

it('within the product it comes to the bell at once, leads to its document and is read', async () => {
  const { page, url } = session
  const api = apiAt(session)
  const customer = await api('POST', 'cliente', { xNome: 'Padaria da Serra' })
  const order = await api('POST', 'srv/ordem_servico', { cliente_id: customer.id })
  const [labour] = (await api('GET', 'srv/servico?perPage=1')).data
  await api('POST', 'srv/ordem_servico_servico', { ordem_servico_id: order.id, servico_id: labour.id })
  await page.goto(`${url}${PATH}/edit/new`)
  await keys.screen(`${PATH}/edit/new`)
  await settled(page)
  await page.getByRole('textbox', { name: /^Descrição/ }).fill('Ordem no sino')
  await page.getByRole('combobox', { name: /^Quando/ }).selectOption('ordem_servico.finalizada')
  await page.getByRole('combobox', { name: /^Enviar por/ }).selectOption('prumo')
  await page.getByRole('checkbox', { name: /admin$/ }).check()
  await page.getByRole('textbox', { name: /^Assunto/ }).fill('Ordem {{numero}} no sino')
  await page.getByRole('textbox', { name: /^Mensagem/ }).fill('De {{cliente}}')
  await keys.press('Control+s')
  await page.getByRole('region', { name: 'Prévia' }).waitFor()
  await expectPresentable(page, 'aviso-no-prumo')
  await keys.press('F10')
  await keys.text('O modelo passa a ser usado')
  await keys.press('Control+Enter')
  await keys.chip('Finalizado')
  await page.goto(`${url}/ui/dashboard`)
  const bell = page.getByRole('button', { name: /^Avisos/ })
  await bell.waitFor()
  await api('POST', `srv/ordem_servico/${order.id}/finalizarOrdemServico`)
  await page.getByRole('button', { name: /1 aviso não lido/ }).click()
  await page.getByRole('link', { name: new RegExp(`Ordem ${order.id} no sino`) }).click()
  await page.waitForURL(new RegExp(`/edit/${order.id}`))
  await expect.poll(() => bell.textContent()).toBe('Avisos')
})

it('leads to 404 without the right', async () => {
  const { page, url } = session
  await signIn(session, 'vendas@demo.prumo.local')
  await page.goto(`${url}${PATH}/edit/1`)
  await keys.screen('/404')
})
